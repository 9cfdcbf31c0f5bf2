import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex, concatBytes, hexToBytes } from '@noble/hashes/utils.js';

/**
 * The Merkle tree of RFC 6962, section 2.1: leaves and inner nodes are hashed under different prefixes, and a tree
 * of n leaves splits at the largest power of two below n. Pure and browser-safe.
 */

const LEAF = Uint8Array.of(0);
const NODE = Uint8Array.of(1);

/** The root of leaves that come one after the other. */
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

/** The root of leaves that are all there. */
export function merkleRoot(leaves: readonly Uint8Array[]): string {
  const tree = new MerkleTree();
  for (const leaf of leaves) tree.add(leaf);
  return tree.root();
}

/** The hashes that lead from leaf `index` to the root, nearest first. Throws RangeError if there is no such leaf. */
export function merklePath(leaves: readonly Uint8Array[], index: number): string[] {
  if (!Number.isInteger(index) || index < 0 || index >= leaves.length) throw new RangeError(`leaf ${index}`);
  const hashes = leaves.map(leafHash);
  const path: Uint8Array[] = [];
  let start = 0;
  let end = leaves.length;
  while (end - start > 1) {
    const middle = start + splitOf(end - start);
    if (index < middle) {
      path.push(subtree(hashes, middle, end));
      end = middle;
    } else {
      path.push(subtree(hashes, start, middle));
      start = middle;
    }
  }
  return path.toReversed().map(hash => bytesToHex(hash));
}

/** Whether `path` leads from this leaf to `root` in a tree of `size` leaves. Malformed hex is a path that does not. */
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

function subtree(hashes: readonly Uint8Array[], start: number, end: number): Uint8Array {
  if (end - start === 1) return hashes[start]!;
  const middle = start + splitOf(end - start);
  return nodeHash(subtree(hashes, start, middle), subtree(hashes, middle, end));
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
