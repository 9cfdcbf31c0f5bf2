import { formatLots, formatTicks, shareOf, type Level, type MarketUnits } from '#lib/market-units.ts';

/** A step of the depth chart. Positions are shares of the drawn area, in ten-thousandths. */
export interface CurvePoint {
  readonly x: number;
  readonly y: number;
  readonly price: string;
  /** Total up to this price, in base units. */
  readonly total: string;
}

export interface DepthCurve {
  /** Best first: bids run from the middle to the left, asks to the right. */
  readonly bids: readonly CurvePoint[];
  readonly asks: readonly CurvePoint[];
  readonly lowest: string;
  readonly middle: string;
  readonly highest: string;
}

const SCALE = 10_000;

/**
 * Running totals of both sides over one price axis, centred on the middle price and equally wide on both sides.
 * null when a side is empty.
 */
export function depthCurve(
  bids: readonly Level[],
  asks: readonly Level[],
  units: MarketUnits,
): DepthCurve | null {
  const bestBid = bids[0]?.ticks;
  const bestAsk = asks[0]?.ticks;
  const lastBid = bids.at(-1)?.ticks;
  const lastAsk = asks.at(-1)?.ticks;
  if (bestBid === undefined || bestAsk === undefined || lastBid === undefined || lastAsk === undefined)
    return null;
  // Twice the middle, so that half ticks stay whole.
  const centre = bestBid + bestAsk;
  const below = centre - 2n * lastBid;
  const above = 2n * lastAsk - centre;
  const reach = below < above ? below : above;
  const inReach = (level: Level) => {
    const distance = 2n * level.ticks - centre;
    return distance <= reach && -distance <= reach;
  };
  const near = { bids: bids.filter(inReach), asks: asks.filter(inReach) };
  const sum = (levels: readonly Level[]) => levels.reduce((total, level) => total + level.lots, 0n);
  const bidLots = sum(near.bids);
  const askLots = sum(near.asks);
  const tallest = bidLots > askLots ? bidLots : askLots;
  if (reach <= 0n || tallest === 0n) return null;

  const draw = (levels: readonly Level[]): CurvePoint[] => {
    let total = 0n;
    return levels.map(level => {
      total += level.lots;
      const offset = 2n * level.ticks - centre;
      return {
        x: shareOf(reach + offset, 2n * reach, SCALE),
        y: shareOf(total, tallest, SCALE),
        price: formatTicks(level.ticks, units),
        total: formatLots(total, units),
      };
    });
  };
  const halfReach = reach / 2n;
  return {
    bids: draw(near.bids),
    asks: draw(near.asks),
    lowest: formatTicks(centre / 2n - halfReach, units),
    middle: formatTicks(centre / 2n, units),
    highest: formatTicks(centre / 2n + halfReach, units),
  };
}
