import { CallFailure } from '../../http/call-failure.ts';

const SIX_DIGITS = /^\d{6}$/;

/** Throws fund_password_invalid unless it is exactly six digits. */
export function checkFundPasswordForm(password: string, field = 'password'): void {
  if (!SIX_DIGITS.test(password)) throw new CallFailure('fund_password_invalid', { field });
}

/** Throws fund_password_invalid, fund_password_weak or passwords_differ. */
export function checkNewFundPassword(password: string, repeated: string): void {
  checkFundPasswordForm(password);
  if (isWeakFundPassword(password)) throw new CallFailure('fund_password_weak', { field: 'password' });
  if (password !== repeated) throw new CallFailure('passwords_differ', { field: 're_password' });
}

/** Steps between neighbouring digits that make a number easy to guess, modulo 10. */
const RUN_STEPS: readonly number[] = [0, 1, 2, 8, 9];

/**
 * Numbers that are tried first: one digit (000000), a run (123456, 098765, 246802), a part that repeats (121212,
 * 123123), a part mirrored (123321).
 */
export function isWeakFundPassword(password: string): boolean {
  const digits = [...password].map(Number);
  const steps = new Set(digits.slice(1).map((digit, index) => (digit - (digits[index] ?? 0) + 10) % 10));
  const [step] = steps;
  if (steps.size === 1 && step !== undefined && RUN_STEPS.includes(step)) return true;
  const half = password.slice(0, 3);
  const rest = password.slice(3);
  return (
    half === rest || password.slice(0, 2).repeat(3) === password || [...half].toReversed().join('') === rest
  );
}
