import { createServer, type Server } from 'node:http';
import { once } from 'node:events';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { isPublic } from './endpoint.ts';
import { postPush } from './post.ts';
import { TestPushService } from './testing/test-push-service.ts';

let service: TestPushService;
let other: Server;
let reached = 0;
beforeAll(async () => {
  service = await TestPushService.start();
  other = createServer((_request, response) => {
    reached++;
    response.end();
  }).listen(0, '127.0.0.1');
  await once(other, 'listening');
});
afterAll(async () => {
  await service.stop();
  other.close();
});
beforeEach(() => {
  service.reset();
  reached = 0;
});

function post(connection: Parameters<TestPushService['settings']>[0] = {}) {
  const url = new URL(service.endpoint('x'));
  return postPush(
    { url, headers: { TTL: 60 }, body: Buffer.from('sealed') },
    service.settings(connection).connection,
  );
}

describe('a push', () => {
  it('reaches its service by https and returns the answer', async () => {
    service.answer = response => void response.writeHead(429, { 'retry-after': '7' }).end();
    expect(await post()).toEqual({ status: 429, retryAfter: '7' });
    expect(service.pushes[0]?.body.toString()).toBe('sealed');
    expect(service.pushes[0]?.headers).toMatchObject({
      ttl: '60',
      host: expect.stringContaining('a.push.test'),
    });
  });

  it('is not sent if the name resolves into a private network', async () => {
    await expect(post({ allowed: isPublic })).rejects.toThrow('not on the internet');
    expect(service.pushes).toEqual([]);
  });

  it('goes to the checked address, even if the name resolves elsewhere a moment later', async () => {
    const answers = [['127.0.0.1'], ['10.9.9.9']];
    let asked = 0;
    const resolve = () => Promise.resolve(answers[asked++] ?? []);
    expect((await post({ resolve })).status).toBe(201);
    expect(asked).toBe(1);
    await expect(post({ resolve })).rejects.toThrow('10.9.9.9');
    expect(service.pushes).toHaveLength(1);
  });

  it('follows no redirect', async () => {
    const address = other.address();
    const port = typeof address === 'object' && address !== null ? address.port : 0;
    service.answer = response =>
      void response.writeHead(307, { location: `http://127.0.0.1:${port}/` }).end();
    expect((await post()).status).toBe(307);
    expect(reached).toBe(0);
  });

  it('is not sent to a server without the service’s certificate', async () => {
    await expect(post({ ca: '' })).rejects.toThrow(/certificate|issuer/);
    expect(service.pushes).toEqual([]);
  });

  it('is given up when the answer does not end', async () => {
    service.answer = response => {
      response.writeHead(201);
      const more = (): void => void response.write(Buffer.alloc(8_192), more);
      more();
    };
    await expect(post()).rejects.toThrow('answers too much');
  });

  it('is given up without an answer in time, or without an address', async () => {
    service.answer = () => {};
    await expect(post({ timeoutMs: 50 })).rejects.toThrow(/abort/);
    await expect(post({ timeoutMs: 50, resolve: () => new Promise(() => {}) })).rejects.toThrow('timeout');
  });
});
