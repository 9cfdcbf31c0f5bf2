import type pg from 'pg';
import { findCustomer, insertCustomer } from '../modules/account/store.ts';
import { createPasswords } from '../modules/account/passwords.ts';
import type { AccountService } from '../modules/login/service.ts';
import type { Faucet } from '../modules/wallet/faucet.ts';

/** Printed at every demo start: a verified customer with funds. */
export const DEMO_LOGIN = { email: 'demo@tallystick.example', password: 'tally-demo' } as const;

/** Opens the demo customer at the first start. Seeding again changes nothing. */
export async function seedDemoCustomer(
  pool: pg.Pool,
  account: AccountService,
  faucet: Faucet,
  now: () => number,
): Promise<void> {
  const contact = { kind: 'email', target: DEMO_LOGIN.email } as const;
  let customer = await findCustomer(pool, contact);
  if (customer === null) {
    const passwords = await createPasswords();
    customer = await insertCustomer(pool, {
      contact,
      passwordHash: await passwords.hash(DEMO_LOGIN.password),
      invitedBy: null,
      language: 'en',
      nickname: 'Demo',
      verification: 'verified',
      demo: true,
      atMs: now(),
    });
  }
  if (customer === null) throw new Error(`${DEMO_LOGIN.email} could not be registered`);
  if (!customer.opened) await account.openInCore(customer.id);
  await faucet.claim(customer.id, 'demo-seed');
}
