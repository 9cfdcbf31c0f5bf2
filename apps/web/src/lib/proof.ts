/** What proves that it is the customer who moves money out: fund password, a sent code, and the second factor. */
export interface Proof {
  readonly password: string;
  readonly code: string;
  readonly twoFactor: string;
}

export const noProof: Proof = { password: '', code: '', twoFactor: '' };

/** The inputs of the proof by the server's names for them. */
export const PROOF_INPUTS = { password: 'fundPassword', code: 'code', two_factor_code: 'twoFactor' } as const;

const DIGITS = 6;

export type ProofProblem = 'pinIncomplete' | 'enterCode' | 'enterTwoFactor';

/** The first thing that is missing, in the order of the fields. */
export function checkProof(proof: Proof, needsTwoFactor: boolean): ProofProblem | undefined {
  if (proof.password.length < DIGITS) return 'pinIncomplete';
  if (proof.code.length < DIGITS) return 'enterCode';
  // A recovery code is longer: the server tells them apart.
  return needsTwoFactor && proof.twoFactor.trim().length < DIGITS ? 'enterTwoFactor' : undefined;
}

/** The proof as calls take it. */
export function proofInput(proof: Proof, needsTwoFactor: boolean) {
  const { password, code, twoFactor } = proof;
  return { password, code, ...(needsTwoFactor ? { two_factor_code: twoFactor.trim() } : {}) };
}
