import { isWhole } from '../numbers.ts';
import type { Refusal } from '../part.ts';
import { areWellAsked } from './asks.ts';
import type { PlaceOrder, SetStops } from './commands.ts';
import type { Contract } from './contract.ts';
import { isMultiple } from './margin.ts';
import { askerOf, type Contracted, type Position } from './state.ts';
import type { Venue } from './venue.ts';

const LONGEST_LABEL = 64;

/** What is wrong with an order by itself. */
export function refuseOrder(order: PlaceOrder, multiple: number, market: Contracted): Refusal {
  const { contract } = market;
  const { side, orderType, postOnly, clientOrderId, priceTicks, worstPriceTicks, reduceOnly } = order;
  if (reduceOnly !== undefined && typeof reduceOnly !== 'boolean') return 'invalid_order';
  if (side !== 'long' && side !== 'short') return 'invalid_order';
  if (orderType !== 'limit' && orderType !== 'market') return 'invalid_order';
  if (typeof postOnly !== 'boolean') return 'invalid_order';
  const { instructions } = order;
  if (clientOrderId !== null) {
    if (typeof clientOrderId !== 'string' || clientOrderId === '') return 'invalid_order';
    const isFit =
      instructions === undefined
        ? clientOrderId.length <= LONGEST_LABEL
        : /^[.:/\w-]{1,36}$/.test(clientOrderId);
    if (!isFit) return 'invalid_order';
  }
  const isWell = instructions === undefined || areWellAsked(instructions, orderType === 'limit', postOnly);
  if (!isWell) return 'invalid_order';
  if (orderType === 'limit') {
    if (worstPriceTicks !== null) return 'invalid_order';
    if (priceTicks === null) return 'price_required';
    if (!isPrice(priceTicks, contract)) return 'invalid_price';
  } else {
    if (priceTicks !== null || postOnly) return 'invalid_order';
    if (!isPriceOrNone(worstPriceTicks, contract)) return 'invalid_price';
  }
  const lots = refuseLots(order.lots, contract.maxOrderLots);
  if (lots !== null) return lots;
  if (!areStops(order, contract)) return 'invalid_price';
  return isMultiple(multiple, market) ? null : 'multiple_not_offered';
}

/** Only of orders with instructions, even empty ones: names of before could be used more than once. */
export function refuseNameAndDate(
  venue: Venue,
  { customerId, clientOrderId, instructions }: PlaceOrder,
): Refusal {
  if (instructions === undefined) return null;
  if (clientOrderId !== null) {
    for (const { traders } of venue.markets.values()) {
      const own = traders.get(customerId)?.positions.values() ?? [];
      if (hasName(own, clientOrderId)) return 'duplicate_client_order_id';
    }
  }
  const { expiresAtMs = Infinity } = instructions;
  return expiresAtMs <= venue.world.now ? 'expiry_in_past' : null;
}

export function refuseLots(lots: number, most: bigint): Refusal {
  if (!isWhole(lots, 1, Number.MAX_SAFE_INTEGER)) return 'invalid_lots';
  return BigInt(lots) > most ? 'too_many_lots' : null;
}

export function areStops(
  { takeProfitTicks, stopLossTicks }: Pick<SetStops, 'takeProfitTicks' | 'stopLossTicks'>,
  contract: Contract,
): boolean {
  return isPriceOrNone(takeProfitTicks, contract) && isPriceOrNone(stopLossTicks, contract);
}

export function isPrice(priceTicks: number, { highestPrice }: Contract): boolean {
  return isWhole(priceTicks, 1, Number(highestPrice));
}

export function isPriceOrNone(priceTicks: number | null, contract: Contract): boolean {
  return priceTicks === null || isPrice(priceTicks, contract);
}

export function ticks(priceTicks: number | null): bigint | null {
  return priceTicks === null ? null : BigInt(priceTicks);
}

/** Whether a waiting order of these positions has the name. */
function hasName(positions: Iterable<Position>, name: string): boolean {
  for (const { opening, closings } of positions) {
    for (const waiting of [opening, ...closings]) {
      if (waiting !== null && askerOf(waiting)?.name === name) return true;
    }
  }
  return false;
}
