/**
 * Number of leading characters that are the same in `next` and `previous`; the rest is highlighted.
 * 0 for texts of different length.
 */
export function unchangedPrefix(previous: string | undefined, next: string): number {
  if (previous === undefined) return next.length;
  if (previous.length !== next.length) return 0;
  let same = 0;
  while (same < next.length && previous[same] === next[same]) same += 1;
  return same;
}
