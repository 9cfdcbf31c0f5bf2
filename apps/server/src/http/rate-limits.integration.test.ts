import { afterAll, beforeAll, expect, it } from 'vitest';
import { login } from '../modules/account/testing/guessing.ts';
import { cookieOf, TestBrowser } from '../modules/account/testing/test-browser.ts';
import { addOperator, DESK_PASSWORD } from '../testing/test-desk.ts';
import { requestOf } from '../testing/test-requests.ts';
import { TestServer } from '../testing/test-server.ts';

const OFFICE = '203.0.113.5';
const PER_ADDRESS = 30;
const OF_ONE_BROWSER = 12;

let server: TestServer;
beforeAll(async () => {
  server = await TestServer.start({ rateLimits: true });
});
afterAll(() => server.close());

it('strangers at an address do not lock out known browsers', async () => {
  const { email } = await server.register('at-the-office@example.com').then(({ user }) => user);
  const known = new TestBrowser(server, OFFICE);
  expect(await known.code('POST user/login', login(email ?? ''))).toBe(1);
  // A stranger's token is signed too: everyone who asks for a code gets one.
  const stranger = new TestBrowser(server, OFFICE);
  await stranger.code('POST sms_mail', { email: 'not-mine@example.com', purpose: 'register' });
  expect(stranger.cookie).not.toBeNull();

  for (let i = 1; i < PER_ADDRESS; i++) {
    expect(await stranger.code('POST user/login', login(`guess${i}@example.com`, 'wrong'))).toBe(
      'login_failed',
    );
  }
  const none = new TestBrowser(server, OFFICE);
  for (const other of [stranger, none, new TestBrowser(server, OFFICE, 'tallystick_browser=a.b')]) {
    expect(await other.code('POST user/login', login(email ?? ''))).toBe('rate_limited');
  }

  expect(await known.code('POST user/login', login(email ?? ''))).toBe(1);
  // The browser's own allowance ends too; for other accounts it is unknown and uses the shared one.
  for (let i = 1; i < OF_ONE_BROWSER; i++) {
    expect(await known.code('POST user/login', login(`other${i}@example.com`, 'wrong'))).toBe('login_failed');
  }
  expect(await known.code('POST user/login', login(email ?? ''))).toBe('rate_limited');
});

it('passkey requests have a limit of their own, and known browsers an extra one', async () => {
  const address = '203.0.113.6';
  const { email } = await server.register('passkey@example.com').then(({ user }) => user);
  const known = new TestBrowser(server, address);
  expect(await known.code('POST user/login', login(email ?? ''))).toBe(1);
  const none = new TestBrowser(server, address);
  for (let i = 1; i < PER_ADDRESS; i++)
    await none.code('POST user/login', login('guess@example.com', 'wrong'));
  expect(await none.code('POST user/login', login(email ?? ''))).toBe('rate_limited');
  for (let i = 0; i < PER_ADDRESS; i++)
    expect(await none.code('POST user/passkey_login_options', {})).toBe(1);
  expect(await none.code('POST user/passkey_login_options', {})).toBe('rate_limited');
  expect(await known.code('POST user/passkey_login_options', {})).toBe(1);
});

it('strangers at an address do not lock out operators', async () => {
  const options = { address: '203.0.113.7' };
  await addOperator(server, 'support', 'olga');
  const ask = async (name: string, password: string, cookie: string | null) => {
    const headers = cookie === null ? {} : { cookie };
    // The helper's types know only the customers' calls.
    const request = requestOf('POST desk/login' as never, { name, password }, { ...options, headers });
    const answer = await server.send(request);
    return { code: answer.body.code as string | number, cookie: cookieOf(answer.headers) };
  };
  const first = await ask('olga', DESK_PASSWORD, null);
  expect(first.code).toBe(1);
  for (let i = 1; i < PER_ADDRESS; i++) {
    expect((await ask(`nobody${i}`, 'wrong', null)).code).toBe('login_failed');
  }
  expect((await ask('olga', DESK_PASSWORD, null)).code).toBe('rate_limited');
  expect((await ask('olga', DESK_PASSWORD, first.cookie)).code).toBe(1);
});
