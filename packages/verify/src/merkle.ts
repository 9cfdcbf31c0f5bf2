import { sha256 } from '@noble/hashes/sha2.js';
import { concatBytes } from '@noble/hashes/utils.js';
import { isSame } from './bytes.ts';

const LEAF = Uint8Array.of(0);
const NODE = Uint8Array.of(1);

/** SHA-256(0x00 ‖ data): RFC 6962, 2.1. */
export function leafHash(data: Uint8Array): Uint8Array {
  return sha256(concatBytes(LEAF, data));
}

/** SHA-256(0x01 ‖ left ‖ right): RFC 6962, 2.1. */
export function nodeHash(left: Uint8Array, right: Uint8Array): Uint8Array {
  return sha256(concatBytes(NODE, left, right));
}

export interface Inclusion {
  /** From 0. */
  readonly index: number;
  readonly size: number;
  /** `leafHash` of the entry. */
  readonly leaf: Uint8Array;
  readonly proof: readonly Uint8Array[];
  readonly root: Uint8Array;
}

/** Whether the leaf is at its place in the tree: the algorithm of RFC 9162, 2.1.3.2. */
export function verifyInclusion({ index, size, leaf, proof, root }: Inclusion): boolean {
  if (!isCount(index) || !isCount(size) || index >= size) return false;
  let fn = index;
  let sn = size - 1;
  let hash = leaf;
  for (const sibling of proof) {
    if (sn === 0) return false;
    if (fn % 2 === 1 || fn === sn) {
      hash = nodeHash(sibling, hash);
      while (fn % 2 === 0 && fn !== 0) {
        fn = half(fn);
        sn = half(sn);
      }
    } else {
      hash = nodeHash(hash, sibling);
    }
    fn = half(fn);
    sn = half(sn);
  }
  return sn === 0 && isSame(hash, root);
}

export interface Consistency {
  readonly from: number;
  readonly fromRoot: Uint8Array;
  readonly to: number;
  readonly toRoot: Uint8Array;
  readonly proof: readonly Uint8Array[];
}

/** Whether the later tree only adds to the earlier one: the algorithm of RFC 9162, 2.1.4.2. */
export function verifyConsistency({ from, fromRoot, to, toRoot, proof }: Consistency): boolean {
  if (!isCount(from) || !isCount(to) || from < 1 || from > to) return false;
  if (from === to) return proof.length === 0 && isSame(fromRoot, toRoot);
  // The verifier knows the hash of a whole subtree, so it is left out of the proof.
  const path = isPowerOfTwo(from) ? [fromRoot, ...proof] : proof;
  const first = path[0];
  if (first === undefined || proof.length === 0) return false;
  let fn = from - 1;
  let sn = to - 1;
  while (fn % 2 === 1) {
    fn = half(fn);
    sn = half(sn);
  }
  let earlier = first;
  let later = first;
  for (const hash of path.slice(1)) {
    if (sn === 0) return false;
    if (fn % 2 === 1 || fn === sn) {
      earlier = nodeHash(hash, earlier);
      later = nodeHash(hash, later);
      while (fn % 2 === 0 && fn !== 0) {
        fn = half(fn);
        sn = half(sn);
      }
    } else {
      later = nodeHash(later, hash);
    }
    fn = half(fn);
    sn = half(sn);
  }
  return sn === 0 && isSame(earlier, fromRoot) && isSame(later, toRoot);
}

function isCount(value: number): boolean {
  return Number.isSafeInteger(value) && value >= 0;
}

/** Uses division instead of bit shifts, because sizes may exceed 2^31. */
function half(value: number): number {
  return Math.floor(value / 2);
}

function isPowerOfTwo(value: number): boolean {
  let rest = value;
  while (rest % 2 === 0) rest /= 2;
  return rest === 1;
}
