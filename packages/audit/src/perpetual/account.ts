import { ceilDivide, least, MILLION, most } from '../numbers.ts';
import { profit, type Held } from './figures.ts';
import type { Contracted, Position, Trader } from './state.ts';
import type { Venue } from './venue.ts';

/** Contract accounts that carry cross positions, added up anew whenever somebody asks. */

/** An open cross position, and its result and maintenance at the mark. */
export interface Carried {
  readonly position: Position;
  readonly result: bigint;
  readonly maintenance: bigint;
}

/** All of a customer's open cross positions in contracts of a currency, by contract, the oldest first. */
export function carriedBy(venue: Venue, customerId: number, quoteId: number): Carried[] {
  const carried: Carried[] = [];
  for (const { contract, traders } of venue.markets.values()) {
    const trader = traders.get(customerId);
    if (contract.quoteId !== quoteId || trader === undefined || !trader.cross) continue;
    for (const position of trader.positions.values()) {
      if (position.lots === 0n) continue;
      carried.push({ position, result: resultOf(position), maintenance: maintenanceOf(position) });
    }
  }
  return carried;
}

export function resultOf({ market, side, lots, entry }: Position): bigint {
  const { tickE8, unit } = market.contract;
  return profit(side, entry * tickE8, market.mark!.priceE8 * lots * unit) / tickE8;
}

function maintenanceOf({ market, lots, maintenance }: Position): bigint {
  const { tickE8, unit } = market.contract;
  return (market.mark!.priceE8 * lots * unit * maintenance) / (tickE8 * MILLION);
}

/** Equity and maintenance of the account of a position. */
export function accountOf(
  venue: Venue,
  { trader, market }: Position | { trader: Trader; market: Contracted },
) {
  const { quoteId } = market.contract;
  let equity = venue.world.books.available(trader.customerId, 'contract', quoteId);
  let maintenance = 0n;
  for (const one of carriedBy(venue, trader.customerId, quoteId)) {
    equity += one.position.margin + one.result;
    maintenance += one.maintenance;
  }
  return { equity, maintenance };
}

/** What cross positions must keep of an account: value ÷ multiple and the loss, at mark or index, rounded up. */
export function required(venue: Venue, customerId: number, quoteId: number): bigint {
  let sum = 0n;
  for (const { position } of carriedBy(venue, customerId, quoteId)) {
    const { priceE8, indexE8 } = position.market.mark!;
    sum += most(requiredAt(position, priceE8), requiredAt(position, indexE8));
  }
  return sum;
}

export function requiredOf(position: Position, multiple = position.multiple): bigint {
  const { priceE8, indexE8 } = position.market.mark!;
  return most(requiredAt(position, priceE8, multiple), requiredAt(position, indexE8, multiple));
}

function requiredAt(
  { market, side, lots, entry, multiple: own }: Position,
  priceE8: bigint,
  multiple = own,
): bigint {
  const { tickE8, unit } = market.contract;
  const value = priceE8 * lots * unit;
  const loss = -profit(side, entry * tickE8, value);
  return ceilDivide(value, tickE8 * multiple) + (loss > 0n ? ceilDivide(loss, tickE8) : 0n);
}

/** What of an account an outflow may take. */
export function freeOf(venue: Venue, customerId: number, quoteId: number): bigint {
  return venue.world.books.available(customerId, 'contract', quoteId) - required(venue, customerId, quoteId);
}

/**
 * What a close of the customer's may lose: a position's margin; of a cross one, what leaves the others their maintenance, or
 * below the maintenance what does not make it worse; of a profit, less than nothing. Two units are kept for truncation.
 */
export function coverOf(venue: Venue, position: Position): Held {
  if (!position.trader.cross) return position;
  const { side, lots, entry } = position;
  const { equity, maintenance } = accountOf(venue, position);
  const own = maintenanceOf(position);
  const spare = equity > maintenance ? equity - maintenance + own : least(own, equity);
  return { side, lots, entry, margin: spare - 2n - resultOf(position) };
}

/** Notes whose account is above its maintenance, before somebody takes from the contract's book. */
export function noteHealth(venue: Venue, market: Contracted): void {
  for (const trader of market.traders.values()) {
    if (!trader.cross || trader.positions.size === 0) continue;
    const { equity, maintenance } = accountOf(venue, { trader, market });
    trader.healthy = equity > maintenance;
  }
}

/** Why a contract account does not pay an amount. */
export function refuseOutflow(
  venue: Venue,
  customerId: number,
  quoteId: number,
  amount: bigint,
  extra = 0n,
): 'insufficient_balance' | 'cross_margin_needed' | null {
  if (amount <= 0n || freeOf(venue, customerId, quoteId) + extra >= amount) return null;
  const available = venue.world.books.available(customerId, 'contract', quoteId) + extra;
  return available < amount ? 'insufficient_balance' : 'cross_margin_needed';
}
