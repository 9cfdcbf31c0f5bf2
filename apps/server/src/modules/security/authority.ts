import type pg from 'pg';
import type { CheckedCode } from '../account/codes.ts';
import type { Security } from './security.ts';
import type { Tryer } from './tries.ts';

/** Proof that the customer, and not a thief, moves money. */
export interface Proof {
  /** The fund password. */
  readonly password: string;
  /** From `POST set/sms_other_mail` with the purpose. */
  readonly code: string;
  readonly twoFactorCode: string | null;
  /** A passkey's answer, which stands for the authenticator's code. */
  readonly passkey: string | null;
}

/** Uses up the code, in the transaction that acts on it. Throws code_wrong if it was used meanwhile. */
export type UseProof = (client: pg.ClientBase) => Promise<void>;

export type AuthoritySource = Pick<Security, 'fundPassword' | 'proofs' | 'twoFactor' | 'passkeys' | 'holds'>;

/**
 * Fund password, code and (where it is on) second factor, or a passkey instead of it, in this order. Do not call it within a transaction: tries
 * must stay counted if that is rolled back.
 *
 * @throws CallFailure of fundPassword.check, proofs.check, and passkeys.prove or twoFactor.check
 */
export async function checkProof(
  security: AuthoritySource,
  by: Tryer,
  purpose: 'withdraw' | 'address' | 'bank_card',
  proof: Proof,
): Promise<UseProof> {
  await security.fundPassword.check(by, proof.password);
  const checked: CheckedCode = await security.proofs.check(by, purpose, proof.code);
  if (proof.passkey === null) await security.twoFactor.check(by, proof.twoFactorCode);
  else await security.passkeys.prove(by.customerId, proof.passkey);
  return client => security.proofs.use(client, checked);
}
