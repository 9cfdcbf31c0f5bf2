import { openCheckpoint, type Checkpoint } from '@tallystick/verify/checkpoint';
import { cosignersOf } from '@tallystick/verify/cosignature';
import { verifyGrowth } from '@tallystick/verify/evidence';
import { COSIGNATURE, readNote, readVerifierKey, type NoteKey } from '@tallystick/verify/note';
import type { PublicLogTrust } from '#lib/public-log-trust.ts';

export interface ShownPublicHead {
  readonly origin: string;
  /** The keys the exchange publishes. */
  readonly keys: readonly string[];
  /** The newest signed head, and the newest that enough witnesses have signed, with their signatures; null: none yet. */
  readonly newest: string;
  readonly trusted: string | null;
  /** Verifier keys. */
  readonly witnesses: readonly string[];
  readonly need: number;
}

/** What a comparison has found, and how many of this device's witnesses have signed the newest head. */
export interface ComparedPublic {
  /** `waiting`: nothing is wrong, but too few witnesses have signed what is new. */
  readonly kind: 'first' | 'same' | 'waiting' | 'alarm';
  readonly problem: string | null;
  readonly cosigned: number;
  /** The newest head as it is signed; null: its signature does not hold. */
  readonly newest: Pick<Checkpoint, 'size' | 'atMs'> | null;
  /** Null: what this device keeps does not change. */
  readonly trust: PublicLogTrust | null;
}

/** Fetches the consistency proof between two sizes of the log. */
export type FetchGrowth = (from: number, to: number) => Promise<readonly string[]>;

/**
 * Compares the public log's heads with the newest one this device trusts. It counts the witnesses of its first visit, and
 * asks for as many as then: an exchange that later names others, or fewer, gains nothing by it. Only what asks for more is taken
 * over, and from a head that the old ones have signed, too.
 */
export async function comparePublic(
  seen: PublicLogTrust | null,
  shown: ShownPublicHead,
  fetchGrowth: FetchGrowth,
  nowMs: number,
): Promise<ComparedPublic> {
  const { origin } = seen ?? shown;
  const named = (keys: readonly string[]): NoteKey[] => keys.map(publicKey => ({ name: origin, publicKey }));
  const trustedKeys = named(seen?.keys ?? shown.keys);
  const newest = openCheckpoint(shown.newest, trustedKeys, 'record');
  const head = newest.ok ? newest.checkpoint : null;
  const alarm = (problem: string): ComparedPublic => ({
    kind: 'alarm',
    problem,
    cosigned: 0,
    newest: head,
    trust: null,
  });
  if (!newest.ok) return alarm(newest.problem);
  const { witnesses, need } = seen ?? shown;
  const witnessKeys = keysOf(witnesses);
  const cosigned = countOf(shown.newest, witnessKeys);
  if (cosigned === null) return alarm('wrong_signature');
  if (seen !== null && newest.checkpoint.size < seen.size) return alarm('shorter');
  const signers = openCheckpoint(shown.newest, named(shown.keys), 'record');
  const newKeys = signers.ok ? signers.signers.map(({ publicKey }) => publicKey) : [];
  const keys = [...new Set([...(seen?.keys ?? []), ...newKeys])];

  const sizeOf = (note: string): number => {
    const opened = openCheckpoint(note, named(keys), 'record');
    return opened.ok ? opened.checkpoint.size : 0;
  };
  /** A head by which this device takes over the witnesses that are shown. */
  const adopted =
    seen === null
      ? undefined
      : [shown.newest, shown.trusted].find(
          note => note !== null && sizeOf(note) >= seen.size && asksForMore(seen, shown, note),
        );
  /** Or the newest head with enough witnesses: without any, the newest of all. */
  const candidate = adopted ?? (need <= cosigned ? shown.newest : shown.trusted);
  const opened = candidate === null ? null : openCheckpoint(candidate, named(keys), 'record');
  if (opened?.ok === false) return alarm(opened.problem);
  // Whoever has signed them: the newest goes on from what was seen, and the other head from the newest or to it.
  const before = [
    seen,
    candidate === null || opened === null ? null : { note: candidate, size: opened.checkpoint.size },
  ];
  for (const one of before) {
    if (one === null || one.note === shown.newest) continue;
    const problem = await grown(one, { note: shown.newest, size: newest.checkpoint.size });
    if (problem !== null) return alarm(problem);
  }
  const enough = candidate === null ? null : countOf(candidate, witnessKeys);
  const isTrusted = candidate !== null && opened !== null && enough !== null && enough >= need;
  const waiting = { kind: 'waiting', problem: null, cosigned, newest: head, trust: null } as const;
  // Or an older one than this device trusts already.
  if (!isTrusted || (seen !== null && opened.checkpoint.size < seen.size)) return waiting;
  const trust = {
    origin,
    keys,
    note: candidate,
    size: opened.checkpoint.size,
    ...(adopted === undefined ? { witnesses, need } : { witnesses: shown.witnesses, need: shown.need }),
    comparedAtMs: seen === null ? null : nowMs,
  };
  return { kind: seen === null ? 'first' : 'same', problem: null, cosigned, newest: head, trust };

  async function grown(one: Pick<PublicLogTrust, 'note' | 'size'>, other: typeof one) {
    const [from, to] = [one.size, other.size].toSorted((a, b) => a - b) as [number, number];
    const hashes = from === to ? [] : await fetchGrowth(from, to);
    return verifyGrowth(one.note, other.note, hashes, named(keys));
  }
}

/**
 * Whether the witnesses that are shown ask for more than those of this device: all of its own among them, and so many wanted that
 * as many of its own must be there as now. A device that asks for none gains by any. Enough of them have signed the head.
 */
function asksForMore(seen: PublicLogTrust, shown: ShownPublicHead, note: string): boolean {
  const added = shown.witnesses.filter(key => !seen.witnesses.includes(key)).length;
  const hasAll = seen.witnesses.every(key => shown.witnesses.includes(key));
  const isMore = shown.need > seen.need && (seen.need === 0 || shown.need - added >= seen.need);
  const count = countOf(note, keysOf(shown.witnesses));
  return hasAll && isMore && count !== null && count >= shown.need;
}

function keysOf(witnesses: readonly string[]): NoteKey[] {
  return witnesses.flatMap(text => readVerifierKey(text, COSIGNATURE) ?? []);
}

function countOf(note: string, witnesses: readonly NoteKey[]): number | null {
  const read = readNote(note);
  return read === null ? null : (cosignersOf(read, witnesses)?.length ?? null);
}
