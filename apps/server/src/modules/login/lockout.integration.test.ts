import { describe, expect, it } from 'vitest';
import { DAY_MS, MINUTE_MS } from '@tallystick/core/durations';
import { TEST_PASSWORD } from '../../testing/test-server.ts';
import { turnOnTwoFactor } from '../security/testing/authenticator-app.ts';
import { login, guessingInTests, STRANGERS } from '../account/testing/guessing.ts';
import type { TestBrowser } from '../account/testing/test-browser.ts';

const guessing = guessingInTests();

describe('strangers', () => {
  it('share what they may guess, wherever they come from; then right and wrong look alike', async () => {
    const { email } = await guessing.server.customer();
    await guessing.useUpTries(email);
    const right = await guessing.stranger().try('POST user/login', login(email));
    const wrong = await guessing.stranger().try('POST user/login', login(email, 'wrong'));
    const unknown = 'nobody.at.all@example.com';
    await guessing.useUpTries(unknown);
    const nobody = await guessing.stranger().try('POST user/login', login(unknown));
    expect(right.body).toMatchObject({ code: 'login_limited', data: {} });
    for (const answer of [wrong, nobody]) {
      expect(answer.body).toEqual(right.body);
      expect(answer.status).toBe(right.status);
      expect(Object.keys(answer.headers)).toEqual(Object.keys(right.headers));
    }
  });

  it('are no more when they come at the same moment', async () => {
    const { email } = await guessing.server.customer();
    const codes = await Promise.all(
      Array.from({ length: 40 }, (_, i) =>
        guessing.stranger().code('POST user/login', login(email, `guess ${i}`)),
      ),
    );
    expect(codes.filter(code => code === 'login_failed')).toHaveLength(STRANGERS);
    expect(codes.filter(code => code === 'login_limited')).toHaveLength(40 - STRANGERS);
  });

  it('get one guess more every half hour, so 58 in the first day', async () => {
    const { email } = await guessing.server.customer();
    await guessing.useUpTries(email);
    let checked = STRANGERS;
    for (let minute = 15; minute < 24 * 60; minute += 15) {
      guessing.server.clock.nowMs += 15 * MINUTE_MS;
      const code = await guessing.stranger().code('POST user/login', login(email, 'guess'));
      if (code === 'login_failed') checked++;
    }
    expect(checked).toBeLessThanOrEqual(58);
  });

  it('who know the password do not give others more guesses', async () => {
    const { email } = await guessing.server.customer();
    for (let i = 0; i < STRANGERS; i++) {
      await guessing.stranger().code('POST user/login', login(email, 'guess'));
      if (i < STRANGERS - 1) expect(await guessing.stranger().code('POST user/login', login(email))).toBe(1);
    }
    expect(await guessing.stranger().code('POST user/login', login(email))).toBe('login_limited');
  });

  it('do not fill the history of the account they guess at', async () => {
    const { customer } = await guessing.customerAtHome();
    await guessing.useUpTries(customer.email);
    for (let i = 0; i < 5; i++)
      await guessing.stranger().code('POST user/login', login(customer.email, 'guess'));
    const { items } = await guessing.server.call(
      'GET user/login_history',
      { limit: 50 },
      { token: customer.token },
    );
    expect(items.filter(item => !item.succeeded)).toHaveLength(STRANGERS);
  });
});

describe('with a second factor', () => {
  it('an owner on a new device passes with password and code in one, and only with both', async () => {
    const customer = await guessing.server.customer();
    const app = await turnOnTwoFactor(guessing.server, customer);
    await guessing.useUpTries(customer.email);
    const tries = [login(customer.email), login(customer.email, 'wrong', app.next())];
    for (const input of [...tries, login(customer.email, TEST_PASSWORD, '000000')]) {
      const { body, status } = await guessing.stranger().try('POST user/login', input);
      expect([body.code, status, body.data]).toEqual(['login_limited', 423, {}]);
    }
    const inOne = login(customer.email, TEST_PASSWORD, app.next());
    expect(await guessing.stranger().code('POST user/login', inOne)).toBe(1);
    // The code has been used.
    expect(await guessing.stranger().code('POST user/login', inOne)).toBe('login_limited');
  });

  it('guessing both in one is limited, too; a recovery code is as good as the app', async () => {
    const customer = await guessing.server.customer();
    const app = await turnOnTwoFactor(guessing.server, customer);
    await guessing.useUpTries(customer.email);
    const [recovery = ''] = app.recoveryCodes;
    expect(
      await guessing.stranger().code('POST user/login', login(customer.email, TEST_PASSWORD, recovery)),
    ).toBe(1);
    for (let i = 0; i < 4; i++) {
      await guessing.stranger().code('POST user/login', login(customer.email, TEST_PASSWORD, '000000'));
    }
    const inOne = login(customer.email, TEST_PASSWORD, app.next());
    expect(await guessing.stranger().code('POST user/login', inOne)).toBe('login_limited');
    guessing.server.clock.nowMs += 30 * MINUTE_MS;
    await guessing.stranger().code('POST user/login', login(customer.email, 'guess'));
    expect(
      await guessing.stranger().code('POST user/login', login(customer.email, TEST_PASSWORD, app.next())),
    ).toBe(1);
  });

  it('somebody with the password only locks strangers out, not the owner’s device', async () => {
    const customer = await guessing.server.customer();
    const app = await turnOnTwoFactor(guessing.server, customer);
    const ticketOf = async (browser: TestBrowser) => {
      const { body } = await browser.try('POST user/login', login(customer.email));
      return (body.data as { ticket: string }).ticket;
    };
    const second = async (browser: TestBrowser, code: string) =>
      browser.code('POST user/login_second', { ticket: await ticketOf(browser), two_factor_code: code });
    const home = guessing.stranger();
    expect(await second(home, app.next())).toBe(1);
    const thief = guessing.stranger();
    for (let i = 0; i < 5; i++) expect(await second(thief, '000000')).toBe('two_factor_wrong');
    expect(await second(thief, app.next())).toBe('two_factor_locked');
    expect(await second(guessing.stranger(), app.next())).toBe('two_factor_locked');
    expect(await second(home, app.next())).toBe(1);
    // Each further lock without a right code in between is twice as long.
    guessing.server.clock.nowMs += 30 * MINUTE_MS;
    for (let i = 0; i < 5; i++) await second(thief, '000000');
    const ticket = await ticketOf(thief);
    const { body } = await thief.try('POST user/login_second', { ticket, two_factor_code: '000000' });
    expect(body).toMatchObject({ code: 'two_factor_locked', data: { retry_after_s: 3600 } });
  });
});

describe('short secrets of somebody logged in', () => {
  it('a session of a device that is new does not lock those of the owner’s', async () => {
    const { customer, home } = await guessing.customerAtHome();
    const { fundPassword } = guessing.server.services.security;
    const { demo_code: code } = await guessing.server.call(
      'POST set/sms_other_mail',
      { purpose: 'fund_password' },
      { token: customer.token },
    );
    const fund = { password: '258147', re_password: '258147', code: code ?? '' };
    await guessing.server.call('POST user/e_pwd', fund, { token: customer.token });
    guessing.server.clock.nowMs += 2 * DAY_MS;
    const tokenOf = async (browser: TestBrowser) => {
      const { body } = await browser.try('POST user/login', login(customer.email));
      return (body.data as { token: string }).token;
    };
    const [owner, thief] = [await tokenOf(home), await tokenOf(guessing.stranger())];
    const check = (token: string, password: string) =>
      guessing.server.try('POST user/valid_paypass', { password }, { token });
    for (let i = 0; i < 5; i++) expect((await check(thief, '999998')).body.code).toBe('fund_password_wrong');
    // Another session of the thief has no new tries.
    expect((await check(await tokenOf(guessing.stranger()), '258147')).body.code).toBe(
      'fund_password_locked',
    );
    expect((await check(owner, '258147')).body.type).toBe('ok');
    expect(await fundPassword.state({ customerId: customer.id, deviceId: null })).toMatchObject({
      lockedUntilMs: guessing.server.clock.nowMs + 60 * MINUTE_MS,
    });
    const proof = (token: string, password: string) =>
      guessing.server.try('POST user/two_factor_setup', { password }, { token });
    for (let i = 0; i < 8; i++) await proof(thief, 'wrong');
    expect((await proof(thief, TEST_PASSWORD)).body.code).toBe('account_locked');
    expect((await proof(owner, TEST_PASSWORD)).body.type).toBe('ok');
  });
});

describe('metrics', () => {
  it('count who was let in and who was turned away', async () => {
    const { customer, home } = await guessing.customerAtHome();
    await guessing.useUpTries(customer.email);
    await home.code('POST user/login', login(customer.email));
    const text = await guessing.server.registry.metrics();
    for (const result of ['ok', 'wrong_password', 'limited']) {
      expect(text).toMatch(
        new RegExp(`tallystick_logins_total\\{who="customer",result="${result}"\\} [1-9]`),
      );
    }
  });
});
