import { retryRefused } from '@tallystick/protocol/retry-refused';
import { SOCKET_PATH } from '@tallystick/protocol/sockets';
import { io } from 'socket.io-client';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { TestServer } from '../testing/test-server.ts';

const PAUSE_MS = 50;

let server: TestServer;
beforeAll(async () => {
  server = await TestServer.start({ sockets: true });
});
afterAll(() => server.close());

/** Runs `work` while the look-up of sessions fails. */
async function withoutSessions(work: () => Promise<void>): Promise<void> {
  const { pool } = server.database;
  await pool.query('alter table sessions rename to sessions_away');
  try {
    await work();
  } finally {
    await pool.query('alter table sessions_away rename to sessions');
  }
}

it('a page refused during a failure of session look-ups connects once it is over', async () => {
  const { token } = await server.customer();
  const page = io(server.url, {
    path: SOCKET_PATH,
    transports: ['websocket'],
    forceNew: true,
    autoConnect: false,
    auth: { token },
  });
  retryRefused(page, PAUSE_MS);
  const refusals: string[] = [];
  page.on('connect_error', ({ message }) => refusals.push(message));
  const connected = new Promise<void>(resolve => void page.once('connect', resolve));
  await withoutSessions(async () => {
    page.connect();
    await expect.poll(() => refusals.length).toBeGreaterThan(1);
  });
  await connected;
  page.disconnect();
  expect(new Set(refusals)).toEqual(new Set(['internal_error']));
});
