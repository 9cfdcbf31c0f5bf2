import { afterAll, beforeAll, expect, it } from 'vitest';
import { TestSocket } from '../../testing/socket-client.ts';
import { TestServer } from '../../testing/test-server.ts';
import { PublicTopics } from '../public-topics.ts';
import type { RelayEnds } from './relay.ts';

let ends: RelayEnds;
let server: TestServer;
beforeAll(async () => {
  server = await TestServer.start({
    sockets: true,
    relay(opened) {
      ends = opened;
      return new PublicTopics({ ...opened.topics, emit: opened.emit });
    },
  });
});
afterAll(() => server.close());

/** Resolves with the topics that the page is told to begin anew. */
function told(socket: TestSocket): Promise<readonly string[]> {
  return new Promise(resolve => socket.client.once('resync', ({ topics }) => resolve(topics)));
}

it('a page whose topics begin anew gets nothing of them before it asks, and may ask as often as it is told', async () => {
  const customer = await server.customer('funded');
  const socket = await TestSocket.connect(server.url, { token: customer.token });
  for (const topic of ['index:1', 'tickers', 'orders'] as const) await socket.subscribe(topic);
  // More than a page may ask by itself.
  for (let times = 0; times < 40; times++) {
    const heard = told(socket);
    ends.renew(null);
    expect(await heard).toEqual(['index:1', 'tickers']);
    const before = socket.messages('index:1').length;
    await server.tick(1, (60_000 + times) * 1e8);
    const { data } = await socket.subscribe('index:1');
    expect(data.at(-1)?.[1]).toBe(String(60_000 + times));
    expect(socket.messages('index:1')).toHaveLength(before);
    await socket.subscribe('tickers');
  }
  const heard = told(socket);
  ends.renew(new Set(['tickers', 'depth:1']));
  expect(await heard).toEqual(['tickers']);
  await server.tick(1, 60_000e8);
  await socket.deltas('index:1', got => got.length > 0);
  socket.close();
});
