import type { Problem } from '#lib/problem.ts';

export const PIN_DIGITS = 6;
export const CODE_DIGITS = 6;
const MIN_PASSWORD = 6;
const MIN_PHRASE = 4;
const MAX_PHRASE = 30;

export type SecurityField =
  | 'old'
  | 'password'
  | 'repeat'
  | 'code'
  | 'newCode'
  | 'twoFactor'
  | 'phrase'
  | 'account';
export type SecurityProblem = Problem<
  | 'enterPassword'
  | 'enterNewPassword'
  | 'passwordShort'
  | 'passwordSame'
  | 'enterCode'
  | 'enterTwoFactor'
  | 'pinIncomplete'
  | 'pinWeak'
  | 'repeat'
  | 'differ'
  | 'phraseLength'
  | 'enterContact',
  SecurityField
>;

export interface PasswordChange {
  readonly old: string;
  readonly password: string;
  readonly repeat: string;
  readonly twoFactor: string;
  /** Whether the account has two-factor on. */
  readonly needsTwoFactor: boolean;
}

/** The first problem of changing the login password, in the order of the page. */
export function checkPasswordChange(form: PasswordChange): SecurityProblem | undefined {
  if (form.old === '') return { code: 'enterPassword', field: 'old' };
  if (form.password === '') return { code: 'enterNewPassword', field: 'password' };
  if ([...form.password].length < MIN_PASSWORD) {
    return { code: 'passwordShort', field: 'password', params: { min: MIN_PASSWORD } };
  }
  if (form.password === form.old) return { code: 'passwordSame', field: 'password' };
  if (form.repeat === '') return { code: 'repeat', field: 'repeat' };
  if (form.repeat !== form.password) return { code: 'differ', field: 'repeat' };
  return checkTwoFactor(form);
}

export interface FundPasswordChange {
  /** The current fund password, or a code to the customer's own contact. */
  readonly proof: 'old' | 'code';
  readonly old: string;
  readonly code: string;
  readonly password: string;
  readonly repeat: string;
  readonly twoFactor: string;
  readonly needsTwoFactor: boolean;
}

/** The first problem of setting the fund password, in the order of the page. */
export function checkFundPasswordChange(form: FundPasswordChange): SecurityProblem | undefined {
  if (form.proof === 'old' && form.old.length < PIN_DIGITS) return { code: 'pinIncomplete', field: 'old' };
  if (form.proof === 'code' && form.code.length < CODE_DIGITS) return { code: 'enterCode', field: 'code' };
  if (form.password.length < PIN_DIGITS) return { code: 'pinIncomplete', field: 'password' };
  if (isWeakPin(form.password)) return { code: 'pinWeak', field: 'password' };
  if (form.proof === 'old' && form.password === form.old) return { code: 'passwordSame', field: 'password' };
  if (form.repeat.length < PIN_DIGITS) return { code: 'repeat', field: 'repeat' };
  if (form.repeat !== form.password) return { code: 'differ', field: 'repeat' };
  return checkTwoFactor(form);
}

export function checkTwoFactor(form: {
  readonly needsTwoFactor: boolean;
  readonly twoFactor: string;
}): SecurityProblem | undefined {
  if (!form.needsTwoFactor || form.twoFactor.length >= CODE_DIGITS) return undefined;
  return { code: 'enterTwoFactor', field: 'twoFactor' };
}

/** An empty text removes the phrase, and is allowed. */
export function checkPhrase(phrase: string): SecurityProblem | undefined {
  const { length } = [...phrase.trim()];
  if (length === 0 || (length >= MIN_PHRASE && length <= MAX_PHRASE)) return undefined;
  return { code: 'phraseLength', field: 'phrase', params: { min: MIN_PHRASE, max: MAX_PHRASE } };
}

/** Codes that are guessed first. The server refuses them too; this check runs while typing. */
export function isWeakPin(pin: string): boolean {
  const digits = [...pin].map(digit => digit.charCodeAt(0));
  const steps = new Set(digits.slice(1).map((digit, index) => (digit - (digits[index] ?? 0) + 10) % 10));
  const [step] = steps;
  if (steps.size === 1 && step !== undefined && [0, 1, 2, 8, 9].includes(step)) return true;
  const half = pin.slice(0, PIN_DIGITS / 2);
  const rest = pin.slice(PIN_DIGITS / 2);
  return half === rest || pin.slice(0, 2).repeat(3) === pin || isMirrored(pin);
}

function isMirrored(pin: string): boolean {
  return [...pin].every((digit, index) => digit === pin.charAt(pin.length - 1 - index));
}
