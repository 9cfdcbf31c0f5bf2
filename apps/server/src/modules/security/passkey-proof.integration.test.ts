import { HOUR_MS } from '@tallystick/core/durations';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { freshKey, TEST_PASSWORD, TestServer, type TestCustomer } from '../../testing/test-server.ts';
import {
  FUND_PASSWORD,
  saveAddress,
  tryToWithdraw,
  withdrawer,
  withdrawing,
} from '../testing/withdrawing.ts';
import { turnOnTwoFactor } from './testing/authenticator-app.ts';
import { SoftwareKey } from './testing/software-key.ts';

const ORIGIN = 'https://exchange.example';
const WAIT_MS = 24 * HOUR_MS;

let server: TestServer;
beforeAll(async () => {
  server = await TestServer.start({ publicUrl: `${ORIGIN}/` });
});
afterAll(() => server.close());

const as = (customer: TestCustomer) => ({ token: customer.token });

/** A customer with an address, an authenticator app and a passkey. */
async function protectedCustomer(): Promise<{ customer: TestCustomer; key: SoftwareKey; addressId: number }> {
  const customer = await withdrawer(server);
  const { address_id: addressId } = await saveAddress(server, customer);
  await turnOnTwoFactor(server, customer);
  const key = await addKey(customer);
  return { customer, key, addressId };
}

async function addKey(customer: TestCustomer): Promise<SoftwareKey> {
  const key = new SoftwareKey(ORIGIN);
  const { options } = await server.call(
    'POST user/passkey_options',
    { password: TEST_PASSWORD },
    as(customer),
  );
  const made = { credential: key.create(options), name: 'My phone' };
  await server.call('POST user/passkey_add', made, as(customer));
  return key;
}

async function proofBy(key: SoftwareKey, customer: TestCustomer): Promise<string> {
  const { options } = await server.call('POST user/passkey_proof_options', {}, as(customer));
  return key.get(options);
}

it('a passkey stands for the authenticator’s code when money moves out', async () => {
  const { customer, key, addressId } = await protectedCustomer();
  server.clock.nowMs += WAIT_MS;
  const without = await tryToWithdraw(server, customer, { address_id: addressId });
  expect(without.body.code).toBe('two_factor_required');
  const input = await withdrawing(server, customer, {
    address_id: addressId,
    passkey: await proofBy(key, customer),
  });
  const asked = freshKey();
  const options = { ...as(customer), key: asked };
  const { withdrawal } = await server.call('POST wallet/out', input, options);
  expect(withdrawal.state).toBe('processing');
  // The proof is no part of what was meant: sent again with another, it is the same withdrawal.
  const again = await server.call('POST wallet/out', { ...input, passkey: 'another' }, options);
  expect(again.withdrawal.withdrawal_id).toBe(withdrawal.withdrawal_id);
});

it('an answer is good for one proof, of its owner, and not for a login', async () => {
  const { customer, key, addressId } = await protectedCustomer();
  const other = await protectedCustomer();
  server.clock.nowMs += WAIT_MS;
  const passkey = await proofBy(key, customer);
  const attempt = async (who: TestCustomer, id: number, credential: string) =>
    (await tryToWithdraw(server, who, { address_id: id, passkey: credential })).body.code;
  expect(await attempt(other.customer, other.addressId, passkey)).toBe('passkey_failed');
  // That attempt has used the answer up.
  expect(await attempt(customer, addressId, passkey)).toBe('passkey_failed');
  const fresh = await proofBy(key, customer);
  expect((await server.refused('POST user/passkey_login', { credential: fresh })).code).toBe(
    'passkey_failed',
  );
  const { options } = await server.call('POST user/passkey_login_options', {});
  expect(await attempt(customer, addressId, key.get(options))).toBe('passkey_failed');
  expect(await attempt(customer, addressId, 'nonsense')).toBe('passkey_failed');
  expect(await attempt(customer, addressId, await proofBy(key, customer))).toBe(1);
});

it('a passkey that somebody may just have added proves nothing yet', async () => {
  const { customer, key } = await protectedCustomer();
  expect((await server.refused('POST user/passkey_proof_options', {}, as(customer))).code).toBe(
    'passkey_failed',
  );
  server.clock.nowMs += WAIT_MS - 1;
  expect((await server.refused('POST user/passkey_proof_options', {}, as(customer))).code).toBe(
    'passkey_failed',
  );
  server.clock.nowMs += 1;
  const fresh = await addKey(customer);
  const { options } = await server.call('POST user/passkey_proof_options', {}, as(customer));
  expect(options['allowCredentials']).toHaveLength(1);
  const code = { password: FUND_PASSWORD };
  const refused = await tryToWithdraw(server, customer, {
    ...code,
    address_id: 1,
    passkey: fresh.get(options),
  });
  expect(refused.body.type).toBe('error');
  expect(await proofBy(key, customer)).toContain('signature');
});
