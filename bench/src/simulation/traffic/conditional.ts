import type { Command } from '@tallystick/core';
import { INDEX_MARKETS } from './setting.ts';
import { markTicks } from './mark.ts';
import { customer, near, someOf, type View, type Wish } from './wish.ts';

/** Near enough that many fire within the hour; some are past already, and refused. */
function place(view: View): Command | null {
  const { random, exchange } = view;
  const held =
    random.below(3) === 0
      ? null
      : someOf(view, id => exchange.perpetual.positionsOf(id).filter(one => one.status === 'holding'));
  const marketId = held?.marketId ?? random.pick(INDEX_MARKETS);
  const mark = markTicks(view, marketId);
  if (mark === null) return null;
  const customerId = held?.customerId ?? customer(view);
  const side =
    held === null ? random.pick(['long', 'short'] as const) : held.side === 'long' ? 'short' : 'long';
  const trails = random.below(3) === 0;
  const kind = trails ? 'stop' : random.pick(['stop', 'takeProfit'] as const);
  const isAbove = (kind === 'stop') === (side === 'long');
  const away = (random.between(-100, 4_000) / 1_000_000) * (isAbove ? 1 : -1);
  const isLimit = random.below(3) === 0;
  const isEach = held !== null && exchange.perpetual.positionMode(customerId, marketId) === 'each';
  const most = held === null ? 40 : held.openedLots - held.closedLots;
  const distance = Math.max(1, Math.round((mark * random.between(300, 3_000)) / 1_000_000));
  return {
    type: 'placeConditionalOrder',
    customerId,
    marketId,
    side,
    effect: held === null ? 'open' : 'reduce',
    positionId: isEach ? held.positionId : null,
    kind,
    orderType: isLimit ? 'limit' : 'market',
    lots: held !== null && random.below(3) === 0 ? null : random.between(1, Math.max(1, most)),
    multiple: held === null ? random.pick([null, 3, 10, 25, 100]) : null,
    priceTicks: isLimit ? near(mark, random, 4_000) : null,
    triggerSource: random.pick(['mark', 'mark', 'index', 'last'] as const),
    triggerTicks: trails && random.below(2) === 0 ? null : Math.round(mark * (1 + (trails ? -away : away))),
    trail: !trails
      ? null
      : random.below(2) === 0
        ? { by: 'ticks', distance }
        : { by: 'ppm', distance: random.between(1_000, 3_000) },
    clientOrderId: random.below(6) === 0 ? random.pick(['exit', 'entry-1', 'grid:7']) : null,
    expiresAtMs: random.below(5) === 0 ? exchange.lastAtMs + random.between(1, 1_800_000) : null,
  };
}

function cancel(view: View): Command | null {
  const found = someOf(view, id => view.exchange.perpetual.conditionalOrdersOf(id));
  if (found === null) return null;
  const { customerId, conditionalOrderId } = found;
  return { type: 'cancelConditionalOrder', customerId, conditionalOrderId };
}

export const CONDITIONAL_WISHES: readonly Wish[] = [
  { weight: 9, sender: 'customer', make: place },
  { weight: 1.5, sender: 'customer', make: cancel },
  {
    weight: 0.3,
    sender: 'customer',
    make: view => ({ type: 'cancelAllConditionalOrders', customerId: customer(view), marketId: null }),
  },
];
