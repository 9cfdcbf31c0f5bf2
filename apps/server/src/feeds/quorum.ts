import { median } from './median.ts';
import type { Quote } from './price-feed.ts';

/** When sources are enough for an index, and which of them count. */
export interface Quorum {
  /** Fresh sources that there must be. More than half of so many must then agree. */
  readonly sources: number;
  /** How far a price may be from the middle of all, in millionths of it. */
  readonly bandPpm: number;
}

export interface Judged {
  /** What the index is made of; empty if there is none. */
  readonly used: readonly Quote[];
  /** Further from the middle than the band. */
  readonly dropped: readonly Quote[];
  /** Why there is no index: too few are fresh, or too few of them agree. Null if there is one. */
  readonly missing: 'sources' | 'agreement' | null;
}

/**
 * Which of the sources that move make the index. `freshCount` counts those that stand still, too: they are heard of, and
 * say nothing. Those beyond the band around the middle are left out; what remains must be more than half of those that
 * move, and more than half of the quorum: two that agree outvote one that is wrong, two against two are no index.
 */
export function judge(moving: readonly Quote[], freshCount: number, quorum: Quorum): Judged {
  if (freshCount < quorum.sources || moving.length === 0)
    return { used: [], dropped: [], missing: 'sources' };
  const middle = median(moving.map(({ priceE8 }) => priceE8));
  const isNear = ({ priceE8 }: Quote): boolean =>
    Math.abs(priceE8 - middle) / middle <= quorum.bandPpm / 1_000_000;
  const used = moving.filter(isNear);
  const dropped = moving.filter(quote => !isNear(quote));
  const agree = 2 * used.length > moving.length && 2 * used.length > quorum.sources;
  return agree ? { used, dropped, missing: null } : { used: [], dropped, missing: 'agreement' };
}
