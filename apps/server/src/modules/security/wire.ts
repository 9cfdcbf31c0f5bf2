import type { Proof } from './authority.ts';

interface WireProof extends Omit<Proof, 'twoFactorCode'> {
  readonly two_factor_code?: string | undefined;
}

export function readProof({ password, code, two_factor_code: second }: WireProof): Proof {
  return { password, code, twoFactorCode: second ?? null };
}
