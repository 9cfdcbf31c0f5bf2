import type { CallOutput } from '@tallystick/protocol';
import { CODE_LIFETIME_MS, RESEND_AFTER_MS } from '../account/codes.ts';
import type { Proof } from './authority.ts';
import { UNFREEZE_AFTER_MS } from './freezes.ts';
import type { Hold } from './holds.ts';
import type { overviewOf } from './overview.ts';
import type { Passkey } from './passkey-store.ts';

interface WireProof extends Pick<Proof, 'password' | 'code'> {
  readonly two_factor_code?: string | undefined;
  readonly passkey?: string | undefined;
}

export function readProof({ password, code, two_factor_code: second, passkey }: WireProof): Proof {
  // An empty field is none.
  return { password, code, twoFactorCode: second ?? null, passkey: passkey || null };
}

/** `demoCode`: the code itself, shown in the demo only. */
export function wireSent(demoCode: string | null): CallOutput<'POST sms_send'> {
  return {
    resend_after_s: RESEND_AFTER_MS / 1000,
    expires_in_s: CODE_LIFETIME_MS / 1000,
    demo_code: demoCode,
  };
}

export function wireHold(hold: Hold | null): CallOutput<'GET user/security'>['withdrawal_hold'] {
  return hold === null ? null : { reason: hold.reason, until_ms: hold.untilMs };
}

export function wirePasskey(passkey: Passkey): CallOutput<'POST user/passkey_add'>['passkey'] {
  return {
    id: passkey.id,
    name: passkey.name,
    synced: passkey.synced,
    created_at_ms: passkey.createdAtMs,
    last_used_at_ms: passkey.lastUsedAtMs,
  };
}

export function wireOverview({
  customer,
  fundPassword,
  freeze,
  ...shown
}: Awaited<ReturnType<typeof overviewOf>>): CallOutput<'GET user/security'> {
  return {
    email: customer.email,
    phone: customer.phone,
    password_changed_at_ms: customer.passwordChangedAtMs,
    fund_password_changed_at_ms: fundPassword.changedAtMs,
    fund_password_locked_until_ms: fundPassword.lockedUntilMs,
    two_factor_since_ms: shown.twoFactorSinceMs,
    recovery_codes_left: shown.recoveryCodesLeft,
    passkeys: shown.passkeys.map(wirePasskey),
    anti_phishing: customer.antiPhishing,
    frozen:
      freeze === null
        ? null
        : { since_ms: freeze.sinceMs, by: freeze.by, unfreeze_from_ms: freeze.sinceMs + UNFREEZE_AFTER_MS },
    withdrawal_hold: wireHold(shown.hold),
    hold_hours: shown.holdHours,
  };
}
