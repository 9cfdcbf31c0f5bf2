import fc from 'fast-check';
import pino from 'pino';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { anyCharacter } from '../testing/any-character.ts';
import { TestServer, type TestCustomer } from '../testing/test-server.ts';
import { TestSocket } from '../testing/socket-client.ts';

const log: string[] = [];
let server: TestServer;
let customer: TestCustomer;

beforeAll(async () => {
  server = await TestServer.start({
    sockets: true,
    log: pino({ level: 'warn' }, { write: line => void log.push(line) }),
  });
  customer = await server.customer();
});
afterAll(() => server.close());

const names = [
  ...[
    'tickers',
    'depth',
    'trades',
    'candles',
    'index',
    'perpetual_tickers',
    'perpetual_depth',
    'perpetual_trades',
  ],
  ...['orders', 'options', 'balances', 'positions', 'notices', '__proto__', 'constructor', 'toString', ''],
];
const numbers = [
  '1',
  '0',
  '-1',
  '2147483648',
  '9007199254740993',
  '1e3',
  '0x1',
  '01',
  '1.5',
  'NaN',
  '１',
  '',
  '__proto__',
];
const topics = fc.oneof(
  fc.constantFrom(...names),
  fc.tuple(fc.constantFrom(...names), fc.constantFrom(...numbers)).map(parts => parts.join(':')),
  fc
    .tuple(fc.constantFrom(...names), fc.constantFrom(...numbers), fc.constantFrom('1m', '5m', '1d', '', 'x'))
    .map(parts => parts.join(':')),
  fc
    .tuple(
      fc.constantFrom(...numbers),
      fc.constantFrom('1m', '15m', 'x'),
      fc.constantFrom('mark', 'spot', '', 'x'),
    )
    .map(([id, interval, kind]) => `candles:${id}:${interval}:${kind}`),
  fc.string({ unit: anyCharacter, maxLength: 40 }),
  fc.constantFrom('x'.repeat(1_000), 'depth:1:'.repeat(100), '\0', '\ud800'),
  fc.jsonValue({ maxDepth: 3 }),
);

it('any subscription is answered with a snapshot or a code, and logs no error', async () => {
  await fc.assert(
    fc.asyncProperty(fc.boolean(), fc.array(topics, { maxLength: 6 }), async (loggedIn, asked) => {
      const socket = await TestSocket.connect(server.url, loggedIn ? { token: customer.token } : {});
      try {
        for (const topic of asked) {
          const answer = await socket.ask(topic);
          if (!answer.ok)
            expect(answer).toMatchObject({ code: expect.any(String), message: expect.any(String) });
          socket.client.emit('unsubscribe', topic);
        }
        expect(socket.client.connected).toBe(true);
      } finally {
        socket.close();
      }
      expect(log).toEqual([]);
    }),
    { numRuns: 40 },
  );
});
