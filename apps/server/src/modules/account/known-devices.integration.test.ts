import { describe, expect, it } from 'vitest';
import { DAY_MS, MINUTE_MS } from '@tallystick/core/durations';
import { TEST_PASSWORD, TestServer } from '../../testing/test-server.ts';
import { login, guessingInTests } from './testing/guessing.ts';

const guessing = guessingInTests();

describe('a known device', () => {
  it('logs in while strangers are limited, also from where they guess', async () => {
    const { customer, home } = await guessing.customerAtHome();
    await guessing.useUpTries(customer.email);
    expect(await home.code('POST user/login', login(customer.email))).toBe(1);
    const { cookie } = home;
    expect(await guessing.stranger(cookie).code('POST user/login', login(customer.email))).toBe(1);
  });

  it('has a small budget of its own, and strangers keep theirs', async () => {
    const { customer, home } = await guessing.customerAtHome();
    for (let i = 0; i < 8; i++) {
      expect(await home.code('POST user/login', login(customer.email, 'typo'))).toBe('login_failed');
    }
    const { body } = await home.try('POST user/login', login(customer.email));
    expect(body).toMatchObject({ code: 'account_locked', data: { retry_after_s: 600 } });
    expect(await guessing.stranger().code('POST user/login', login(customer.email))).toBe(1);
    guessing.server.clock.nowMs += 10 * MINUTE_MS;
    expect(await home.code('POST user/login', login(customer.email))).toBe(1);
    expect(await home.code('POST user/login', login(customer.email, 'typo'))).toBe('login_failed');
  });

  it('is known to its account only', async () => {
    const { home } = await guessing.customerAtHome();
    const other = await guessing.server.customer();
    await guessing.useUpTries(other.email);
    expect(await home.code('POST user/login', login(other.email))).toBe('login_limited');
  });

  it('cannot be forged, and its cookie is for the server only', async () => {
    const { customer, home } = await guessing.customerAtHome();
    const { headers } = await home.try('POST user/login', login(customer.email));
    expect(headers['set-cookie']).toMatch(
      /^tallystick_browser=[\w-]{32}\.[\w-]{43}; Path=\/api; Max-Age=\d+; HttpOnly; SameSite=Strict$/,
    );
    await guessing.useUpTries(customer.email);
    const [id = '', signature = ''] = (home.cookie ?? '').split('.');
    const forged = [
      id,
      `${id}.`,
      `${id.slice(0, -1)}${otherThan(id.at(-1))}.${signature}`,
      // Of the last character not every bit counts.
      `${id}.${otherThan(signature[0])}${signature.slice(1)}`,
      'tallystick_browser=',
      'tallystick_browser=%00.',
    ];
    for (const cookie of forged) {
      expect(await guessing.stranger(cookie).code('POST user/login', login(customer.email))).toBe(
        'login_limited',
      );
    }
    const { rows } = await guessing.server.database.pool.query<{ all: string }>(
      `select string_agg(encode(key, 'base64'), ' ') as all from known_devices`,
    );
    expect(rows[0]?.all).not.toContain(id.split('=')[1]);
  });

  it('goes over https only, where customers come by https', async () => {
    const secure = await TestServer.start({ publicUrl: 'https://exchange.example' });
    try {
      const { email } = await secure.customer();
      const { headers } = await secure.try('POST user/login', login(email));
      expect(headers['set-cookie']).toMatch(/; Secure$/);
    } finally {
      await secure.close();
    }
  });

  it('is a stranger after half a year without use', async () => {
    const { customer, home } = await guessing.customerAtHome();
    guessing.server.clock.nowMs += 181 * DAY_MS;
    await guessing.useUpTries(customer.email);
    expect(await home.code('POST user/login', login(customer.email))).toBe('login_limited');
  });

  it('is one of ten at most: those used longest ago are strangers again', async () => {
    const { customer, home } = await guessing.customerAtHome();
    for (let i = 0; i < 10; i++) {
      guessing.server.clock.nowMs += 2 * DAY_MS;
      expect(await guessing.stranger().code('POST user/login', login(customer.email))).toBe(1);
    }
    await guessing.useUpTries(customer.email);
    expect(await home.code('POST user/login', login(customer.email))).toBe('login_limited');
  });

  it('is not pushed out by somebody who has just learnt the password', async () => {
    const { customer, home } = await guessing.customerAtHome();
    guessing.server.clock.nowMs += 2 * DAY_MS;
    for (let i = 0; i < 12; i++) await guessing.stranger().code('POST user/login', login(customer.email));
    await guessing.useUpTries(customer.email);
    expect(await home.code('POST user/login', login(customer.email))).toBe(1);
  });
});

describe('devices become strangers', () => {
  it('all but the one in hand, when the password is changed', async () => {
    const { customer, home } = await guessing.customerAtHome();
    const other = guessing.stranger();
    const { body } = await other.try('POST user/login', login(customer.email));
    const { token } = body.data as { token: string };
    const change = { old_password: TEST_PASSWORD, password: 'another one', re_password: 'another one' };
    await guessing.server.call('POST safe/update_password', change, { token });
    await guessing.useUpTries(customer.email);
    expect(await home.code('POST user/login', login(customer.email, 'another one'))).toBe('login_limited');
    expect(await other.code('POST user/login', login(customer.email, 'another one'))).toBe(1);
  });

  it('all but the one that set a new password with a code', async () => {
    const { customer, home } = await guessing.customerAtHome();
    const phone = guessing.stranger();
    const { body } = await phone.try('POST sms_mail', { email: customer.email, purpose: 'forget' });
    const { demo_code: code } = body.data as { demo_code: string };
    const reset = { code, password: 'another one', re_password: 'another one' };
    const forget = { kind: 'email' as const, account: customer.email, ...reset };
    expect(await phone.code('POST user/forget', forget)).toBe(1);
    await guessing.useUpTries(customer.email);
    expect(await home.code('POST user/login', login(customer.email, 'another one'))).toBe('login_limited');
    expect(await phone.code('POST user/login', login(customer.email, 'another one'))).toBe(1);
  });

  it('all but the one in hand, by logging out everywhere; one by ending its session', async () => {
    const { customer, home } = await guessing.customerAtHome();
    const here = guessing.stranger();
    const { body } = await here.try('POST user/login', login(customer.email));
    const { token } = body.data as { token: string };
    const third = guessing.stranger();
    await third.code('POST user/login', login(customer.email));
    const { sessions } = await guessing.server.call('GET user/center2', {}, { token });
    await guessing.server.call('POST user/revoke_session', { session_id: sessions[0]!.id }, { token });
    await guessing.useUpTries(customer.email);
    expect(await third.code('POST user/login', login(customer.email))).toBe('login_limited');
    expect(await home.code('POST user/login', login(customer.email))).toBe(1);
    await guessing.server.call('POST user/revoke_session', { all: true }, { token });
    expect(await home.code('POST user/login', login(customer.email))).toBe('login_limited');
    expect(await here.code('POST user/login', login(customer.email))).toBe(1);
  });

  it('all of them, when the desk freezes the account', async () => {
    const { customer, home } = await guessing.customerAtHome();
    await guessing.server.services.security.freezes.freeze(customer.id, 'desk', false);
    await guessing.useUpTries(customer.email);
    expect(await home.code('POST user/login', login(customer.email))).toBe('login_limited');
  });

  it('and none slips in behind a change of the password', async () => {
    const customer = await guessing.server.customer();
    const { pool } = guessing.server.database;
    const count = async () =>
      (await pool.query('select from known_devices where customer_id = $1', [customer.id])).rowCount;
    const before = await count();
    const change = await pool.connect();
    try {
      await change.query('begin');
      await change.query(`update customers set password_hash = 'new' where id = $1`, [customer.id]);
      const logging = guessing.stranger().code('POST user/login', login(customer.email));
      // The login has reached the insertion of its session, which waits for the change.
      await expect
        .poll(async () => {
          const waiting = `select from pg_stat_activity where datname = current_database() and query like 'insert into sessions%' and wait_event_type = 'Lock'`;
          return (await pool.query(waiting)).rowCount;
        })
        .toBe(1);
      await change.query('commit');
      expect(await logging).toBe('login_failed');
    } finally {
      change.release();
    }
    expect(await count()).toBe(before);
  });

  it('but not by logging out', async () => {
    const { customer, home } = await guessing.customerAtHome();
    const { body } = await home.try('POST user/login', login(customer.email));
    await guessing.server.call('POST user/logout', {}, { token: (body.data as { token: string }).token });
    await guessing.useUpTries(customer.email);
    expect(await home.code('POST user/login', login(customer.email))).toBe(1);
  });
});

function otherThan(character = ''): string {
  return character === 'A' ? 'B' : 'A';
}
