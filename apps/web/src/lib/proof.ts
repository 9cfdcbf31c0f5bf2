import type { Problem } from './problem.ts';

/** Proof of the customer's identity for moving money out: fund password, a sent code, and the second factor. */
export interface Proof {
  readonly password: string;
  readonly code: string;
  readonly twoFactor: string;
  /** A passkey's answer, which stands for the second factor's code. */
  readonly passkey?: string | undefined;
}

export const noProof: Proof = { password: '', code: '', twoFactor: '' };

/** The proof's input names, by the server's field names. */
export const PROOF_INPUTS = { password: 'fundPassword', code: 'code', two_factor_code: 'twoFactor' } as const;

const DIGITS = 6;

export const PROOF_PROBLEMS = ['pinIncomplete', 'enterCode', 'enterTwoFactor'] as const;
export type ProofProblem = Problem<(typeof PROOF_PROBLEMS)[number], 'fundPassword' | 'code' | 'twoFactor'>;

/** What is missing, in the order of the fields. */
export function validateProof(proof: Proof, needsTwoFactor: boolean): readonly ProofProblem[] {
  const problems: ProofProblem[] = [];
  if (proof.password.length < DIGITS) problems.push({ code: 'pinIncomplete', field: 'fundPassword' });
  if (proof.code.length < DIGITS) problems.push({ code: 'enterCode', field: 'code' });
  // A recovery code is longer: the server tells them apart.
  if (needsTwoFactor && !proof.passkey && proof.twoFactor.trim().length < DIGITS) {
    problems.push({ code: 'enterTwoFactor', field: 'twoFactor' });
  }
  return problems;
}

/** The proof as input of calls. */
export interface ProofInput {
  readonly password: string;
  readonly code: string;
  readonly two_factor_code?: string;
  readonly passkey?: string;
}

export function proofInput(proof: Proof, needsTwoFactor: boolean): ProofInput {
  const { password, code, twoFactor, passkey } = proof;
  const second = passkey ? { passkey } : { two_factor_code: twoFactor.trim() };
  return { password, code, ...(needsTwoFactor ? second : {}) };
}
