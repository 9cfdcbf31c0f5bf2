import { isWhole, least } from '../numbers.ts';
import type { Refusal } from '../part.ts';
import type { AmendOrder } from './commands.ts';
import { isMultiple } from './margin.ts';
import { placeMerged } from './merged.ts';
import { placeOrder } from './orders.ts';
import { askerOf, type Order, type Position, type Waiting } from './state.ts';
import type { Venue } from './venue.ts';

interface Figures {
  readonly lots: bigint;
  readonly limitTicks: bigint;
}

/**
 * A waiting order gets another price or size. With fewer lots at its price it keeps its place, and that is allowed whenever
 * it could be cancelled; otherwise it is judged like a new order and queues again. `forbids`: why nothing may be opened now.
 */
export function amend(
  venue: Venue,
  waiting: Waiting,
  { priceTicks, lots, postOnly }: AmendOrder,
  forbids: () => Refusal,
): Refusal {
  const { order, position, effect } = waiting;
  if (order === null && effect === 'close') return 'amend_not_possible';
  const { contract } = position.market;
  const now = order ?? { lots: position.orderedLots, limitTicks: position.limitTicks };
  const gone = (order === null ? position.openedLots : order.filledLots) + askerOf(waiting)!.prevented;
  if (typeof postOnly !== 'boolean') return 'invalid_order';
  if (priceTicks !== null && !isWhole(priceTicks, 1, Number(contract.highestPrice))) return 'invalid_price';
  if (lots !== null) {
    if (!isWhole(lots, 1, Number.MAX_SAFE_INTEGER)) return 'invalid_lots';
    if (BigInt(lots) > contract.maxOrderLots) return 'too_many_lots';
    if (BigInt(lots) <= gone) return 'amend_below_filled';
  }
  const figures = {
    lots: lots === null ? now.lots : BigInt(lots),
    limitTicks: priceTicks === null ? now.limitTicks! : BigInt(priceTicks),
  };
  const isAtPrice = figures.limitTicks === now.limitTicks;
  if (isAtPrice && figures.lots === now.lots) return 'amend_changes_nothing';
  if (isAtPrice && figures.lots < now.lots) {
    shrink(venue, waiting, figures.lots, figures.lots - gone);
    return null;
  }
  return order === null
    ? requeueOwn(venue, position, figures, postOnly, forbids)
    : requeueOrder(venue, waiting, order, figures, postOnly, forbids);
}

/** Of what only reduces, the lots that others' fills have cut off go first. */
function shrink(venue: Venue, waiting: Waiting, lots: bigint, left: bigint): void {
  const { position, effect, order } = waiting;
  const kept = least(waiting.lots, left);
  const cut = waiting.lots - kept;
  if (order !== null) order.lots = lots;
  if (cut > 0n) venue.reduce(waiting, cut);
  if (effect === 'close') return;
  position.orderedLots -= cut;
  venue.release(position, cut);
  venue.armLapse(position);
}

/** Only as long as it is nothing but an order. */
function requeueOwn(
  venue: Venue,
  position: Position,
  figures: Figures,
  postOnly: boolean,
  forbids: () => Refusal,
): Refusal {
  const { market, trader, side, multiple, takeProfit, stopLoss, name, asks } = position;
  if (position.openedLots > 0n) return 'amend_not_possible';
  const refusal = forbids();
  if (refusal !== null) return refusal;
  if (!isMultiple(Number(multiple), market)) return 'multiple_not_offered';
  const terms = { side, multiple, takeProfit, stopLoss, name, asks, ...figures };
  return placeOrder(venue, market, trader, terms, { postOnly, worst: null }, position);
}

function requeueOrder(
  venue: Venue,
  waiting: Waiting,
  order: Order,
  figures: Figures,
  postOnly: boolean,
  forbids: () => Refusal,
): Refusal {
  const { market, trader, side, multiple, onlyReduces, name, asks } = order;
  const opens = waiting.effect === 'open';
  if (opens && !isMultiple(Number(multiple), market)) return 'multiple_not_offered';
  if (market.status === 'halted') return 'market_halted';
  const { takeProfit, stopLoss } = opens ? waiting.position : { takeProfit: null, stopLoss: null };
  const ask = {
    side,
    multiple,
    worst: null,
    postOnly,
    onlyReduces,
    takeProfit,
    stopLoss,
    name,
    asks,
    ...figures,
  };
  return placeMerged(venue, market, trader, ask, forbids(), { order, waiting });
}
