import { openCheckpoint } from '@tallystick/verify/checkpoint';
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
  /** Null: what this device keeps does not change. */
  readonly trust: PublicLogTrust | null;
}

/** Fetches the consistency proof between two sizes of the log. */
export type FetchGrowth = (from: number, to: number) => Promise<readonly string[]>;

/**
 * Compares the public log's heads with the newest one this device trusts. It counts the witnesses of its first visit, and
 * asks for as many as then: an exchange that later names others, or fewer, gains nothing by it.
 */
export async function comparePublic(
  seen: PublicLogTrust | null,
  shown: ShownPublicHead,
  fetchGrowth: FetchGrowth,
  nowMs: number,
): Promise<ComparedPublic> {
  const { origin } = seen ?? shown;
  const named = (keys: readonly string[]): NoteKey[] => keys.map(publicKey => ({ name: origin, publicKey }));
  const alarm = (problem: string): ComparedPublic => ({ kind: 'alarm', problem, cosigned: 0, trust: null });
  const trustedKeys = named(seen?.keys ?? shown.keys);
  const newest = openCheckpoint(shown.newest, trustedKeys, 'record');
  if (!newest.ok) return alarm(newest.problem);
  const { witnesses, need } = seen ?? shown;
  const witnessKeys = witnesses.flatMap(text => readVerifierKey(text, COSIGNATURE) ?? []);
  const cosigned = countOf(shown.newest, witnessKeys);
  if (cosigned === null) return alarm('wrong_signature');
  if (seen !== null && newest.checkpoint.size < seen.size) return alarm('shorter');
  const signers = openCheckpoint(shown.newest, named(shown.keys), 'record');
  const newKeys = signers.ok ? signers.signers.map(({ publicKey }) => publicKey) : [];
  const keys = [...new Set([...(seen?.keys ?? []), ...newKeys])];

  /** The newest head with enough witnesses: without any, the newest of all. */
  const candidate = need <= cosigned ? shown.newest : shown.trusted;
  const enough = candidate === null ? null : countOf(candidate, witnessKeys);
  const opened = candidate === null ? null : openCheckpoint(candidate, named(keys), 'record');
  if (opened?.ok === false) return alarm(opened.problem);
  const isTrusted = candidate !== null && opened !== null && enough !== null && enough >= need;
  const from = seen ?? (isTrusted ? { note: candidate, size: opened.checkpoint.size } : null);
  if (from !== null) {
    // The newest head, too, whoever has signed it: it may not lead elsewhere meanwhile.
    const problem = await grown(from, shown.newest, newest.checkpoint.size);
    if (problem !== null) return alarm(problem);
  }
  if (!isTrusted) return { kind: 'waiting', problem: null, cosigned, trust: null };
  const { size } = opened.checkpoint;
  // An older one than this device trusts already, and the newest goes on from that.
  if (seen !== null && size < seen.size) return { kind: 'waiting', problem: null, cosigned, trust: null };
  if (seen !== null && candidate !== shown.newest) {
    const problem = await grown(seen, candidate, size);
    if (problem !== null) return alarm(problem);
  }
  const trust = {
    origin,
    keys,
    note: candidate,
    size,
    witnesses,
    need,
    comparedAtMs: seen === null ? null : nowMs,
  };
  return { kind: seen === null ? 'first' : 'same', problem: null, cosigned, trust };

  async function grown(before: Pick<PublicLogTrust, 'note' | 'size'>, note: string, size: number) {
    const hashes = before.size === size ? [] : await fetchGrowth(before.size, size);
    return verifyGrowth(before.note, note, hashes, named(keys));
  }
}

function countOf(note: string, witnesses: readonly NoteKey[]): number | null {
  const read = readNote(note);
  return read === null ? null : (cosignersOf(read, witnesses)?.length ?? null);
}
