import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { TEST_PASSWORD, TestServer, type TestCustomer } from '../../testing/test-server.ts';
import { turnOnTwoFactor } from './testing/authenticator-app.ts';
import { newestMessage } from './testing/proof-code.ts';
import { SoftwareKey, type Spoil } from './testing/software-key.ts';

const ORIGIN = 'https://exchange.example';

let server: TestServer;
beforeAll(async () => {
  server = await TestServer.start({ publicUrl: `${ORIGIN}/` });
});
afterAll(() => server.close());

const as = (customer: TestCustomer) => ({ token: customer.token });

async function optionsToAdd(customer: TestCustomer): Promise<Record<string, unknown>> {
  const { options } = await server.call(
    'POST user/passkey_options',
    { password: TEST_PASSWORD },
    as(customer),
  );
  return options;
}

async function addKey(customer: TestCustomer, name = 'My phone'): Promise<SoftwareKey> {
  const key = new SoftwareKey(ORIGIN);
  const credential = key.create(await optionsToAdd(customer));
  await server.call('POST user/passkey_add', { credential, name }, as(customer));
  return key;
}

async function logIn(key: SoftwareKey, spoil: Spoil = {}) {
  const { options } = await server.call('POST user/passkey_login_options', {});
  return server.try('POST user/passkey_login', { credential: key.get(options, spoil) });
}

describe('a passkey', () => {
  it('is made with the password, named, listed, and told to the owner', async () => {
    const customer = await server.customer();
    const wrong = await server.refused('POST user/passkey_options', { password: 'no' }, as(customer));
    expect(wrong.code).toBe('password_wrong');
    const options = await optionsToAdd(customer);
    expect(options).toMatchObject({
      rp: { id: 'exchange.example', name: 'Tallystick' },
      authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
    });
    expect(JSON.stringify(options)).not.toContain(customer.email);
    const key = new SoftwareKey(ORIGIN);
    const added = await server.call(
      'POST user/passkey_add',
      { credential: key.create(options), name: '  My   phone ' },
      as(customer),
    );
    expect(added.passkey).toMatchObject({ name: 'My phone', synced: false, last_used_at_ms: null });
    expect(await newestMessage(server, customer.email)).toContain('My phone');
    const { passkeys } = await server.call('GET user/security', {}, as(customer));
    expect(passkeys).toEqual([added.passkey]);
  });

  it('logs in alone, and the use is noted', async () => {
    const customer = await server.customer();
    const key = await addKey(customer);
    const { body } = await logIn(key);
    expect(body.data).toMatchObject({ user: { id: customer.id } });
    const { passkeys } = await server.call('GET user/security', {}, as(customer));
    expect(passkeys[0]?.last_used_at_ms).toBe(server.clock.nowMs);
    const { items } = await server.call('GET user/login_history', {}, as(customer));
    expect(items[0]).toMatchObject({ method: 'passkey', succeeded: true });
  });

  it('stands for the second factor', async () => {
    const customer = await server.customer();
    const key = await addKey(customer);
    await turnOnTwoFactor(server, customer);
    const refused = await server.refused('POST user/login', {
      kind: 'email',
      account: customer.email,
      password: TEST_PASSWORD,
    });
    expect(refused.data).toMatchObject({ methods: 'code,passkey' });
    const { ticket } = refused.data as { ticket: string };
    const { options } = await server.call('POST user/passkey_login_options', { ticket });
    expect(options['allowCredentials']).toMatchObject([{ id: key.id }]);
    // A valid answer of another customer than the one who is logging in.
    const stranger = await addKey(await server.customer());
    const foreign = { credential: stranger.get(options), ticket };
    expect((await server.refused('POST user/passkey_login', foreign)).code).toBe('passkey_failed');
    const fresh = await server.call('POST user/passkey_login_options', { ticket });
    const credential = key.get(fresh.options);
    expect((await server.call('POST user/passkey_login', { credential, ticket })).user.id).toBe(customer.id);
    const again = await server.refused('POST user/passkey_login_options', { ticket });
    expect(again.code).toBe('second_factor_expired');
  });

  it.each<[string, Spoil]>([
    ['from a forged page', { origin: 'https://exchange-example.evil' }],
    ['from a page of another port', { origin: 'https://exchange.example:8443' }],
    ['for another site', { rpId: 'evil.example' }],
    ['for a challenge we did not give', { challenge: 'bm90IG91cnM' }],
    ['without finger, face or PIN', { unverified: true }],
    ['signed by nobody', { signature: Buffer.alloc(70, 1) }],
  ])('refuses an answer %s, when added and when logging in', async (_, spoil) => {
    const customer = await server.customer();
    const key = await addKey(customer);
    expect((await logIn(key, spoil)).body.code).toBe('passkey_failed');
    // Adding a key needs no signature.
    if (spoil.signature !== undefined) return;
    const credential = new SoftwareKey(ORIGIN).create(await optionsToAdd(customer), spoil);
    const refused = await server.refused('POST user/passkey_add', { credential, name: 'x' }, as(customer));
    expect(refused.code).toBe('passkey_failed');
  });

  it('answers a challenge once, in time, and for the customer and use it was made for', async () => {
    const customer = await server.customer();
    const key = await addKey(customer);
    const { options } = await server.call('POST user/passkey_login_options', {});
    const credentials = [1, 2, 3].map(() => ({ credential: key.get(options) }));
    const answers = await Promise.all(credentials.map(one => server.try('POST user/passkey_login', one)));
    expect(answers.filter(({ body }) => body.type === 'ok')).toHaveLength(1);
    const late = await server.call('POST user/passkey_login_options', {});
    server.clock.nowMs += 5 * 60_000;
    const credential = key.get(late.options);
    expect((await server.refused('POST user/passkey_login', { credential })).code).toBe('passkey_failed');
    const toAdd = await optionsToAdd(customer);
    const misused = { credential: key.get(toAdd) };
    expect((await server.refused('POST user/passkey_login', misused)).code).toBe('passkey_failed');
    const theirs = new SoftwareKey(ORIGIN).create(await optionsToAdd(customer));
    const thief = await server.customer();
    const stolen = await server.refused('POST user/passkey_add', { credential: theirs, name: '' }, as(thief));
    expect(stolen.code).toBe('passkey_failed');
  });

  it('whose counter goes back is a copy', async () => {
    const customer = await server.customer();
    const key = await addKey(customer);
    expect((await logIn(key, { counter: 7 })).body.type).toBe('ok');
    expect((await logIn(key, { counter: 7 })).body.code).toBe('passkey_failed');
    expect((await logIn(key, { counter: 6 })).body.code).toBe('passkey_failed');
    expect((await logIn(key, { counter: 8 })).body.type).toBe('ok');
  });

  it.each(['', '{', '[]', 'null', '{"id":"a"}', '{"id":"a","rawId":"a","type":"public-key","response":{}}'])(
    'is none: %s',
    async credential => {
      expect((await server.refused('POST user/passkey_login', { credential })).code).toBe('passkey_failed');
    },
  );

  it('is renamed and removed by its owner only; removing takes the password and holds withdrawals', async () => {
    const customer = await server.customer();
    const key = await addKey(customer);
    const { passkeys } = await server.call('GET user/security', {}, as(customer));
    const id = { passkey_id: passkeys[0]?.id ?? 0 };
    const stranger = await server.customer();
    const rename = { ...id, name: 'Mine now' };
    expect((await server.refused('POST user/passkey_rename', rename, as(stranger))).code).toBe('not_found');
    const remove = { ...id, password: TEST_PASSWORD };
    expect((await server.refused('POST user/passkey_remove', remove, as(stranger))).code).toBe('not_found');
    const renamed = await server.call('POST user/passkey_rename', { ...id, name: 'Old phone' }, as(customer));
    expect(renamed.passkey.name).toBe('Old phone');
    const wrong = await server.refused('POST user/passkey_remove', { ...id, password: 'no' }, as(customer));
    expect(wrong.code).toBe('password_wrong');
    const { hold } = await server.call('POST user/passkey_remove', remove, as(customer));
    expect(hold?.reason).toBe('passkey');
    expect((await logIn(key)).body.code).toBe('passkey_failed');
  });

  it('has at most nine others, also when they come at once', async () => {
    const customer = await server.customer();
    const credentials: string[] = [];
    for (let i = 0; i < 12; i++) {
      credentials.push(new SoftwareKey(ORIGIN).create(await optionsToAdd(customer)));
    }
    const answers = await Promise.all(
      credentials.map(credential =>
        server.try('POST user/passkey_add', { credential, name: 'One of many' }, as(customer)),
      ),
    );
    expect(answers.filter(({ body }) => body.type === 'ok')).toHaveLength(10);
    const more = await server.refused('POST user/passkey_options', { password: TEST_PASSWORD }, as(customer));
    expect(more).toMatchObject({ code: 'too_many_passkeys', data: { maximum: 10 } });
  });
});
