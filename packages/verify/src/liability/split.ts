/**
 * How many times a leaf's amount fits into the total at least: so that a leaf that somebody sees tells nothing of a large
 * customer, whose amount is in many leaves.
 */
const FEWEST_PARTS = 256n;

/** The largest amount of a leaf in a tree of this total: a power of two. */
export function largestLeaf(totalMinor: bigint): bigint {
  let largest = 1n;
  while (largest * 2n <= totalMinor / FEWEST_PARTS) largest *= 2n;
  return largest;
}

/**
 * An amount as powers of two, none above `largest`, from small to large. They tell whoever sees one of them as little as
 * possible of the amount.
 *
 * @param amountMinor > 0
 * @param largest a power of two
 */
export function splitAmount(amountMinor: bigint, largest: bigint): bigint[] {
  const leaves: bigint[] = [];
  for (let leaf = 1n; leaf < largest; leaf *= 2n) if ((amountMinor & leaf) !== 0n) leaves.push(leaf);
  for (let left = amountMinor / largest; left > 0n; left--) leaves.push(largest);
  return leaves;
}

export function isPowerOfTwo(amountMinor: bigint): boolean {
  return amountMinor > 0n && (amountMinor & (amountMinor - 1n)) === 0n;
}
