import { median } from './median.ts';
import type { Quote } from './price-feed.ts';

/** How many sources an index needs, and which of them count. */
export interface Quorum {
  /** Required fresh sources. More than half of that number must then agree. */
  readonly sources: number;
  /** How far a price may be from the median of all, in millionths of it. */
  readonly bandPpm: number;
}

export interface Judged {
  /** The sources the index is computed from; empty if there is none. */
  readonly used: readonly Quote[];
  /** Sources further from the median than the band allows. */
  readonly dropped: readonly Quote[];
  /** Why there is no index: too few sources are fresh, or too few agree. Null if there is one. */
  readonly missing: 'sources' | 'agreement' | null;
}

/**
 * Decides which of the moving sources make the index. `freshCount` includes sources that answer but have no news.
 * Sources outside the band around the median are excluded. The rest must be more than half of the moving ones and more
 * than half of the quorum: two that agree outvote one, but two against two give no index.
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
