import { MOST_REQUEST_BYTES } from '@tallystick/verify/add-checkpoint';
import { consistencyFromTiles, tileWidth } from '@tallystick/verify/tiles';
import { fetchFile, fetchTile, FetchError } from './fetch-log.ts';
import type { Answer, EvidenceKind, Signed, Witness } from './witness.ts';

/** What became of one look at a log. */
export interface Polled {
  readonly url: string;
  /** The log's name; null: no key of a watched log has signed what is there. */
  readonly origin: string | null;
  /** `unchanged`: nothing new. `behind`: the address shows less than was seen, as a mirror may. */
  readonly result: 'cosigned' | 'unchanged' | 'behind' | 'refused';
  readonly size: number;
  /** Of a refusal: what C2SP tlog-witness answers. */
  readonly status: number | null;
  /** What the log has signed against what was seen. */
  readonly evidence: EvidenceKind | null;
}

/** A witness that is sent checkpoints meanwhile may have moved on between looking and judging. */
const MOST_TRIES = 3;

/**
 * Looks at a log by itself: fetches its checkpoint and the tiles that prove its growth, and cosigns it by the same rules as a
 * checkpoint that was sent.
 *
 * @throws FetchError if the log or a tile of it cannot be had, or `signal` ends the look
 */
export async function pollLog(witness: Witness, url: string, signal?: AbortSignal): Promise<Polled> {
  const bytes = await fetchFile(url, 'checkpoint', { mostBytes: MOST_REQUEST_BYTES, signal });
  if (bytes === null) throw new FetchError(`${url} has no checkpoint`);
  const note = new TextDecoder().decode(bytes);
  const nothing = { url, origin: null, size: 0, status: null, evidence: null } as const;
  const signed = witness.read(note);
  // Nothing more is fetched for what nobody has signed.
  if ('status' in signed) return { ...nothing, result: 'refused', status: signed.status };
  const { origin, size } = signed.head;
  const of = { ...nothing, origin, size };
  for (let tries = 1; tries <= MOST_TRIES; tries++) {
    const old = witness.seen(origin)?.size ?? 0;
    // After the first try a smaller one was only overtaken.
    if (isSeen(witness, signed) || (tries > 1 && size < old)) return { ...of, result: 'unchanged' };
    const answer = await judge(witness, url, old, size, note, signal);
    const { status, evidence } = answer;
    if (status === 200) return { ...of, result: 'cosigned' };
    const isOvertaken = evidence === null && (witness.seen(origin)?.size ?? 0) !== old;
    if (isOvertaken) continue;
    const result = size < old && evidence === null ? 'behind' : 'refused';
    return { ...of, result, status: result === 'behind' ? null : status, evidence };
  }
  // Others keep it up to date.
  return { ...of, result: 'unchanged' };
}

async function judge(
  witness: Witness,
  url: string,
  old: number,
  size: number,
  note: string,
  signal: AbortSignal | undefined,
): Promise<Answer> {
  const hasProof = old > 0 && old < size;
  const proof = hasProof
    ? await consistencyFromTiles(old, size, (level, index) =>
        fetchTile(url, level, index, tileWidth(level, index, size), signal),
      )
    : [];
  return witness.add({ old, proof, note }, 'polled');
}

function isSeen(witness: Witness, { head }: Signed): boolean {
  const seen = witness.seen(head.origin);
  return seen?.size === head.size && seen.root === Buffer.from(head.root).toString('hex');
}
