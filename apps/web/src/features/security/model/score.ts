import type { CallOutput } from '@tallystick/protocol';

export type ProtectionStep = 'fundPassword' | 'twoFactor' | 'passkey' | 'phrase' | 'contacts';

export interface Protection {
  readonly done: readonly ProtectionStep[];
  readonly open: readonly ProtectionStep[];
  readonly level: 'low' | 'middle' | 'high';
}

type Facts = Pick<
  CallOutput<'GET user/security'>,
  'email' | 'phone' | 'fund_password_changed_at_ms' | 'two_factor_since_ms' | 'passkeys' | 'anti_phishing'
>;

/** How well the account is protected, and the best next step. Never strong without a second factor. */
export function protectionOf(facts: Facts): Protection {
  // The most useful step first.
  const steps: readonly (readonly [ProtectionStep, boolean])[] = [
    ['fundPassword', facts.fund_password_changed_at_ms !== null],
    ['twoFactor', facts.two_factor_since_ms !== null],
    ['passkey', facts.passkeys.length > 0],
    ['phrase', facts.anti_phishing !== null],
    ['contacts', facts.email !== null && facts.phone !== null],
  ];
  const done = steps.filter(([, isDone]) => isDone).map(([step]) => step);
  const open = steps.filter(([, isDone]) => !isDone).map(([step]) => step);
  const hasSecondFactor = done.includes('twoFactor');
  if (hasSecondFactor && done.includes('fundPassword')) return { done, open, level: 'high' };
  return { done, open, level: done.length >= 2 || hasSecondFactor ? 'middle' : 'low' };
}
