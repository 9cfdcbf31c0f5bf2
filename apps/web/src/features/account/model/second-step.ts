import type { ApiError } from '#lib/errors.ts';

/** What follows the password of an account with two-factor on. */
export interface SecondStep {
  /** Proves that the password was right; good for one login, within minutes. */
  readonly ticket: string;
  /** Whether one of the customer's passkeys may take the code's place. */
  readonly passkey: boolean;
}

/** From the refusal of the first step; undefined for any other refusal. */
export function secondStepOf({ code, data }: Pick<ApiError, 'code' | 'data'>): SecondStep | undefined {
  const { ticket, methods } = data;
  if (code !== 'second_factor_required' || typeof ticket !== 'string') return undefined;
  return { ticket, passkey: String(methods).split(',').includes('passkey') };
}
