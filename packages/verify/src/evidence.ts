import { hexToBytes } from '@noble/hashes/utils.js';
import { hashesOf } from './bytes.ts';
import { openCheckpoint, type Checkpoint, type CheckpointProblem } from './checkpoint.ts';
import { faultIn, hash, list, orNull, record, type Field } from './fields.ts';
import { leafHash, verifyConsistency, verifyInclusion } from './merkle.ts';
import type { NoteKey } from './note.ts';
import type { LoggedTick } from './price-log.ts';

/** A checkpoint as served; only its note counts, because the other fields repeat the note. */
export interface ServedCheckpoint {
  readonly note: string;
}

/** Connects a range of ticks with a signed checkpoint. */
export interface LogEvidence {
  readonly origin: string;
  readonly keys: readonly { readonly key_id: string; readonly public_key: string }[];
  readonly range: { readonly previous_hash: string; readonly ticks: readonly LoggedTick[] };
  readonly checkpoint: ServedCheckpoint;
  readonly inclusion: readonly string[];
  readonly earlier: {
    readonly checkpoint: ServedCheckpoint;
    readonly consistency: readonly string[];
  } | null;
}

const anyList: Field<readonly unknown[]> = (value): value is readonly unknown[] => Array.isArray(value);
const anyText: Field<string> = (value): value is string => typeof value === 'string';
const served = record({ note: anyText });
const EVIDENCE = {
  origin: anyText,
  keys: list(record({ public_key: hash })),
  range: record({ previous_hash: hash, ticks: anyList }),
  checkpoint: served,
  inclusion: list(hash),
  earlier: orNull(record({ checkpoint: served, consistency: list(hash) })),
};

/** Whether this has the parts of evidence; the checks judge their contents. */
export function isEvidence(value: unknown): value is LogEvidence {
  return faultIn(value, EVIDENCE) === null;
}

export function keysOf({ origin, keys }: Pick<LogEvidence, 'origin' | 'keys'>): NoteKey[] {
  return keys.map(key => ({ name: origin, publicKey: key.public_key }));
}

/** Whether the checkpoint's tree holds this chain hash as its entry `number`. */
export function includes(
  checkpoint: Checkpoint,
  tick: { readonly number: number; readonly hash: string },
  hashes: readonly string[],
): boolean {
  const proof = hashesOf(hashes);
  return (
    proof !== null &&
    verifyInclusion({
      index: tick.number - 1,
      size: checkpoint.size,
      leaf: leafHash(hexToBytes(tick.hash)),
      proof,
      root: hexToBytes(checkpoint.root),
    })
  );
}

/** Whether the later checkpoint's tree only adds to the earlier one's. */
export function continues(earlier: Checkpoint, later: Checkpoint, hashes: readonly string[]): boolean {
  const proof = hashesOf(hashes);
  return (
    earlier.origin === later.origin &&
    earlier.kind === later.kind &&
    (earlier.sequence ?? 0) <= (later.sequence ?? 0) &&
    proof !== null &&
    verifyConsistency({
      from: earlier.size,
      fromRoot: hexToBytes(earlier.root),
      to: later.size,
      toRoot: hexToBytes(later.root),
      proof,
    })
  );
}

export type GrowthProblem = CheckpointProblem | 'not_consistent';
export type GrowthReport =
  | { readonly ok: true; readonly earlier: Checkpoint; readonly later: Checkpoint }
  | { readonly ok: false; readonly problem: GrowthProblem };

/** Whether both, in any order, are signed by one of the keys, and the larger one contains all of the smaller. */
export function growthBetween(
  [first, second]: readonly [string, string],
  hashes: readonly string[],
  keys: readonly NoteKey[],
): GrowthReport {
  const one = openCheckpoint(first, keys, 'any');
  if (!one.ok) return one;
  const other = openCheckpoint(second, keys, 'any');
  if (!other.ok) return other;
  const [earlier, later] = [one.checkpoint, other.checkpoint].toSorted((a, b) => a.size - b.size);
  return continues(earlier!, later!, hashes)
    ? { ok: true, earlier: earlier!, later: later! }
    : { ok: false, problem: 'not_consistent' };
}

/** Why the log does not continue a checkpoint that was seen before; null if it does. See {@link growthBetween}. */
export function verifyGrowth(
  seenNote: string,
  newNote: string,
  hashes: readonly string[],
  keys: readonly NoteKey[],
): GrowthProblem | null {
  const report = growthBetween([seenNote, newNote], hashes, keys);
  return report.ok ? null : report.problem;
}
