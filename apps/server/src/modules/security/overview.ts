import type pg from 'pg';
import { CallFailure } from '../../http/call-failure.ts';
import { findCustomerById } from '../account/store.ts';
import type { Security } from './security.ts';
import type { Tryer } from './tries.ts';

type OverviewSources = Pick<Security, 'fundPassword' | 'twoFactor' | 'passkeys' | 'freezes' | 'holds'>;

/** The account's protections and holds. Throws session_invalid for an account that is gone. */
export async function overviewOf(
  pool: pg.Pool,
  { fundPassword, twoFactor, passkeys, freezes, holds }: OverviewSources,
  by: Tryer,
) {
  const { customerId } = by;
  const customer = await findCustomerById(pool, customerId);
  if (customer === null) throw new CallFailure('session_invalid');
  return {
    customer,
    fundPassword: await fundPassword.state(by),
    freeze: await freezes.current(customerId),
    twoFactorSinceMs: await twoFactor.since(customerId),
    recoveryCodesLeft: await twoFactor.recoveryCodesLeft(customerId),
    passkeys: await passkeys.list(customerId),
    hold: await holds.current(customerId),
    holdHours: holds.hours,
  };
}
