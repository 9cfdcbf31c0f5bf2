/** A day is a UTC day, numbered from 1970-01-01. */
export const DAY_MS = 86_400_000;

/** Number of the UTC day a moment falls into. */
export function dayOf(atMs: number): number {
  return Math.floor(atMs / DAY_MS);
}
