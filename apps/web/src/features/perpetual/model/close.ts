import { bankruptcyTicks, closedPart, realised } from '@tallystick/core/perpetual/formulas';
import type { WireContract, WirePosition } from '@tallystick/protocol/wire';
import type { BookLevels } from '#lib/book-levels.ts';
import { walkQuantity } from '#lib/book-walk.ts';
import { formatTicks, parseTicks, parseTyped, safeWhole, valueMinor } from '#lib/market-units.ts';
import { exposureOfPosition } from './changes.ts';
import type { ClosePreview } from './close-preview.ts';
import { contractUnits } from './contract.ts';
import { averagePrice, closingFees, exposureFrom, feeOf, priceBand, unitOf, valueAt } from './figures.ts';
import { minorOf } from './positions.ts';
import { problem, type Problem } from './validate.ts';

/** At the best prices now, with a limit order, or against an opposite position. */
export type CloseWay = 'market' | 'limit' | 'offset';

/**
 * Preview of closing `lots` against the current book; with `limitTicks` the rest closes there as a maker.
 * Null when the position has fewer lots.
 */
export function closePreview(
  position: WirePosition,
  contract: WireContract,
  lots: bigint,
  book: BookLevels,
  limitTicks: bigint | null = null,
): ClosePreview | null {
  if (lots <= 0n || lots > BigInt(position.holding_lots)) return null;
  const units = contractUnits(contract);
  const isLong = position.direction === 'long';
  const exposure = exposureFrom(exposureOfPosition(position, contract));
  // Like the exchange: never beyond the bankruptcy price.
  const bound = BigInt(bankruptcyTicks(unitOf(units), exposure));
  const reaches = (ticks: bigint, worst: bigint) => (isLong ? ticks >= worst : ticks <= worst);
  const accepts = (ticks: bigint) => reaches(ticks, bound) && reaches(ticks, limitTicks ?? ticks);
  const walk = walkQuantity(isLong ? book.bids : book.asks, lots, units, { accepts });
  const waiting = limitTicks === null ? 0n : lots - walk.lots;
  const closed = walk.lots + waiting;
  const earned = minorOf(position.net_profit, contract.quote.decimals);
  if (closed === 0n) {
    return { walk, price: null, resultMinor: 0n, returnedMinor: 0n, feeMinor: 0n, totalMinor: earned };
  }
  const waitingMinor = limitTicks === null ? 0n : valueMinor(limitTicks, waiting, units);
  const closedMinor = walk.valueMinor + waitingMinor;
  const part = closedPart(exposure, safeWhole(closed));
  const fees = closingFees(position, contract);
  const feeMinor =
    feeOf(walk.valueMinor, fees.taker_fee_percent) + feeOf(waitingMinor, fees.maker_fee_percent);
  const resultMinor = realised(position.direction, part.entryMinor, closedMinor) - feeMinor;
  const returnedMinor = part.marginMinor + resultMinor;
  return {
    walk,
    price: averagePrice(closedMinor, closed, units),
    resultMinor,
    returnedMinor: returnedMinor > 0n ? returnedMinor : 0n,
    feeMinor,
    totalMinor: earned + resultMinor,
  };
}

/** Preview of closing two opposite positions against each other; amounts in minor units. */
export interface OffsetPreview {
  readonly price: string;
  readonly resultMinor: bigint;
  readonly otherResultMinor: bigint;
  /** Margin plus result of both. */
  readonly returnedMinor: bigint;
  readonly totalMinor: bigint;
}

/** At the mark price, moved so that both margins cover their loss; null without a mark or such a price. */
export function offsetPreview(
  position: WirePosition,
  other: WirePosition,
  contract: WireContract,
  lots: bigint,
  mark: string | null,
): OffsetPreview | null {
  const most = offsetLots(position, other);
  const units = contractUnits(contract);
  const atMark = mark === null ? null : valueAt(mark, lots, units);
  if (atMark === null || lots <= 0n || lots > most) return null;
  const partOf = (one: WirePosition) =>
    closedPart(exposureFrom(exposureOfPosition(one, contract)), safeWhole(lots));
  const [own, opposite] = [partOf(position), partOf(other)];
  const [long, short] = position.direction === 'long' ? [own, opposite] : [opposite, own];
  const least = long.entryMinor - long.marginMinor;
  const greatest = short.entryMinor + short.marginMinor;
  if (least > greatest) return null;
  const closedMinor = atMark < least ? least : atMark > greatest ? greatest : atMark;
  const resultMinor = realised(position.direction, own.entryMinor, closedMinor);
  const otherResultMinor = realised(other.direction, opposite.entryMinor, closedMinor);
  return {
    price: averagePrice(closedMinor, lots, units),
    resultMinor,
    otherResultMinor,
    returnedMinor: own.marginMinor + opposite.marginMinor + resultMinor + otherResultMinor,
    totalMinor: minorOf(position.net_profit, contract.quote.decimals) + resultMinor,
  };
}

/** The most lots two positions can close against each other. */
export function offsetLots(position: WirePosition, other: WirePosition): bigint {
  return BigInt(Math.min(position.holding_lots, other.holding_lots));
}

/** Opposite open positions of the same contract, the largest first. */
export function listOpposite(positions: Iterable<WirePosition>, position: WirePosition): WirePosition[] {
  return [...positions]
    .filter(
      one =>
        one.status === 'holding' &&
        one.market_id === position.market_id &&
        one.direction !== position.direction,
    )
    .toSorted((a, b) => b.holding_lots - a.holding_lots || b.position_id - a.position_id);
}

/** The form's first limit price: the best price of the order's own side. Null without a book. */
export function suggestedTicks(position: WirePosition, book: BookLevels | undefined): bigint | null {
  const side = position.direction === 'long' ? book?.asks : book?.bids;
  return side?.[0]?.ticks ?? null;
}

export interface CloseInput {
  readonly way: CloseWay;
  readonly lots: bigint | null;
  /** Limit price as typed. */
  readonly price: string;
  /** The most lots that can be closed this way. */
  readonly most: bigint;
  readonly mark: string | null;
  /** Lots that the book can fill now; undefined while the book is unknown. */
  readonly fillable: bigint | undefined;
}

function validatePrice(
  price: string,
  position: WirePosition,
  contract: WireContract,
  mark: string | null,
): Problem | undefined {
  const units = contractUnits(contract);
  const typed = parseTyped(price, units.priceDecimals);
  if (typed === null || typed <= 0n) return problem('price_required', 'price');
  const ticks = parseTicks(price, units);
  if (ticks === null) return problem('price_step', 'price', { step: contract.tick_size });
  const bound = BigInt(bankruptcyTicks(unitOf(units), exposureFrom(exposureOfPosition(position, contract))));
  const isLong = position.direction === 'long';
  if (isLong ? ticks < bound : ticks > bound) {
    return problem('price_beyond_bankruptcy', 'price', { price: formatTicks(bound, units) });
  }
  const band = priceBand(contract, mark);
  if (band && (ticks < band.lowest || ticks > band.highest)) {
    const params = { lowest: formatTicks(band.lowest, units), highest: formatTicks(band.highest, units) };
    return problem('price_out_of_band', 'price', params);
  }
  return undefined;
}

/** Why the order cannot be sent; undefined if it can. */
export function validateClose(
  { way, lots, price, most, mark, fillable }: CloseInput,
  position: WirePosition,
  contract: WireContract,
): Problem | undefined {
  if (contract.status === 'halted') return problem('market_halted', 'form');
  if (way === 'limit') {
    const wrong = validatePrice(price, position, contract, mark);
    if (wrong) return wrong;
  }
  if (lots === null) return problem('lots_required', 'lots');
  if (lots > most) {
    const isTaken = way === 'limit' && most < BigInt(position.holding_lots);
    return problem(isTaken ? 'not_enough_free' : 'not_enough_lots', 'lots', { most: String(most) });
  }
  return way === 'market' && fillable === 0n ? problem('no_liquidity', 'form') : undefined;
}
