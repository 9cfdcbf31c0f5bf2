import { sha256 } from '@noble/hashes/sha2.js';

/**
 * A Merkle sum tree over amounts of minor units: each node has a hash and the sum of all leaves below it. Both children's
 * sums are hashed, so a sum cannot be moved between them: with one sum alone (Maxwell's first form) the same root could be
 * shown with a smaller total. The shape is that of RFC 6962: a node without a neighbour goes up as it is.
 */
export interface SumNode {
  readonly hash: Uint8Array;
  /** From 0 to MOST_SUM. */
  readonly sum: bigint;
}

/** Sums are unsigned 64-bit numbers: none is negative, and none may overflow. */
export const MOST_SUM = 2n ** 64n - 1n;
/** More than any tree has. */
export const MOST_LEAVES = 2 ** 32 - 1;

export const HASH_BYTES = 32;
const SUM_BYTES = 8;
export const LEAF_BYTES = 1 + HASH_BYTES + 4 + SUM_BYTES;
export const NODE_BYTES = 1 + 2 * (SUM_BYTES + HASH_BYTES);

/** SHA-256(0x00 ‖ statement's hash ‖ number of the leaf in it, 4 bytes ‖ amount, 8 bytes), big-endian. */
export function sumLeaf(statementHash: Uint8Array, number: number, amount: bigint): SumNode {
  const bytes = new Uint8Array(LEAF_BYTES);
  bytes.set(statementHash, 1);
  const view = new DataView(bytes.buffer);
  view.setUint32(1 + HASH_BYTES, number);
  view.setBigUint64(1 + HASH_BYTES + 4, amount);
  return { hash: sha256(bytes), sum: amount };
}

/**
 * SHA-256(0x01 ‖ left sum ‖ left hash ‖ right sum ‖ right hash), sums of 8 bytes, big-endian.
 *
 * @throws RangeError if the sums are not within 0 and MOST_SUM, or their sum is more
 */
export function sumParent(left: SumNode, right: SumNode): SumNode {
  const sum = left.sum + right.sum;
  if (left.sum < 0n || right.sum < 0n || sum > MOST_SUM) throw new RangeError('a sum of the tree overflows');
  const bytes = new Uint8Array(NODE_BYTES);
  bytes[0] = 1;
  const view = new DataView(bytes.buffer);
  view.setBigUint64(1, left.sum);
  bytes.set(left.hash, 1 + SUM_BYTES);
  view.setBigUint64(1 + SUM_BYTES + HASH_BYTES, right.sum);
  bytes.set(right.hash, 1 + 2 * SUM_BYTES + HASH_BYTES);
  return { hash: sha256(bytes), sum };
}

/** A node's place: level 0 has the leaves. */
export interface Place {
  readonly level: number;
  readonly index: number;
}

/** Number of nodes of the level above one with `size` nodes. */
function sizeAbove(size: number): number {
  return Math.ceil(size / 2);
}

/**
 * The nodes that are needed beside some leaves to work out the root, level by level, each level from left to right.
 *
 * @param leaves indexes below `size`, without repeats
 */
export function placesBeside(leaves: readonly number[], size: number): Place[] {
  const places: Place[] = [];
  let known = [...leaves].toSorted((a, b) => a - b);
  for (let level = 0, width = size; width > 1; level++, width = sizeAbove(width)) {
    const here = new Set(known);
    for (const index of known) {
      const beside = index % 2 === 0 ? index + 1 : index - 1;
      if (beside < width && !here.has(beside)) places.push({ level, index: beside });
    }
    known = [...new Set(known.map(index => Math.floor(index / 2)))];
  }
  return places;
}

/** A leaf with its place. */
export interface PlacedLeaf {
  readonly index: number;
  readonly leaf: SumNode;
}

/**
 * The root that follows from some leaves and the nodes of `placesBeside`; null if an index is out of range or named twice,
 * a sum overflows, or the nodes are too few or too many.
 */
export function rootOver(
  leaves: readonly PlacedLeaf[],
  size: number,
  beside: readonly SumNode[],
): SumNode | null {
  let known = leaves.toSorted((a, b) => a.index - b.index);
  if (known.length === 0 || size > MOST_LEAVES) return null;
  const isPlaced = known.every(
    ({ index }, i) => Number.isSafeInteger(index) && index > (known[i - 1]?.index ?? -1) && index < size,
  );
  if (!isPlaced) return null;
  let used = 0;
  try {
    for (let width = size; width > 1; width = sizeAbove(width)) {
      const above: PlacedLeaf[] = [];
      for (let i = 0; i < known.length; i++) {
        const { index, leaf: node } = known[i]!;
        const isLeft = index % 2 === 0;
        const parent = Math.floor(index / 2);
        const next = known[i + 1];
        if (isLeft && index + 1 === width) above.push({ index: parent, leaf: node });
        else if (isLeft && next?.index === index + 1) {
          above.push({ index: parent, leaf: sumParent(node, next.leaf) });
          i++;
        } else {
          const other = beside[used++];
          if (other === undefined) return null;
          above.push({ index: parent, leaf: isLeft ? sumParent(node, other) : sumParent(other, node) });
        }
      }
      known = above;
    }
  } catch (error) {
    if (error instanceof RangeError) return null;
    throw error;
  }
  return used === beside.length ? known[0]!.leaf : null;
}
