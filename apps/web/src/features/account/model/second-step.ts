import type { ApiError } from '#lib/errors.ts';

/** The step after the password for an account with two-factor on. */
export interface SecondStep {
  /** Proves that the password was right; valid for one login, for some minutes. */
  readonly ticket: string;
  /** Whether a passkey may replace the code. */
  readonly passkey: boolean;
}

/** Reads it from the error of the first step; undefined for any other error. */
export function secondStepOf({ code, data }: Pick<ApiError, 'code' | 'data'>): SecondStep | undefined {
  const { ticket, methods } = data;
  if (code !== 'second_factor_required' || typeof ticket !== 'string') return undefined;
  return { ticket, passkey: String(methods).split(',').includes('passkey') };
}
