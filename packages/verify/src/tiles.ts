import { concatBytes } from '@noble/hashes/utils.js';
import { nodeHash } from './merkle.ts';

/**
 * The files of a tree (C2SP tlog-tiles): tile (level, index) holds up to 256 hashes side by side, of complete subtrees of
 * height 8 × level. From them anybody works out any proof; none has to be believed.
 */

export const TILE_HEIGHT = 8;
export const TILE_WIDTH = 256;
const HASH_BYTES = 32;

/** `tile/<L>/<N>[.p/<W>]`; of entries: `tile/entries/<N>[.p/<W>]`. */
export function tilePath(level: number | 'entries', index: number, width = TILE_WIDTH): string {
  const digits = String(index);
  const padded = digits.padStart(Math.ceil(digits.length / 3) * 3, '0');
  const parts = padded.match(/\d{3}/g)!;
  const name = parts.map((part, i) => (i === parts.length - 1 ? part : `x${part}`)).join('/');
  return `tile/${level}/${name}${width < TILE_WIDTH ? `.p/${width}` : ''}`;
}

/** How many hashes a tile has in a tree of this size: 0 if there is no such tile. */
export function tileWidth(level: number, index: number, size: number): number {
  const hashes = Math.floor(size / TILE_WIDTH ** level) - index * TILE_WIDTH;
  return Math.max(0, Math.min(TILE_WIDTH, hashes));
}

/** Every tile of a tree of this size: the lowest level first. */
export function* tilesOf(size: number): Generator<{ readonly level: number; readonly index: number }> {
  for (let level = 0, count = size; count > 0; level++, count = Math.floor(count / TILE_WIDTH)) {
    for (let index = 0; index * TILE_WIDTH < count; index++) yield { level, index };
  }
}

/** The bytes of the tile as it is in the tree of that size. @throws if there is none */
export type ReadTile = (level: number, index: number) => Promise<Uint8Array>;

/** PROOF(from, D[to]) of RFC 6962, 2.1.2, from tiles of the tree of size `to`. Needs 0 < from ≤ to. */
export async function consistencyFromTiles(from: number, to: number, read: ReadTile): Promise<Uint8Array[]> {
  if (!(from > 0 && from <= to)) throw new RangeError(`from ${from} to ${to}`);
  const tiles = new Map<string, Promise<Uint8Array>>();
  const once: ReadTile = (level, index) => {
    const name = `${level}.${index}`;
    const known = tiles.get(name) ?? read(level, index);
    tiles.set(name, known);
    return known;
  };
  return from === to ? [] : subproof(from, 0, to, true, once);
}

/** SUBPROOF of RFC 6962 over the entries from `start` to `end`; `from` counts from `start`. */
async function subproof(
  from: number,
  start: number,
  end: number,
  isWhole: boolean,
  read: ReadTile,
): Promise<Uint8Array[]> {
  const count = end - start;
  if (from === count) return isWhole ? [] : [await rangeHash(start, end, read)];
  const left = splitOf(count);
  if (from <= left) {
    const proof = await subproof(from, start, start + left, isWhole, read);
    return [...proof, await rangeHash(start + left, end, read)];
  }
  const proof = await subproof(from - left, start + left, end, false, read);
  return [...proof, await rangeHash(start, start + left, read)];
}

/** MTH of the entries from `start` to `end`. */
async function rangeHash(start: number, end: number, read: ReadTile): Promise<Uint8Array> {
  const count = end - start;
  const left = count === 1 ? 1 : splitOf(count);
  if (count === 1 || left * 2 === count) return completeHash(heightOf(count), start / count, read);
  return nodeHash(await rangeHash(start, start + left, read), await rangeHash(start + left, end, read));
}

/** The hash of a complete subtree of this height, the `index`-th of its kind. */
async function completeHash(height: number, index: number, read: ReadTile): Promise<Uint8Array> {
  const level = Math.floor(height / TILE_HEIGHT);
  const width = 2 ** (height % TILE_HEIGHT);
  const first = index * width;
  const tile = await read(level, Math.floor(first / TILE_WIDTH));
  const offset = (first % TILE_WIDTH) * HASH_BYTES;
  const bytes = tile.subarray(offset, offset + width * HASH_BYTES);
  if (bytes.length < width * HASH_BYTES) throw new RangeError(`tile of level ${level} is too short`);
  let row = Array.from({ length: width }, (_, i) => bytes.subarray(i * HASH_BYTES, (i + 1) * HASH_BYTES));
  while (row.length > 1) {
    row = Array.from({ length: row.length / 2 }, (_, i) => nodeHash(row[2 * i]!, row[2 * i + 1]!));
  }
  return row[0]!;
}

/** Of a power of two. */
function heightOf(count: number): number {
  let height = 0;
  for (let width = 1; width < count; width *= 2) height++;
  return height;
}

/** The largest power of two below `n`, for n > 1. By doubling: sizes may pass 2^31. */
function splitOf(n: number): number {
  let k = 1;
  while (k * 2 < n) k *= 2;
  return k;
}

/** The entries of a bundle: each a length of two bytes, big-endian, and its bytes. Null if it is none. */
export function readBundle(bytes: Uint8Array): Uint8Array[] | null {
  const entries: Uint8Array[] = [];
  for (let at = 0; at < bytes.length;) {
    if (at + 2 > bytes.length) return null;
    const length = (bytes[at]! << 8) | bytes[at + 1]!;
    if (at + 2 + length > bytes.length) return null;
    entries.push(bytes.subarray(at + 2, at + 2 + length));
    at += 2 + length;
  }
  return entries;
}

/** @throws RangeError for an entry of more than 65,535 bytes */
export function writeBundle(entries: readonly Uint8Array[]): Uint8Array {
  return concatBytes(
    ...entries.flatMap(entry => {
      if (entry.length > 0xffff) throw new RangeError(`an entry of ${entry.length} bytes fits no bundle`);
      return [Uint8Array.of(entry.length >> 8, entry.length & 0xff), entry];
    }),
  );
}

/**
 * A tree that grows by one entry at a time, in memory that grows with the logarithm of its size: what whoever reads all
 * entries works out. Calls back with each tile as it is filled.
 */
export class GrowingTree {
  /** Hashes of the unfinished tile of each level. */
  readonly #tails: Uint8Array[][] = [];
  readonly #onTile: (level: number, index: number, hashes: Uint8Array) => void;
  #size = 0;

  constructor(onTile: (level: number, index: number, hashes: Uint8Array) => void = () => {}) {
    this.#onTile = onTile;
  }

  get size(): number {
    return this.#size;
  }

  /** @param leaf `leafHash` of the entry */
  add(leaf: Uint8Array): void {
    this.#size++;
    this.#push(0, leaf);
  }

  /** The unfinished tiles, those that are not empty. */
  unfinished(): { readonly level: number; readonly index: number; readonly hashes: Uint8Array }[] {
    return this.#tails.flatMap((tail, level) => {
      const index = Math.floor(Math.floor(this.#size / TILE_WIDTH ** level) / TILE_WIDTH);
      return tail.length === 0 ? [] : [{ level, index, hashes: concatBytes(...tail) }];
    });
  }

  /** Null for an empty tree. */
  root(): Uint8Array | null {
    let right: Uint8Array | null = null;
    for (const tail of this.#tails) {
      for (let start = tail.length; start > 0;) {
        // From the right, the smallest complete subtree first.
        const width = start & -start;
        const part = completeRoot(tail.slice(start - width, start));
        right = right === null ? part : nodeHash(part, right);
        start -= width;
      }
    }
    return right;
  }

  #push(level: number, hash: Uint8Array): void {
    const tail = (this.#tails[level] ??= []);
    tail.push(hash);
    if (tail.length < TILE_WIDTH) return;
    const index = Math.floor(this.#size / TILE_WIDTH ** (level + 1)) - 1;
    this.#onTile(level, index, concatBytes(...tail));
    this.#tails[level] = [];
    this.#push(level + 1, completeRoot(tail));
  }
}

/** Of 1, 2, 4, … hashes. */
function completeRoot(hashes: readonly Uint8Array[]): Uint8Array {
  let row = hashes;
  while (row.length > 1) {
    const pairs = row;
    row = Array.from({ length: pairs.length / 2 }, (_, i) => nodeHash(pairs[2 * i]!, pairs[2 * i + 1]!));
  }
  return row[0]!;
}
