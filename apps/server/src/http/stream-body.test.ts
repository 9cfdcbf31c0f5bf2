import { once } from 'node:events';
import { connect, type AddressInfo, type Socket } from 'node:net';
import fastify from 'fastify';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { streamBody } from './stream-body.ts';

const CHUNK = 'x'.repeat(65_536);
const app = () => fastify({ logger: false });

let server: ReturnType<typeof app>;
let client: Socket;
let ended: PromiseWithResolvers<number>;

/** An endless source; counts its chunks until it is stopped. */
async function* endless(): AsyncGenerator<string> {
  let taken = 0;
  try {
    for (;;) {
      taken++;
      yield CHUNK;
    }
  } finally {
    ended.resolve(taken);
  }
}

async function ask(stalledMs?: number): Promise<void> {
  server.get('/', (_request, reply) => reply.send(streamBody(reply.raw, endless(), stalledMs)));
  await server.listen({ host: '127.0.0.1', port: 0 });
  client = connect((server.server.address() as AddressInfo).port, '127.0.0.1');
  client.on('error', () => undefined);
  client.write('GET / HTTP/1.1\r\nHost: test\r\n\r\n');
  await once(client, 'readable');
}

beforeEach(() => {
  server = app();
  ended = Promise.withResolvers();
});
afterEach(async () => {
  client.destroy();
  await server.close();
});

describe('a file download', () => {
  it('ends when the receiver disconnects', async () => {
    await ask();
    client.destroy();
    expect(await ended.promise).toBeGreaterThan(0);
  });

  it('ends when the receiver stops reading, without reading the source further', async () => {
    await ask(50);
    // Only the buffers of the kernel and the stream were filled.
    expect(await ended.promise).toBeLessThan(1_000);
  });
});
