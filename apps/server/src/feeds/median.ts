/** The middle value; of two middle ones the mean, truncated. */
export function median(prices: readonly number[]): number {
  const sorted = prices.toSorted((a, b) => a - b);
  const middle = sorted.length >> 1;
  const upper = sorted[middle]!;
  if (sorted.length % 2 === 1) return upper;
  const lower = sorted[middle - 1]!;
  return lower + Math.floor((upper - lower) / 2);
}
