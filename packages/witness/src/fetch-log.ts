import { TILE_WIDTH, tilePath } from '@tallystick/verify/tiles';

const FETCH_MS = 20_000;
/** A full bundle of the longest records is smaller. */
const MOST_FILE_BYTES = 20 * 2 ** 20;
const HASH_BYTES = 32;

export class FetchError extends Error {
  override readonly name = 'FetchError';
}

/** Fetches one file of a log (C2SP tlog-tiles) below an address. Null if it is not there. @throws FetchError */
export async function fetchFile(base: string, file: string): Promise<Uint8Array | null> {
  const url = `${base.replace(/\/+$/, '')}/${file}`;
  try {
    const response = await fetch(url, { signal: AbortSignal.timeout(FETCH_MS) });
    if (response.status === 404) {
      await response.body?.cancel();
      return null;
    }
    if (!response.ok || response.body === null) throw new FetchError(`${url} answered ${response.status}`);
    return await readBounded(response.body, url);
  } catch (error) {
    if (error instanceof FetchError) throw error;
    throw new FetchError(`${url} does not answer`, { cause: error });
  }
}

async function readBounded(body: ReadableStream<Uint8Array>, url: string): Promise<Uint8Array> {
  const chunks: Uint8Array[] = [];
  let length = 0;
  for await (const chunk of body) {
    length += chunk.length;
    if (length > MOST_FILE_BYTES) throw new FetchError(`${url} is too long to be of a log`);
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
): Promise<Uint8Array> {
  const partial = await fetchFile(base, tilePath(level, index, width));
  if (partial !== null) return partial;
  const full = width < TILE_WIDTH ? await fetchFile(base, tilePath(level, index)) : null;
  if (full === null) throw new FetchError(`${base} has no ${tilePath(level, index, width)}`);
  return full.subarray(0, width * HASH_BYTES);
}
