import { sha256 } from '@noble/hashes/sha2.js';
import { utf8ToBytes } from '@noble/hashes/utils.js';
import type { LiabilityPart } from '@tallystick/core';
import { hash, list, minor, oneOf, positive, record, text, upTo, type Field, type Of } from '../fields.ts';
import { canonicalJson } from '../public-log/canonical.ts';

/** The words of the core's `LIABILITY_PARTS`, with what each means. */
export const PARTS = [
  'spot',
  'orders',
  'withdrawals',
  'commitments',
  'coins',
  'contract',
  'margins',
  'option',
  'stakes',
  'trust',
  'principal',
  'interest',
  'rebates',
] as const satisfies readonly LiabilityPart[];

/** A log-in name: an e-mail address or a phone number. */
const name: Field<string> = (value): value is string =>
  typeof value === 'string' && value.length > 0 && value.length <= 320;

/**
 * What one customer is owed in one currency at an audit point. All of it is hashed into the customer's leaves: the log-in
 * name, so that no two customers can be shown the same leaves, and the salt, so that nobody can try out names and amounts.
 */
export const STATEMENT = {
  point: positive,
  currency: text,
  decimals: upTo(18),
  /** The customer's log-in name at that time. */
  holder: name,
  /** 32 random bytes, hex. */
  salt: hash,
  /** Minor units above 0, in the order of PARTS. */
  parts: list(record({ part: oneOf(...PARTS), amount: minor }), PARTS.length),
};
export type Statement = Of<typeof STATEMENT>;

const HEAD = 'tallystick liability statement 1\n';

/** What is hashed of a statement: a line that says what it is, and its canonical JSON. */
export function statementText({ point, currency, decimals, holder, salt, parts }: Statement): string {
  const exact = parts.map(({ part, amount }) => ({ part, amount }));
  return HEAD + canonicalJson({ point, currency, decimals, holder, salt, parts: exact });
}

/** What the statement's leaves begin with. */
export function statementHash(statement: Statement): Uint8Array {
  return sha256(utf8ToBytes(statementText(statement)));
}

/** The sum of its parts; null if one is named twice, or is 0. */
export function statementTotal({ parts }: Pick<Statement, 'parts'>): bigint | null {
  const seen = new Set(parts.map(({ part }) => part));
  if (seen.size !== parts.length || parts.some(({ amount }) => amount === '0')) return null;
  return parts.reduce((sum, { amount }) => sum + BigInt(amount), 0n);
}
