import { DAY_MS } from '@tallystick/core/durations';
import type { CallInput, CallName } from '@tallystick/protocol';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Answer } from '../../testing/test-requests.ts';
import { TEST_PASSWORD, TestServer, type TestCustomer } from '../../testing/test-server.ts';
import { turnOnTwoFactor } from './testing/authenticator-app.ts';
import { newestMessage, proofCode, setFundPassword } from './testing/proof-code.ts';
import { SoftwareKey } from './testing/software-key.ts';
import { codeOf } from './testing/totp-code.ts';

const FUND_PASSWORD = '258147';
const ORIGIN = 'https://exchange.example';

let server: TestServer;
beforeAll(async () => {
  server = await TestServer.start({ publicUrl: `${ORIGIN}/` });
});
afterAll(() => server.close());

const as = (customer: TestCustomer) => ({ token: customer.token });
const send = <Name extends CallName>(customer: TestCustomer, name: Name, input: CallInput<Name>) =>
  server.try(name, input, as(customer)) as Promise<Answer>;
const logIn = (customer: TestCustomer) =>
  ({ kind: 'email', account: customer.email, password: TEST_PASSWORD }) as const;

/** Tried twice with the same input: first while the outbox refuses messages, then again. */
type Attempt = () => Promise<Answer>;

const DEEDS: readonly (readonly [
  what: string,
  tells: string,
  prepare: (who: TestCustomer) => Promise<Attempt>,
])[] = [
  [
    'another password',
    'Your Tallystick password was changed',
    who => {
      const [password, re_password] = ['another password', 'another password'];
      const input = { old_password: TEST_PASSWORD, password, re_password };
      return Promise.resolve(() => send(who, 'POST safe/update_password', input));
    },
  ],
  [
    'another fund password',
    'Your fund password was set',
    async who => {
      await setFundPassword(server, who, FUND_PASSWORD);
      const [password, re_password] = ['741852', '741852'];
      return () => send(who, 'POST user/e_pwd', { old_password: FUND_PASSWORD, password, re_password });
    },
  ],
  [
    'a second factor turned on',
    'Two-factor is on',
    async who => {
      const { secret } = await server.call(
        'POST user/two_factor_setup',
        { password: TEST_PASSWORD },
        as(who),
      );
      const input = { two_factor_code: codeOf(secret, server.clock.nowMs) };
      return () => send(who, 'POST user/two_factor_confirm', input);
    },
  ],
  [
    'a second factor turned off',
    'Two-factor is off',
    async who => {
      const app = await turnOnTwoFactor(server, who);
      const disable = () => ({ password: TEST_PASSWORD, two_factor_code: app.next() });
      return () => send(who, 'POST user/two_factor_disable', disable());
    },
  ],
  [
    'a recovery code',
    'A recovery code was used',
    async who => {
      const { recoveryCodes } = await turnOnTwoFactor(server, who);
      const refused = await server.refused('POST user/login', logIn(who));
      const ticket = String(refused.data['ticket']);
      return () => send(who, 'POST user/login_second', { ticket, two_factor_code: recoveryCodes[0] ?? '' });
    },
  ],
  [
    'a login from a new device',
    'A new device logged in to your account',
    async who => {
      await server.database.pool.query(
        `update login_history set device_key = 'another' where customer_id = $1`,
        [who.id],
      );
      return () => send(who, 'POST user/login', logIn(who));
    },
  ],
  ['a passkey added', 'A passkey was added', who => Promise.resolve(() => addPasskey(who))],
  [
    'a passkey removed',
    'A passkey was removed',
    async who => {
      await addPasskey(who);
      const { passkeys } = await server.call('GET user/security', {}, as(who));
      const input = { passkey_id: passkeys[0]?.id ?? 0, password: TEST_PASSWORD };
      return () => send(who, 'POST user/passkey_remove', input);
    },
  ],
  [
    'a freeze',
    'Your account is frozen',
    who => Promise.resolve(() => send(who, 'POST user/freeze', { password: TEST_PASSWORD })),
  ],
  [
    'the end of a freeze',
    'Your account is open again',
    async who => {
      const { freezes } = server.services.security;
      await freezes.freeze(who.id, 'customer', false);
      const { token } = await server.call('POST user/login', logIn(who));
      server.clock.nowMs += DAY_MS;
      const again = { ...who, token };
      return async () =>
        send(again, 'POST user/unfreeze', { code: await proofCode(server, again, 'unfreeze') });
    },
  ],
  [
    'another contact',
    'A contact of your account was changed',
    async who => {
      const contact = { kind: 'phone', area_code: '+84', account: `9123${who.id}` } as const;
      const code = await proofCode(server, who, 'contact');
      const sent = await server.call('POST user/contact_code', contact, as(who));
      return () => send(who, 'POST user/contact', { ...contact, new_code: sent.demo_code ?? '', code });
    },
  ],
];

/** Adds a passkey, with a new challenge each time. */
async function addPasskey(who: TestCustomer): Promise<Answer> {
  const { options } = await server.call('POST user/passkey_options', { password: TEST_PASSWORD }, as(who));
  const credential = new SoftwareKey(ORIGIN).create(options);
  return send(who, 'POST user/passkey_add', { credential, name: 'My phone' });
}

/** Makes the outbox refuse mails with this subject, as if the database failed. */
async function refusing(subject: string, work: () => Promise<void>): Promise<void> {
  const { pool } = server.database;
  await pool.query(`alter table outbox add constraint refused check (subject <> '${subject}') not valid`);
  try {
    await work();
  } finally {
    await pool.query('alter table outbox drop constraint refused');
  }
}

/** Number of security events of the customer's account in the feed. */
async function fedOf({ id }: TestCustomer): Promise<number> {
  const { rowCount } = await server.database.pool.query(
    `select 1 from office_events where customer_id = $1 and kind = 'securityNews'`,
    [id],
  );
  return rowCount ?? 0;
}

describe('what the owner cannot be told does not happen', () => {
  it.each(DEEDS)('%s', async (_, tells, prepare) => {
    const customer = await server.customer();
    const attempt = await prepare(customer);
    const before = await fedOf(customer);
    await refusing(tells, async () => {
      expect((await attempt()).body.code).toBe('internal_error');
    });
    // The first try left nothing behind: the same one works now, and is notified.
    expect((await attempt()).body.type).toBe('ok');
    expect(await newestMessage(server, customer.email)).toContain(tells);
    expect((await fedOf(customer)) - before).toBe(1);
  });
});
