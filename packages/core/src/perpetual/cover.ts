import { keepsBuffer } from './cross-formulas.ts';
import type { Exposure } from './formulas.ts';
import type { PerpetualMarket } from './perpetual-market.ts';
import type { Position } from './position.ts';

/** What a position may lose by a close: its margin, or if its account carries it, what that can spare. */
export function coverOf(market: PerpetualMarket, position: Position): Exposure {
  const { cross } = position.trader;
  if (cross === null) return position;
  const { side, lots, entryValueMinor } = position;
  const marginMinor = cross.coverMinor(market.contract, position, market.mark!.markE8);
  return { side, lots, entryValueMinor, marginMinor };
}

/** Whether a waiting close of a cross position may be filled at a price, whatever else the taker meets. */
export function mayBeFilled(market: PerpetualMarket, position: Position, priceTicks: number): boolean {
  const { makerFeePpm } = market.feesOf(position);
  return (
    position.trader.cross!.wasHealthy() &&
    keepsBuffer(market.contract, position, market.mark!.markE8, priceTicks, makerFeePpm)
  );
}
