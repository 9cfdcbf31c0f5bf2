import { setTimeout } from 'node:timers/promises';
import { TILE_WIDTH, tilePath } from '@tallystick/verify/tiles';

const FETCH_MS = 20_000;
/** A log counts how much it is asked for by the minute. */
const MOST_TRIES = 10;
const MOST_WAIT_S = 60;
/** A full bundle of the longest records is smaller. */
const MOST_FILE_BYTES = 20 * 2 ** 20;
const HASH_BYTES = 32;

export interface FetchLimits {
  readonly mostBytes?: number;
  /** Ends waiting and fetching. */
  readonly signal?: AbortSignal | undefined;
}

export class FetchError extends Error {
  override readonly name = 'FetchError';
}

/**
 * Fetches one file of a log (C2SP tlog-tiles) below an address; told to come later, it waits. Null if it is not there.
 *
 * @throws FetchError
 */
export async function fetchFile(
  base: string,
  file: string,
  { mostBytes = MOST_FILE_BYTES, signal }: FetchLimits = {},
): Promise<Uint8Array | null> {
  const url = `${base.replace(/\/+$/, '')}/${file}`;
  try {
    const response = await fetchPatiently(url, signal);
    if (response.status === 404) {
      await response.body?.cancel();
      return null;
    }
    if (!response.ok || response.body === null) throw new FetchError(`${url} answered ${response.status}`);
    return await readBounded(response.body, url, mostBytes);
  } catch (error) {
    if (error instanceof FetchError) throw error;
    throw new FetchError(`${url} does not answer`, { cause: error });
  }
}

async function fetchPatiently(url: string, ended: AbortSignal | undefined): Promise<Response> {
  for (let tries = 1; ; tries++) {
    const signal = AbortSignal.any([AbortSignal.timeout(FETCH_MS), ...(ended === undefined ? [] : [ended])]);
    const response = await fetch(url, { signal });
    if (response.status !== 429 || tries === MOST_TRIES) return response;
    await response.body?.cancel();
    const seconds = Number(response.headers.get('retry-after') ?? 1);
    const waitS = Math.min(MOST_WAIT_S, seconds > 0 ? seconds : 0);
    await setTimeout(waitS * 1_000, undefined, ended === undefined ? {} : { signal: ended });
  }
}

async function readBounded(
  body: ReadableStream<Uint8Array>,
  url: string,
  mostBytes: number,
): Promise<Uint8Array> {
  const chunks: Uint8Array[] = [];
  let length = 0;
  for await (const chunk of body) {
    length += chunk.length;
    if (length > mostBytes) throw new FetchError(`${url} is too long to be of a log`);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

/** A tile as it is in the tree of a size; the full one serves, too, once there is one. @throws FetchError */
export async function fetchTile(
  base: string,
  level: number,
  index: number,
  width: number,
  signal?: AbortSignal,
): Promise<Uint8Array> {
  const limits = { mostBytes: TILE_WIDTH * HASH_BYTES, signal };
  const partial = await fetchFile(base, tilePath(level, index, width), limits);
  if (partial !== null) return partial;
  const full = width < TILE_WIDTH ? await fetchFile(base, tilePath(level, index), limits) : null;
  if (full === null) throw new FetchError(`${base} has no ${tilePath(level, index, width)}`);
  return full.subarray(0, width * HASH_BYTES);
}
