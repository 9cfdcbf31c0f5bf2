import { MINUTE_MS } from '@tallystick/core/durations';
import { momentIn } from '@tallystick/protocol/figures';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { TEST_PASSWORD, TestServer, type TestCustomer } from '../../testing/test-server.ts';
import { turnOnTwoFactor } from './testing/authenticator-app.ts';
import { newestMessage } from './testing/proof-code.ts';
import { codeOf } from './testing/totp-code.ts';

const STEP_MS = 30_000;

let server: TestServer;
beforeAll(async () => {
  server = await TestServer.start();
});
afterAll(() => server.close());

const as = (customer: TestCustomer) => ({ token: customer.token });
const anywhere = ({ id }: TestCustomer) => ({ customerId: id, deviceId: null });

/** The ticket after the first step: the password is right, a second factor is needed. */
async function ticketOf(customer: TestCustomer): Promise<string> {
  const refused = await server.refused('POST user/login', {
    kind: 'email',
    account: customer.email,
    password: TEST_PASSWORD,
  });
  expect(refused).toMatchObject({ code: 'second_factor_required', status: 401, data: { methods: 'code' } });
  return String((refused.data as { ticket: string }).ticket);
}

const second = (ticket: string, code: string) =>
  server.try('POST user/login_second', { ticket, two_factor_code: code });

describe('turning two-factor on', () => {
  it('takes the password and the first code; the secret is sealed and the codes are hashed', async () => {
    const customer = await server.customer();
    const wrong = await server.refused('POST user/two_factor_setup', { password: 'nonsense' }, as(customer));
    expect(wrong.code).toBe('password_wrong');
    const { secret, otpauth_url: url } = await server.call(
      'POST user/two_factor_setup',
      { password: TEST_PASSWORD },
      as(customer),
    );
    expect(url).toMatch(/^otpauth:\/\/totp\/Tallystick/);
    expect(new URL(url).searchParams.get('secret')).toBe(secret);
    // Before it is confirmed, logging in does not ask for it.
    await server.call('POST user/login', { kind: 'email', account: customer.email, password: TEST_PASSWORD });
    const confirm = (code: string) =>
      server.try('POST user/two_factor_confirm', { two_factor_code: code }, as(customer));
    expect((await confirm('000000')).body.code).toBe('two_factor_wrong');
    const { body } = await confirm(codeOf(secret, server.clock.nowMs));
    const { recovery_codes: codes } = body.data as { recovery_codes: string[] };
    expect(new Set(codes).size).toBe(10);
    expect(codes.every(code => /^[2-9A-HJ-NP-Z]{5}-[2-9A-HJ-NP-Z]{5}$/.test(code))).toBe(true);
    expect(await newestMessage(server, customer.email)).toContain('Two-factor is on');
    expect(await server.call('GET user/center', {}, as(customer))).toMatchObject({ two_factor: true });
    const { rows } = await server.database.pool.query<{ text: string }>(
      `select encode(secret, 'escape') || coalesce((select string_agg(encode(code_hash, 'escape'), '')
         from recovery_codes r where r.customer_id = t.customer_id), '') as text
         from two_factors t where customer_id = $1`,
      [customer.id],
    );
    const stored = rows[0]?.text ?? '';
    expect(stored).not.toContain(secret);
    for (const code of codes) expect(stored).not.toContain(code.slice(0, 5));
  });

  it('is refused a second time, and leaves the secret as it is', async () => {
    const customer = await server.customer();
    const app = await turnOnTwoFactor(server, customer);
    const again = await server.refused(
      'POST user/two_factor_setup',
      { password: TEST_PASSWORD },
      as(customer),
    );
    expect(again.code).toBe('two_factor_on');
    await server.services.security.twoFactor.check(anywhere(customer), app.next());
  });
});

describe('logging in with two-factor', () => {
  it('takes the password and then a code; the session is like any other', async () => {
    const customer = await server.customer();
    const app = await turnOnTwoFactor(server, customer);
    const { body } = await second(await ticketOf(customer), app.next());
    expect(body.type).toBe('ok');
    const { token } = body.data as { token: string };
    expect(await server.call('GET user/center', {}, { token })).toMatchObject({ id: customer.id });
    const { items } = await server.call('GET user/login_history', {}, { token });
    expect(items[0]).toMatchObject({ method: 'two_factor', succeeded: true });
  });

  it('takes codes of one step before and after, for clocks that are off, and none further away', async () => {
    const customer = await server.customer();
    const { secret } = await turnOnTwoFactor(server, customer);
    for (const [steps, expected] of [
      [-2, 'two_factor_wrong'],
      [-1, undefined],
      [0, undefined],
      [1, undefined],
      [2, 'two_factor_wrong'],
    ] as const) {
      // Far from the used steps.
      server.clock.nowMs += 10 * STEP_MS;
      const code = codeOf(secret, server.clock.nowMs + steps * STEP_MS);
      const { body } = await second(await ticketOf(customer), code);
      expect([steps, body.type === 'ok' ? undefined : body.code]).toEqual([steps, expected]);
    }
  });

  it('refuses a code a second time, also at the same moment and for another use', async () => {
    const customer = await server.customer();
    const app = await turnOnTwoFactor(server, customer);
    const code = app.next();
    const tickets = await Promise.all([1, 2, 3].map(() => ticketOf(customer)));
    const answers = await Promise.all(tickets.map(ticket => second(ticket, code)));
    expect(answers.filter(({ body }) => body.type === 'ok')).toHaveLength(1);
    await expect(server.services.security.twoFactor.check(anywhere(customer), code)).rejects.toMatchObject({
      code: 'two_factor_wrong',
    });
  });

  it('refuses a ticket that was used, is too old, or was made up', async () => {
    const customer = await server.customer();
    const app = await turnOnTwoFactor(server, customer);
    const used = await ticketOf(customer);
    expect((await second(used, app.next())).body.type).toBe('ok');
    expect((await second(used, app.next())).body.code).toBe('second_factor_expired');
    const old = await ticketOf(customer);
    server.clock.nowMs += 5 * MINUTE_MS;
    expect((await second(old, app.next())).body.code).toBe('second_factor_expired');
    expect((await second('made-up', app.next())).body.code).toBe('second_factor_expired');
  });

  it('locks after five wrong codes for half an hour, for every ticket', async () => {
    const customer = await server.customer();
    const app = await turnOnTwoFactor(server, customer);
    const ticket = await ticketOf(customer);
    const guesses = await Promise.all(Array.from({ length: 9 }, () => second(ticket, 'abcdef')));
    const codes = guesses.map(({ body }) => body.code);
    expect(codes.filter(code => code === 'two_factor_wrong')).toHaveLength(5);
    expect(codes.filter(code => code === 'two_factor_locked')).toHaveLength(4);
    expect((await second(await ticketOf(customer), app.next())).status).toBe(423);
    server.clock.nowMs += 30 * MINUTE_MS;
    expect((await second(await ticketOf(customer), app.next())).body.type).toBe('ok');
  });

  it('ends with the password it began with', async () => {
    const customer = await server.customer();
    const app = await turnOnTwoFactor(server, customer);
    const ticket = await ticketOf(customer);
    const next = 'another password';
    await server.call(
      'POST safe/update_password',
      {
        old_password: TEST_PASSWORD,
        password: next,
        re_password: next,
        two_factor_code: app.next(),
      },
      as(customer),
    );
    expect((await second(ticket, app.next())).body.code).toBe('second_factor_expired');
  });
});

describe('recovery codes', () => {
  it('log in once each, however they are typed, and tell the owner', async () => {
    const customer = await server.customer();
    const { recoveryCodes } = await turnOnTwoFactor(server, customer);
    const [code = ''] = recoveryCodes;
    const tickets = await Promise.all([1, 2, 3].map(() => ticketOf(customer)));
    const answers = await Promise.all(
      tickets.map(ticket => second(ticket, ` ${code.toLowerCase().replace('-', ' ')} `)),
    );
    expect(answers.filter(({ body }) => body.type === 'ok')).toHaveLength(1);
    expect(await newestMessage(server, customer.email)).toContain('9');
    expect((await second(await ticketOf(customer), code)).body.code).toBe('two_factor_wrong');
    const page = await server.call('GET user/security', {}, as(customer));
    expect(page.recovery_codes_left).toBe(9);
  });

  it('do not move money, and are replaced all at once', async () => {
    const customer = await server.customer();
    const app = await turnOnTwoFactor(server, customer);
    const [code = '', other = ''] = app.recoveryCodes;
    await expect(server.services.security.twoFactor.check(anywhere(customer), code)).rejects.toMatchObject({
      code: 'two_factor_wrong',
    });
    const renew = (input: { password: string; two_factor_code: string }) =>
      server.try('POST user/recovery_codes', input, as(customer));
    expect((await renew({ password: 'no', two_factor_code: app.next() })).body.code).toBe('password_wrong');
    expect((await renew({ password: TEST_PASSWORD, two_factor_code: other })).body.code).toBe(
      'two_factor_wrong',
    );
    const { body } = await renew({ password: TEST_PASSWORD, two_factor_code: app.next() });
    const { recovery_codes: fresh } = body.data as { recovery_codes: string[] };
    expect(fresh).toHaveLength(10);
    expect((await second(await ticketOf(customer), other)).body.code).toBe('two_factor_wrong');
    expect((await second(await ticketOf(customer), fresh[0] ?? '')).body.type).toBe('ok');
  });
});

describe('turning two-factor off', () => {
  it('takes the password and a code, holds withdrawals, and leaves nothing behind', async () => {
    const { settings } = server.services;
    const limits = { ...settings.get('withdrawal_limits'), security_hold_hours: 48 };
    await settings.write(server.database.pool, 'withdrawal_limits', limits, 'test', 0);
    await settings.reload();
    const customer = await server.customer();
    const app = await turnOnTwoFactor(server, customer);
    const disable = (password: string, code: string) =>
      server.try('POST user/two_factor_disable', { password, two_factor_code: code }, as(customer));
    expect((await disable('no', app.next())).body.code).toBe('password_wrong');
    expect((await disable(TEST_PASSWORD, '123123')).body.code).toBe('two_factor_wrong');
    const { body } = await disable(TEST_PASSWORD, app.recoveryCodes[0] ?? '');
    expect(body.data).toMatchObject({ hold: { reason: 'two_factor' } });
    expect((await server.call('GET user/security', {}, as(customer))).hold_hours).toBe(48);
    expect(await newestMessage(server, customer.email)).toContain('Two-factor is off');
    const until = momentIn('en', server.clock.nowMs + 48 * 3_600_000, 'minute');
    expect(await newestMessage(server, customer.email)).toContain(`until ${until} (UTC)`);
    await server.call('POST user/login', { kind: 'email', account: customer.email, password: TEST_PASSWORD });
    await server.services.security.twoFactor.check(anywhere(customer), null);
    expect((await disable(TEST_PASSWORD, app.next())).body.code).toBe('two_factor_off');
    const { rows } = await server.database.pool.query('select 1 from recovery_codes where customer_id = $1', [
      customer.id,
    ]);
    expect(rows).toEqual([]);
  });

  it('a secret sealed for one customer opens for no other', async () => {
    const [one, other] = [await server.customer(), await server.customer()];
    await turnOnTwoFactor(server, one);
    const app = await turnOnTwoFactor(server, other);
    await server.database.pool.query(
      'update two_factors set secret = (select secret from two_factors where customer_id = $1) where customer_id = $2',
      [other.id, one.id],
    );
    await expect(server.services.security.twoFactor.check(anywhere(one), app.next())).rejects.toThrow(
      /sealed/,
    );
  });
});
