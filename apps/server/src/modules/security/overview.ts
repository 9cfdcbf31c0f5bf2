import type { CallOutput } from '@tallystick/protocol';
import type pg from 'pg';
import { CallFailure } from '../../http/call-failure.ts';
import { findCustomerById } from '../account/store.ts';
import { UNFREEZE_AFTER_MS, type Freezes } from './freezes.ts';
import type { FundPassword } from './fund-password.ts';
import { wireHold, type Holds } from './holds.ts';
import { wirePasskey } from './passkey-store.ts';
import type { Passkeys } from './passkeys.ts';
import type { Tryer } from './tries.ts';
import type { TwoFactor } from './two-factor.ts';

export interface OverviewOptions {
  readonly pool: pg.Pool;
  readonly fundPassword: FundPassword;
  readonly twoFactor: TwoFactor;
  readonly passkeys: Passkeys;
  readonly freezes: Freezes;
  readonly holds: Holds;
}

/** The security page. */
export async function overviewOf(
  { pool, fundPassword, twoFactor, passkeys, freezes, holds }: OverviewOptions,
  by: Tryer,
): Promise<CallOutput<'GET user/security'>> {
  const { customerId } = by;
  const customer = await findCustomerById(pool, customerId);
  if (customer === null) throw new CallFailure('session_invalid');
  const { changedAtMs, lockedUntilMs } = await fundPassword.state(by);
  const freeze = await freezes.current(customerId);
  return {
    email: customer.email,
    phone: customer.phone,
    password_changed_at_ms: customer.passwordChangedAtMs,
    fund_password_changed_at_ms: changedAtMs,
    fund_password_locked_until_ms: lockedUntilMs,
    two_factor_since_ms: await twoFactor.since(customerId),
    recovery_codes_left: await twoFactor.recoveryCodesLeft(customerId),
    passkeys: (await passkeys.list(customerId)).map(wirePasskey),
    anti_phishing: customer.antiPhishing,
    frozen:
      freeze === null
        ? null
        : { since_ms: freeze.sinceMs, by: freeze.by, unfreeze_from_ms: freeze.sinceMs + UNFREEZE_AFTER_MS },
    withdrawal_hold: wireHold(await holds.current(customerId)),
    hold_hours: holds.hours,
  };
}
