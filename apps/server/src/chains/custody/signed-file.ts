import { z } from 'zod';
import type { Deviation, SignedFile } from './custody-chain.ts';

const LONGEST_SHOWN = 200;

/** What signers give back: the signed transactions, alone or in an object. */
const signedFile = z.union([
  z.array(z.string()),
  z.object({ signed: z.array(z.string()) }).transform(file => file.signed),
]);

/** The transactions of a signed file, as they are sent to the network; null: it is none. */
export function readSignedFile(content: string): string[] | null {
  try {
    return signedFile.parse(JSON.parse(content));
  } catch {
    // No JSON, or of another shape: either way no signed file.
    return null;
  }
}

/** @param place of the transaction in the file, from 0; null: the file itself. */
export function deviation(
  place: number | null,
  code: Deviation['code'],
  expected: string,
  found: string,
): Deviation {
  return { place, code, expected: expected.slice(0, LONGEST_SHOWN), found: found.slice(0, LONGEST_SHOWN) };
}

/** Nothing of the file is taken. */
export function refused(deviations: readonly Deviation[]): SignedFile {
  return { transactions: [], deviations };
}
