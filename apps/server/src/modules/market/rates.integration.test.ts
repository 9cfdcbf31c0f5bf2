import { afterAll, beforeAll, expect, it } from 'vitest';
import { TestSocket } from '../../testing/socket-client.ts';
import { TestServer } from '../../testing/test-server.ts';

let server: TestServer;
beforeAll(async () => {
  server = await TestServer.start({ sockets: true });
});
afterAll(() => server.close());

const STALE_MS = 120_000;

function quote(perUsdt: number, source = 'seoul') {
  const atMs = server.clock.nowMs;
  server.services.rates.accept([{ currency: 'KRW', source, perUsdtE8: Math.round(perUsdt * 1e8), atMs }]);
}

it('rates are told to anybody, by a call and by a topic, with their age and their sources', async () => {
  expect(await server.call('GET currency/rates', {})).toEqual({ items: [] });
  quote(1_450.5);
  const rate = {
    currency: 'KRW',
    per_usdt: '1450.5',
    at_ms: server.clock.nowMs,
    fresh_until_ms: server.clock.nowMs + STALE_MS,
    sources: ['seoul'],
    demo: false,
  };
  expect(await server.call('GET currency/rates', {})).toEqual({ items: [rate] });
  const socket = await TestSocket.connect(server.url);
  try {
    const { data, sequence } = await socket.subscribe('rates');
    expect(data).toEqual([rate]);
    server.clock.nowMs += 10_000;
    quote(1_449.5);
    await socket.until(() => socket.messages('rates').length > 0);
    const [delta] = socket.messages('rates');
    expect(delta).toMatchObject({
      sequence: sequence + 1,
      data: [{ currency: 'KRW', per_usdt: '1449.5', at_ms: server.clock.nowMs }],
    });
  } finally {
    socket.close();
  }
});

it('a rate moves no balance and writes nothing into the journal', async () => {
  const customer = await server.customer('funded');
  const before = await server.call('POST wallet/list', {}, customer);
  const fingerprint = await server.fingerprint();
  server.clock.nowMs += 1_000;
  quote(1);
  expect(await server.fingerprint()).toBe(fingerprint);
  expect(await server.call('POST wallet/list', {}, customer)).toEqual(before);
});
