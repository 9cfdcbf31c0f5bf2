import { Writable } from 'node:stream';
import pino from 'pino';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { TestDesk } from '../../testing/test-desk.ts';
import { TestServer } from '../../testing/test-server.ts';

const lines: string[] = [];

let server: TestServer;
beforeAll(async () => {
  const into = new Writable({
    write(chunk, _, done) {
      lines.push(String(chunk));
      done();
    },
  });
  server = await TestServer.start({ log: pino({ level: 'warn' }, into) });
});
afterAll(() => server.close());

it('an operator who asks for what they have no right to is on the log, without what was sent', async () => {
  const desk = await TestDesk.open(server, 'support', 'sam');
  const { body } = await desk.send('GET desk/audit', { action: 'a secret word' });
  expect(body.code).toBe('operator_forbidden');
  const told = lines.filter(line => line.includes('no right'));
  expect(told).toHaveLength(1);
  expect(JSON.parse(told[0]!)).toMatchObject({
    operator: expect.any(Number) as number,
    path: '/api/desk/audit',
    address: '127.0.0.1',
    permission: 'audit.read',
  });
  expect(told[0]).not.toContain('a secret word');
});
