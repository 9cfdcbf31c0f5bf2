import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import fc from 'fast-check';
import { afterEach, expect, test } from 'vitest';
import { z } from 'zod';
import { BitcoinRpc } from './bitcoin-rpc.ts';
import { satoshi } from './rpc-schemas.ts';

let server: Server | null = null;
afterEach(() => {
  server?.close();
  server?.closeAllConnections();
});

/** A node that answers every question with what the test writes. */
async function nodeThat(
  answer: (request: IncomingMessage, response: ServerResponse) => void,
): Promise<BitcoinRpc> {
  server = createServer(answer).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return new BitcoinRpc(`http://me:p%40ss@127.0.0.1:${port}/`);
}

const saying = (body: string, status = 200) =>
  nodeThat((_request, response) => response.writeHead(status).end(body));

test('amounts are read digit by digit: no binary fraction comes between', async () => {
  const node = await saying(
    '{"result":[0.1,0.29,1.00000000,20999999.97690000,1,1e-8,0.123456789],"error":null}',
  );
  const written = await node.ask(z.array(z.unknown()), 'amounts', []);
  expect(written).toEqual(['0.1', '0.29', '1.00000000', '20999999.97690000', 1, '1e-8', '0.123456789']);
  const read = written.map(one => satoshi.safeParse(one).data);
  expect(read).toEqual([
    10_000_000n,
    29_000_000n,
    100_000_000n,
    2_099_999_997_690_000n,
    100_000_000n,
    // What no node writes is not guessed at.
    undefined,
    undefined,
  ]);
});

test('every amount of satoshi survives being written as coins', () => {
  fc.assert(
    fc.property(fc.bigInt({ min: 0n, max: 2_100_000_000_000_000n }), amount => {
      const digits = String(amount).padStart(9, '0');
      expect(satoshi.parse(`${digits.slice(0, -8)}.${digits.slice(-8)}`)).toBe(amount);
    }),
  );
});

test('user and password go into the header, and into no message', async () => {
  let given = '';
  const node = await nodeThat((request, response) => {
    given = request.headers.authorization ?? '';
    response.writeHead(500).end('{"result":null,"error":{"code":-28,"message":"Loading block index..."}}');
  });
  await expect(node.head()).rejects.toThrow('getblockchaininfo failed: Loading block index... (-28)');
  expect(Buffer.from(given.replace('Basic ', ''), 'base64').toString()).toBe('me:p@ss');
});

test.each([
  ['no JSON', '<html>', 200, 'something else than JSON-RPC'],
  ['an error page', '<html>', 502, 'failed: status 502'],
  ['nothing', '', 401, 'refuses the password'],
  ['no answer', '{"id":1}', 200, 'something else than JSON-RPC'],
  ['a strange error', '{"error":"no"}', 200, 'something else than JSON-RPC'],
])('%s is an error', async (_what, body, status, message) => {
  const error = await (await saying(body, status)).head().catch((thrown: Error) => thrown);
  expect(error).toMatchObject({ message: expect.stringContaining(message) });
  expect(String(error)).not.toContain('p@ss');
});

test('an answer without end is left', async () => {
  const node = await nodeThat((_request, response) => {
    const part = Buffer.alloc(1024 * 1024, ' ');
    const more = (): void => void (response.write(part) ? setImmediate(more) : response.once('drain', more));
    more();
  });
  await expect(node.head()).rejects.toThrow('the answer is too long');
});

test('nobody is followed to another address', async () => {
  const node = await nodeThat((_request, response) =>
    response.writeHead(307, { location: 'http://127.0.0.1:1/' }).end(),
  );
  await expect(node.head()).rejects.toThrow('getblockchaininfo failed: fetch failed');
});
