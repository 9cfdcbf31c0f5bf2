import { createHash } from 'node:crypto';

/**
 * The Merkle tree of RFC 6962, section 2.1, over any number of entries: hashes of complete subtrees lie in tiles of 256
 * (as in C2SP tlog-tiles), so that adding an entry writes one tile or two, and a proof in a log of n entries reads
 * about log2(n) / 8 tiles per path.
 */

export const TILE_HEIGHT = 8;
export const TILE_WIDTH = 2 ** TILE_HEIGHT;
const HASH_BYTES = 32;

export interface TileId {
  readonly level: number;
  readonly index: number;
}

export interface Tile extends TileId {
  /** Side by side; the last tile of a level may be short. */
  readonly hashes: Buffer;
}

export type ReadTiles = (wanted: readonly TileId[]) => Promise<readonly Tile[]>;

/** The only part of the tree that changes: the last, unfinished tile of each level. */
export class TreeEnd {
  readonly size: number;
  readonly #tails: readonly Buffer[];

  /** @param tails of level 0, 1, …; a missing one is empty. */
  constructor(size: number, tails: readonly Buffer[]) {
    this.size = size;
    this.#tails = tails;
    let left = size;
    for (let level = 0; left > 0; level++) {
      const held = (tails[level]?.length ?? 0) / HASH_BYTES;
      if (held !== left % TILE_WIDTH)
        throw new RangeError(`level ${level} of a tree of ${size} holds ${held}`);
      left = Math.floor(left / TILE_WIDTH);
    }
  }

  /** Null if these are not the tails of a tree of this size. */
  static whole(size: number, tails: readonly Buffer[]): TreeEnd | null {
    try {
      return new TreeEnd(size, tails);
    } catch (error) {
      if (error instanceof RangeError) return null;
      throw error;
    }
  }

  /** The tiles with the unfinished end of a tree of this size. */
  static tilesOf(size: number): TileId[] {
    const tiles: TileId[] = [];
    let count = size;
    for (let level = 0; count > 0; level++) {
      if (count % TILE_WIDTH > 0) tiles.push({ level, index: Math.floor(count / TILE_WIDTH) });
      count = Math.floor(count / TILE_WIDTH);
    }
    return tiles;
  }

  /** The tree with more entries, and the changed tiles. */
  append(entries: readonly Uint8Array[]): { readonly end: TreeEnd; readonly tiles: readonly Tile[] } {
    const tails = this.#tails.map(tail => split(tail));
    const counts = tails.map((_, level) => Math.floor(this.size / TILE_WIDTH ** level));
    const changed = new Map<string, Tile>();
    const push = (level: number, hash: Buffer): void => {
      const tail = (tails[level] ??= []);
      const index = Math.floor((counts[level] ??= 0) / TILE_WIDTH);
      tail.push(hash);
      counts[level]++;
      if (tail.length === TILE_WIDTH) {
        changed.set(`${level}.${index}`, { level, index, hashes: Buffer.concat(tail) });
        tails[level] = [];
        push(level + 1, rootOf(tail));
      }
    };
    for (const entry of entries) push(0, leafHash(entry));
    for (const [level, tail] of tails.entries()) {
      const index = Math.floor((counts[level] ?? 0) / TILE_WIDTH);
      // Unchanged tails are written again: only one per level.
      if (tail.length > 0) changed.set(`${level}.${index}`, { level, index, hashes: Buffer.concat(tail) });
    }
    const end = new TreeEnd(
      this.size + entries.length,
      tails.map(tail => Buffer.concat(tail)),
    );
    return { end, tiles: [...changed.values()] };
  }

  /** The tree head. */
  root(): Buffer {
    if (this.size === 0) return createHash('sha256').digest();
    let right: Buffer | null = null;
    for (const tail of this.#tails) {
      const hashes = split(tail);
      const parts: Buffer[] = right === null ? [] : [right];
      for (let start = hashes.length; start > 0;) {
        // From the right, the smallest complete subtree first.
        const width = start & -start;
        parts.unshift(rootOf(hashes.slice(start - width, start)));
        start -= width;
      }
      right = parts.length === 0 ? null : foldRight(parts);
    }
    return right!;
  }
}

/** The root of the tree as it was at `size`. */
export async function rootAt(size: number, read: ReadTiles): Promise<Buffer> {
  const [root] = await hashRanges([{ start: 0, end: size }], read);
  return root!;
}

/** PATH(index, D[size]): RFC 6962, 2.1.1. Needs 0 ≤ index < size ≤ entries. */
export function inclusionProof(index: number, size: number, read: ReadTiles): Promise<Buffer[]> {
  if (!(index >= 0 && index < size)) throw new RangeError(`entry ${index} of ${size}`);
  const ranges: Range[] = [];
  let start = 0;
  let end = size;
  while (end - start > 1) {
    const middle = start + splitOf(end - start);
    if (index < middle) {
      ranges.push({ start: middle, end });
      end = middle;
    } else {
      ranges.push({ start, end: middle });
      start = middle;
    }
  }
  return hashRanges(ranges.toReversed(), read);
}

/** PROOF(from, D[to]): RFC 6962, 2.1.2. Needs 0 < from ≤ to ≤ entries. */
export function consistencyProof(from: number, to: number, read: ReadTiles): Promise<Buffer[]> {
  if (!(from > 0 && from <= to)) throw new RangeError(`from ${from} to ${to}`);
  const ranges: Range[] = [];
  let start = 0;
  let end = to;
  while (from !== end) {
    const middle = start + splitOf(end - start);
    if (from <= middle) {
      ranges.push({ start: middle, end });
      end = middle;
    } else {
      ranges.push({ start, end: middle });
      start = middle;
    }
  }
  // A subtree equal to the whole earlier tree is known to the verifier.
  if (start > 0) ranges.push({ start, end });
  return hashRanges(ranges.toReversed(), read);
}

interface Range {
  readonly start: number;
  readonly end: number;
}

interface Node {
  /** Height of the complete subtree. */
  readonly height: number;
  readonly index: number;
}

/** MTH of each range, where every range starts at a multiple of its largest complete subtree. */
async function hashRanges(ranges: readonly Range[], read: ReadTiles): Promise<Buffer[]> {
  const nodes = ranges.map(nodesOf);
  const wanted = new Map<string, TileId>();
  for (const node of nodes.flat()) {
    const tile = tileOf(node);
    wanted.set(`${tile.level}.${tile.index}`, tile);
  }
  const tiles = new Map<string, Buffer>();
  for (const tile of await read([...wanted.values()])) tiles.set(`${tile.level}.${tile.index}`, tile.hashes);
  const hashOf = (node: Node): Buffer => {
    const { level, index, offset } = tileOf(node);
    const width = 2 ** (node.height % TILE_HEIGHT);
    const hashes = tiles.get(`${level}.${index}`);
    if (hashes === undefined || hashes.length < (offset + width) * HASH_BYTES) {
      throw new Error(`tile ${level}.${index} is missing or short`);
    }
    return rootOf(split(hashes.subarray(offset * HASH_BYTES, (offset + width) * HASH_BYTES)));
  };
  return nodes.map(parts => foldRight(parts.map(hashOf)));
}

/** A range as complete subtrees, largest first. */
function nodesOf({ start, end }: Range): Node[] {
  const nodes: Node[] = [];
  for (let at = start; at < end;) {
    let height = 0;
    while (at % 2 ** (height + 1) === 0 && at + 2 ** (height + 1) <= end) height++;
    nodes.push({ height, index: at / 2 ** height });
    at += 2 ** height;
  }
  return nodes;
}

function tileOf({ height, index }: Node): TileId & { readonly offset: number } {
  const level = Math.floor(height / TILE_HEIGHT);
  const first = index * 2 ** (height % TILE_HEIGHT);
  return { level, index: Math.floor(first / TILE_WIDTH), offset: first % TILE_WIDTH };
}

/** The largest power of two below `n`, for n > 1. By doubling: sizes may pass 2^31. */
function splitOf(n: number): number {
  let k = 1;
  while (k * 2 < n) k *= 2;
  return k;
}

function foldRight(parts: readonly Buffer[]): Buffer {
  return parts.reduceRight((right, left) => nodeHash(left, right));
}

/** Of a complete subtree: 1, 2, 4, … hashes. */
function rootOf(hashes: readonly Buffer[]): Buffer {
  let row = hashes;
  while (row.length > 1) {
    const next: Buffer[] = [];
    for (let i = 0; i < row.length; i += 2) next.push(nodeHash(row[i]!, row[i + 1]!));
    row = next;
  }
  return row[0]!;
}

function split(hashes: Buffer): Buffer[] {
  return Array.from({ length: hashes.length / HASH_BYTES }, (_, i) =>
    hashes.subarray(i * HASH_BYTES, (i + 1) * HASH_BYTES),
  );
}

const LEAF = Buffer.of(0);
const NODE = Buffer.of(1);

export function leafHash(entry: Uint8Array): Buffer {
  return createHash('sha256').update(LEAF).update(entry).digest();
}

function nodeHash(left: Buffer, right: Buffer): Buffer {
  return createHash('sha256').update(NODE).update(left).update(right).digest();
}
