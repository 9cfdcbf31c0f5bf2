import { generateSync } from 'otplib';
import { DAY_MS, MINUTE_MS } from '@tallystick/core/durations';
import type { DeskCallName, DeskInput } from '@tallystick/protocol/desk';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { cookieOf } from '../../account/testing/test-browser.ts';
import { addOperator, DESK_PASSWORD, TestDesk } from '../../../testing/test-desk.ts';
import { requestOf } from '../../../testing/test-requests.ts';
import { TestServer } from '../../../testing/test-server.ts';
import { AuditLog } from '../../../audit-log/audit-log.ts';
import { unlockFromHost } from './unlock-from-host.ts';

const STRANGERS = 10;

let server: TestServer;
beforeAll(async () => {
  server = await TestServer.start();
});
afterAll(() => server.close());
beforeEach(() => {
  server.clock.nowMs += DAY_MS;
});

let addresses = 0;

/** The browser of an operator or a stranger, each at another address. */
class DeskBrowser {
  cookie: string | null = null;
  readonly #address = `203.0.113.${++addresses % 250}`;

  async send<Name extends DeskCallName>(name: Name, input: DeskInput<Name>, token?: string) {
    const headers = this.cookie === null ? {} : { cookie: this.cookie };
    const options = { headers, address: this.#address, ...(token === undefined ? {} : { token }) };
    // The helper's types know only the customers' calls.
    const answer = await server.send(requestOf(name as never, input as object, options));
    this.cookie = cookieOf(answer.headers) ?? this.cookie;
    return answer;
  }

  async login(name: string, password = DESK_PASSWORD, code?: string): Promise<string | number> {
    const input = { name, password, ...(code === undefined ? {} : { code }) };
    return (await this.send('POST desk/login', input)).body.code;
  }
}

async function useUpTries(name: string): Promise<void> {
  for (let i = 0; i < STRANGERS; i++) {
    expect(await new DeskBrowser().login(name, `guess ${i}`)).toBe('login_failed');
  }
  expect(await new DeskBrowser().login(name, 'guess')).toBe('login_limited');
}

/** An operator, in a browser in which they have logged in before. */
async function atWork(name: string): Promise<DeskBrowser> {
  await addOperator(server, 'support', name);
  const browser = new DeskBrowser();
  expect(await browser.login(name)).toBe(1);
  return browser;
}

const codeOf = (secret: string) => generateSync({ secret, epoch: Math.floor(server.clock.nowMs / 1000) });

async function withTotp(name: string): Promise<string> {
  const desk = await TestDesk.open(server, 'compliance', name);
  const { secret } = await desk.call('POST desk/totp_begin', { password: DESK_PASSWORD });
  await desk.call('POST desk/totp_confirm', { code: codeOf(secret) });
  server.clock.nowMs += MINUTE_MS;
  return secret;
}

describe('strangers at the desk', () => {
  it('are limited together; then right, wrong and unknown passwords get the same answer', async () => {
    await addOperator(server, 'support', 'olga');
    await useUpTries('olga');
    await useUpTries('no.such.person');
    const ask = (name: string, password: string) =>
      new DeskBrowser().send('POST desk/login', { name, password });
    const right = await ask('olga', DESK_PASSWORD);
    expect(right).toMatchObject({ status: 423, body: { code: 'login_limited', data: {} } });
    for (const other of [await ask('olga', 'wrong'), await ask('no.such.person', 'wrong')]) {
      expect([other.status, other.body]).toEqual([right.status, right.body]);
    }
  });

  it('leave a known device alone, and the desk’s log records what was really checked', async () => {
    const work = await atWork('petra');
    await useUpTries('petra');
    for (let i = 0; i < 5; i++) await new DeskBrowser().login('petra', 'guess');
    expect(await work.login('petra')).toBe(1);
    const { rows } = await server.database.pool.query(
      `select from desk_audit where action = 'operator.failed_proof'
          and subject = (select 'operator:' || id from operators where name = 'petra')`,
    );
    expect(rows).toHaveLength(STRANGERS);
  });

  it('do not lock out an operator with password and code in one call; guessing both is limited, too', async () => {
    const secret = await withTotp('quinn');
    await useUpTries('quinn');
    expect(await new DeskBrowser().login('quinn', DESK_PASSWORD, '000000')).toBe('login_limited');
    expect(await new DeskBrowser().login('quinn', 'wrong', codeOf(secret))).toBe('login_limited');
    expect(await new DeskBrowser().login('quinn', DESK_PASSWORD, codeOf(secret))).toBe(1);
    server.clock.nowMs += MINUTE_MS;
    for (let i = 0; i < 3; i++) await new DeskBrowser().login('quinn', DESK_PASSWORD, '000000');
    expect(await new DeskBrowser().login('quinn', DESK_PASSWORD, codeOf(secret))).toBe('login_limited');
  });

  it('with the password cannot guess the code by taking the password back in between', async () => {
    const secret = await withTotp('rosa');
    const work = new DeskBrowser();
    expect(await work.login('rosa', DESK_PASSWORD, codeOf(secret))).toBe(1);
    server.clock.nowMs += MINUTE_MS;
    const codes: (string | number)[] = [];
    for (let i = 0; i < 10; i++) {
      codes.push(await work.login('rosa', DESK_PASSWORD, '000000'), await work.login('rosa'));
    }
    expect(codes.filter(code => code === 'totp_wrong')).toHaveLength(8);
    expect(codes.at(-1)).toBe('account_locked');
  });
});

describe('an operator strangers have limited', () => {
  const unlock = (name: string) => {
    const now = () => server.clock.nowMs;
    return unlockFromHost({ pool: server.database.pool, audit: new AuditLog(now), now }, name);
  };
  const open = async (browser: DeskBrowser, link: string) =>
    (await browser.send('POST desk/login_link_open', { token: link.split('#link=')[1] ?? '' })).body.code;

  it('logs in by a link from the host, once, and it is logged', async () => {
    await addOperator(server, 'support', 'sven');
    await useUpTries('sven');
    const link = await unlock('Sven');
    expect(link).toMatch(/^\/desk\/#link=[\w-]{43}$/);
    const browser = new DeskBrowser();
    expect(await open(browser, link)).toBe(1);
    expect(await browser.login('sven', 'wrong')).toBe('login_failed');
    expect(await browser.login('sven')).toBe(1);
    expect(await open(new DeskBrowser(), link)).toBe('login_link_expired');
    const { rows } = await server.database.pool.query(
      `select after from desk_audit where action = 'operator.unlock' and operator_name = 'system'`,
    );
    expect(rows).toEqual([{ after: '{"from":"host"}' }]);
  });

  it('has no link that opens a customer’s account, after its time, or for an unknown name', async () => {
    await addOperator(server, 'support', 'tom');
    const { body } = await server.try('POST user/login_link_open', {
      token: (await unlock('tom')).split('#link=')[1] ?? '',
    });
    expect(body.code).toBe('login_link_expired');
    const late = await unlock('tom');
    server.clock.nowMs += 30 * MINUTE_MS;
    expect(await open(new DeskBrowser(), late)).toBe('login_link_expired');
    await expect(unlock('nobody.here')).rejects.toThrow(/no active operator/);
  });
});

it('a changed password makes an operator’s other devices unknown', async () => {
  const work = await atWork('uma');
  const other = new DeskBrowser();
  const { body } = await other.send('POST desk/login', { name: 'uma', password: DESK_PASSWORD });
  const { token } = body.data as unknown as { token: string };
  const change = { old_password: DESK_PASSWORD, password: 'a new one', re_password: 'a new one' };
  expect((await other.send('POST desk/password', change, token)).body.code).toBe(1);
  await useUpTries('uma');
  expect(await work.login('uma', 'a new one')).toBe('login_limited');
  expect(await other.login('uma', 'a new one')).toBe(1);
});
