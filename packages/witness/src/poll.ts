import { readNote } from '@tallystick/verify/note';
import { consistencyFromTiles, tileWidth } from '@tallystick/verify/tiles';
import { readTreeHead } from '@tallystick/verify/tree-head';
import { fetchFile, fetchTile, FetchError } from './fetch-log.ts';
import type { Witness } from './witness.ts';

/** What became of one look at a log. */
export interface Polled {
  readonly url: string;
  readonly origin: string | null;
  /** `unchanged`: nothing new. `behind`: the address shows less than was seen, as a mirror may. */
  readonly result: 'cosigned' | 'unchanged' | 'behind' | 'refused';
  readonly size: number;
  /** Of a refusal: what C2SP tlog-witness answers. 409 and 422: the log has another past than was seen. */
  readonly status: number | null;
}

/**
 * Looks at a log by itself: fetches its checkpoint and the tiles that prove its growth, and cosigns it by the same rules as a
 * checkpoint that was sent.
 *
 * @throws FetchError if the log or a tile of it cannot be had
 */
export async function pollLog(witness: Witness, url: string): Promise<Polled> {
  const bytes = await fetchFile(url, 'checkpoint');
  if (bytes === null) throw new FetchError(`${url} has no checkpoint`);
  const text = new TextDecoder().decode(bytes);
  const note = readNote(text);
  const head = note === null ? null : readTreeHead(note.text);
  if (head === null) return { url, origin: null, result: 'refused', size: 0, status: 400 };
  const { origin, size } = head;
  const seen = witness.seen(origin);
  const old = seen?.size ?? 0;
  if (seen !== null && size < seen.size) return { url, origin, result: 'behind', size, status: null };
  const isKnown = size === seen?.size && seen.root === Buffer.from(head.root).toString('hex');
  if (isKnown) return { url, origin, result: 'unchanged', size, status: null };
  const proof =
    old === 0
      ? []
      : await consistencyFromTiles(old, size, (level, index) =>
          fetchTile(url, level, index, tileWidth(level, index, size)),
        );
  const { status } = await witness.add({ old, proof, note: text });
  const result = status === 200 ? 'cosigned' : 'refused';
  return { url, origin, result, size, status: status === 200 ? null : status };
}
