import type { WireDepth } from '@tallystick/protocol/wire';
import { parseLevels, type Level, type MarketUnits } from './market-units.ts';

export interface BookLevels {
  /** Best first. */
  readonly bids: readonly Level[];
  readonly asks: readonly Level[];
}

const parsed = new WeakMap<WireDepth, BookLevels>();

/** A book in integers. Several parts of a page read the same book, so each state of it is parsed only once. */
export function levelsOf(depth: WireDepth, units: MarketUnits): BookLevels {
  const known = parsed.get(depth);
  if (known) return known;
  const levels = { bids: parseLevels(depth.bids, units), asks: parseLevels(depth.asks, units) };
  parsed.set(depth, levels);
  return levels;
}
