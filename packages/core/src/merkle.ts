import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex, concatBytes, hexToBytes } from '@noble/hashes/utils.js';
import type { Stepwise } from './stepwise.ts';

/**
 * The Merkle tree of RFC 6962, section 2.1: leaves and inner nodes are hashed under different prefixes, and a tree
 * of n leaves splits at the largest power of two below n. Pure and browser-safe.
 */

const LEAF = Uint8Array.of(0);
const NODE = Uint8Array.of(1);
/** Cost of one hash, in `Stepwise` work units. */
const HASH_UNITS = 5;

/** Computes the root of leaves added one at a time. */
export class MerkleTree {
  /** Roots of the full subtrees so far, the largest first: one for each 1 in the binary number of leaves. */
  readonly #peaks: Uint8Array[] = [];
  #size = 0;

  add(leaf: Uint8Array): void {
    let hash = leafHash(leaf);
    for (let rest = this.#size++; rest % 2 === 1; rest = (rest - 1) / 2) {
      hash = nodeHash(this.#peaks.pop()!, hash);
    }
    this.#peaks.push(hash);
  }

  /** SHA-256 over the leaves, lower-case hex; of no leaves, the hash of nothing. */
  root(): string {
    if (this.#size === 0) return bytesToHex(sha256(new Uint8Array()));
    return bytesToHex(this.#peaks.reduceRight((right, left) => nodeHash(left, right)));
  }
}

/** All hashes of a tree: the leaves' first, then each level above. A node without a neighbour is its own parent. */
export type MerkleLevels = readonly (readonly Uint8Array[])[];

/** For many proofs of one tree: each path is only looked up. */
export function* levelsStepwise(leaves: Iterable<Uint8Array>): Stepwise<MerkleLevels> {
  let level: Uint8Array[] = [];
  for (const leaf of leaves) {
    level.push(leafHash(leaf));
    yield HASH_UNITS;
  }
  const levels = [level];
  while (level.length > 1) {
    const above: Uint8Array[] = [];
    for (let i = 0; i < level.length; i += 2) {
      const right = level[i + 1];
      above.push(right === undefined ? level[i]! : nodeHash(level[i]!, right));
      yield HASH_UNITS;
    }
    levels.push((level = above));
  }
  return levels;
}

/** The hashes that lead from leaf `index` to the root, nearest first. Throws RangeError if there is no such leaf. */
export function pathIn(levels: MerkleLevels, index: number): string[] {
  if (levels[0]?.[index] === undefined) throw new RangeError(`leaf ${index}`);
  const path: string[] = [];
  let at = index;
  for (const level of levels) {
    const sibling = level[at % 2 === 0 ? at + 1 : at - 1];
    if (sibling !== undefined) path.push(bytesToHex(sibling));
    at = Math.floor(at / 2);
  }
  return path;
}

/** Whether `path` leads from this leaf to `root` in a tree of `size` leaves. False for malformed hex. */
export function merkleProves(
  leaf: Uint8Array,
  index: number,
  size: number,
  path: readonly string[],
  root: string,
): boolean {
  if (!Number.isInteger(index) || index < 0 || index >= size) return false;
  if (!path.every(hash => /^[0-9a-f]{64}$/.test(hash))) return false;
  const sides: boolean[] = [];
  let start = 0;
  let end = size;
  while (end - start > 1) {
    const middle = start + splitOf(end - start);
    sides.push(index < middle);
    if (index < middle) end = middle;
    else start = middle;
  }
  if (sides.length !== path.length) return false;
  let hash = leafHash(leaf);
  for (const [i, isLeft] of sides.toReversed().entries()) {
    const sibling = hexToBytes(path[i]!);
    hash = isLeft ? nodeHash(hash, sibling) : nodeHash(sibling, hash);
  }
  return bytesToHex(hash) === root;
}

/** The largest power of two below `size`, for sizes of at least 2. */
function splitOf(size: number): number {
  return 2 ** (31 - Math.clz32(size - 1));
}

function leafHash(leaf: Uint8Array): Uint8Array {
  return sha256(concatBytes(LEAF, leaf));
}

function nodeHash(left: Uint8Array, right: Uint8Array): Uint8Array {
  return sha256(concatBytes(NODE, left, right));
}
