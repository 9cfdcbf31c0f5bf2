import { openCheckpoint } from '@tallystick/verify/checkpoint';
import { verifyGrowth } from '@tallystick/verify/evidence';
import type { NoteKey } from '@tallystick/verify/note';
import type { LogTrust } from '#lib/log-trust.ts';

/** The result of comparing a signed head with what this device knows. */
export type Comparison =
  | { readonly kind: 'first'; readonly trust: LogTrust }
  | { readonly kind: 'same'; readonly trust: LogTrust }
  | { readonly kind: 'alarm'; readonly problem: string };

export interface ShownHead {
  readonly note: string;
  /** The keys the exchange publishes. */
  readonly keys: readonly string[];
  readonly origin: string;
}

/** Fetches the consistency proof between two log sizes. */
export type FetchGrowth = (from: number, to: number) => Promise<readonly string[]>;

export function trustedKeys({ origin, keys }: Pick<LogTrust, 'origin' | 'keys'>): NoteKey[] {
  return keys.map(publicKey => ({ name: origin, publicKey }));
}

/**
 * Compares the current head with the newest one this device has seen. A new key is trusted if it signs the
 * same head as a trusted key. A head replaces the old one only if it extends it.
 */
export async function compareHeads(
  seen: LogTrust | null,
  shown: ShownHead,
  fetchGrowth: FetchGrowth,
  nowMs: number,
): Promise<Comparison> {
  const named = trustedKeys(shown);
  const opened = openCheckpoint(shown.note, seen === null ? named : trustedKeys(seen));
  if (!opened.ok) return { kind: 'alarm', problem: opened.problem };
  const { checkpoint } = opened;
  const head = { origin: checkpoint.origin, note: shown.note, size: checkpoint.size, atMs: checkpoint.atMs };
  const signers = openCheckpoint(shown.note, named);
  const newKeys = signers.ok ? signers.signers.map(key => key.publicKey) : [];
  if (seen === null) return { kind: 'first', trust: { ...head, keys: newKeys, comparedAtMs: null } };
  const keys = [...new Set([...seen.keys, ...newKeys])];
  if (checkpoint.size < seen.size) return { kind: 'alarm', problem: 'shorter' };
  const growth = await fetchGrowth(seen.size, checkpoint.size);
  const problem = verifyGrowth(seen.note, shown.note, growth, trustedKeys({ ...seen, keys }));
  if (problem !== null) return { kind: 'alarm', problem };
  return { kind: 'same', trust: { ...head, keys, comparedAtMs: nowMs } };
}
