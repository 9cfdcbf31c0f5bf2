import { nodeHash } from '../merkle.ts';

/** RFC 6962, section 2.1, literally, over the leaves' hashes. Faster implementations are compared with it. */
export function root(hashes: readonly Uint8Array[]): Uint8Array {
  const [only] = hashes;
  if (hashes.length === 1) return only!;
  const k = split(hashes.length);
  return nodeHash(root(hashes.slice(0, k)), root(hashes.slice(k)));
}

/** The audit path of leaf `m`. */
export function path(m: number, hashes: readonly Uint8Array[]): Uint8Array[] {
  if (hashes.length === 1) return [];
  const k = split(hashes.length);
  return m < k
    ? [...path(m, hashes.slice(0, k)), root(hashes.slice(k))]
    : [...path(m - k, hashes.slice(k)), root(hashes.slice(0, k))];
}

/** PROOF(m, D[n]) is `subproof(m, hashes, true)`. */
export function subproof(m: number, hashes: readonly Uint8Array[], whole: boolean): Uint8Array[] {
  if (m === hashes.length) return whole ? [] : [root(hashes)];
  const k = split(hashes.length);
  return m <= k
    ? [...subproof(m, hashes.slice(0, k), whole), root(hashes.slice(k))]
    : [...subproof(m - k, hashes.slice(k), false), root(hashes.slice(0, k))];
}

function split(n: number): number {
  let k = 1;
  while (k * 2 < n) k *= 2;
  return k;
}
