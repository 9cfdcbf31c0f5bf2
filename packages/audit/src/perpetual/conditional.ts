import { ceilDivide, isWhole, least, most } from '../numbers.ts';
import type { Refusal } from '../part.ts';
import { trailTrigger } from '../spot/book.ts';
import { isName, isTrail } from '../spot/order.ts';
import type { ClosePosition, PlaceOrder } from './commands.ts';
import type { ConditionalCommand, PlaceConditional } from './conditional-command.ts';
import type { Contract } from './contract.ts';
import { isMultiple } from './margin.ts';
import { refuseOpening } from './orders.ts';
import {
  isStale,
  opposite,
  traderOf,
  type Conditional,
  type Contracted,
  type Position,
  type Trader,
} from './state.ts';
import type { Venue } from './venue.ts';

/** Per customer and contract. */
const MOST_WAITING = 100;
/** By one passing of time. */
const MOST_EXPIRED = 500;
const SOURCES = ['mark', 'index', 'last'] as const;

/** How an order of a customer is executed at this moment, without what prices do next. */
export interface Execution {
  place(venue: Venue, market: Contracted, order: PlaceOrder): Refusal;
  close(venue: Venue, position: Position, command: ClosePosition): Refusal;
}

export function tradeConditional(venue: Venue, command: ConditionalCommand): Refusal {
  switch (command.type) {
    case 'placeConditionalOrder':
      return place(venue, command);
    case 'cancelConditionalOrder': {
      const { customerId, conditionalOrderId: id } = command;
      const order = venue.conditionals.find(one => one.id === id);
      if (order === undefined)
        return isWhole(id, 1, venue.lastConditionalId) ? 'order_not_open' : 'unknown_order';
      if (order.trader.customerId !== customerId) return 'unknown_order';
      if (keepsOrders(order.market)) return 'market_halted';
      remove(venue, order);
      return null;
    }
    case 'cancelAllConditionalOrders': {
      const { customerId, marketId } = command;
      const one = marketId === null ? null : venue.markets.get(marketId);
      if (one === undefined) return 'unknown_perpetual';
      if (one !== null && keepsOrders(one)) return 'market_halted';
      venue.conditionals = venue.conditionals.filter(({ trader, market }) => {
        const isMeant = trader.customerId === customerId && (one === null || market === one);
        return !isMeant || keepsOrders(market);
      });
      return null;
    }
  }
}

function place(venue: Venue, command: PlaceConditional): Refusal {
  const { world } = venue;
  const { customerId, effect, triggerSource, clientOrderId, expiresAtMs, triggerTicks, trail } = command;
  const market = venue.markets.get(command.marketId);
  if (market === undefined) return 'unknown_perpetual';
  const form = refuseForm(command, market);
  if (form !== null) return form;
  const own = venue.conditionals.filter(({ trader }) => trader.customerId === customerId);
  if (clientOrderId !== null && own.some(({ asked }) => asked.clientOrderId === clientOrderId))
    return 'duplicate_client_order_id';
  if (expiresAtMs !== null && expiresAtMs <= world.now) return 'expiry_in_past';
  const trader = traderOf(market, customerId);
  const refusal =
    effect === 'open'
      ? world.frozen.has(customerId)
        ? 'customer_frozen'
        : refuseOpening(market, world.now, false)
      : refuseReducing(venue, market, trader, command);
  if (refusal !== null) return refusal;
  const nowE8 = priceOf(market, triggerSource);
  if (nowE8 === 0n) return 'no_price_yet';
  const { tickE8 } = market.contract;
  const rises = (command.kind === 'stop') === (command.side === 'long');
  const order: Conditional = {
    id: venue.lastConditionalId + 1,
    trader,
    market,
    asked: command,
    rises,
    placedAtMs: world.now,
    extreme: null,
    isReached: false,
  };
  if (trail === null) {
    if (hasReached(nowE8, BigInt(triggerTicks!) * tickE8, rises)) return 'trigger_would_fire';
  } else {
    const from = triggerTicks === null ? nowE8 / tickE8 : BigInt(triggerTicks);
    if (trail.by === 'ticks' && !rises && BigInt(trail.distance) >= from) return 'invalid_order';
    // Activation lies in the other direction than the trigger.
    if (triggerTicks === null || hasReached(nowE8, BigInt(triggerTicks) * tickE8, !rises))
      order.extreme = inTicks(nowE8, order);
  }
  if (own.filter(one => one.market === market).length >= MOST_WAITING) return 'too_many_open_orders';
  venue.lastConditionalId = order.id;
  venue.conditionals.push(order);
  return null;
}

/** The order reduces something that is there, in the customer's mode. */
function refuseReducing(
  venue: Venue,
  market: Contracted,
  trader: Trader,
  { positionId, side, lots }: PlaceConditional,
): Refusal {
  if (market.status === 'halted') return 'market_halted';
  if (isStale(market, venue.world.now)) return 'index_stale';
  if (trader.mode !== 'each') {
    if (positionId !== null) return 'invalid_order';
    return lots === null && trader.merged[opposite(side)] === null ? 'nothing_to_reduce' : null;
  }
  if (positionId === null) return 'invalid_order';
  const position = venue.positions.get(positionId);
  if (position === undefined) return venue.wasUsed(positionId) ? 'position_not_open' : 'unknown_position';
  if (position.trader !== trader) return 'unknown_position';
  if (position.lots === 0n) return 'position_not_open';
  return position.side === opposite(side) ? null : 'invalid_order';
}

function refuseForm(command: PlaceConditional, market: Contracted): Refusal {
  const { contract } = market;
  const { side, effect, kind, orderType, priceTicks, triggerTicks, trail, lots, multiple } = command;
  const isFormed =
    (side === 'long' || side === 'short') &&
    (effect === 'open' || effect === 'reduce') &&
    (kind === 'stop' || kind === 'takeProfit') &&
    (orderType === 'limit' || orderType === 'market') &&
    SOURCES.includes(command.triggerSource) &&
    (command.clientOrderId === null || isName(command.clientOrderId)) &&
    (command.expiresAtMs === null || isWhole(command.expiresAtMs, 1, Number.MAX_SAFE_INTEGER)) &&
    (effect === 'reduce' || command.positionId === null);
  if (!isFormed) return 'invalid_order';
  if (orderType === 'limit') {
    if (priceTicks === null) return 'price_required';
    if (!isPrice(priceTicks, contract)) return 'invalid_price';
  } else if (priceTicks !== null) return 'invalid_order';
  if (effect === 'reduce' && multiple !== null) return 'invalid_order';
  if (lots !== null) {
    if (!isWhole(lots, 1, Number.MAX_SAFE_INTEGER)) return 'invalid_lots';
    if (BigInt(lots) > contract.maxOrderLots) return 'too_many_lots';
  } else if (effect === 'open') return 'invalid_lots';
  if (multiple !== null && !isMultiple(multiple, market)) return 'multiple_not_offered';
  if (trail !== null && (!isTrail(trail) || kind !== 'stop')) return 'invalid_order';
  if (triggerTicks === null) return trail === null ? 'trigger_required' : null;
  return isPrice(triggerTicks, contract) ? null : 'invalid_price';
}

/** Places the oldest of the orders that a price has reached; false: none has been. Whatever is refused then ends. */
export function fireNext(venue: Venue, market: Contracted, execution: Execution): boolean {
  if (venue.conditionals.length === 0) return false;
  const own = venue.conditionals.filter(one => one.market === market);
  const { tickE8 } = market.contract;
  // Every trade since the last look, then where the price is now.
  for (const ticks of market.traded)
    for (const order of own) if (watches(order, 'last')) see(order, ticks * tickE8);
  market.traded = [];
  for (const order of own) see(order, priceOf(market, order.asked.triggerSource));
  const next = own.find(({ isReached }) => isReached);
  if (next === undefined) return false;
  remove(venue, next);
  execute(venue, next, execution);
  return true;
}

function watches({ asked }: Conditional, source: PlaceConditional['triggerSource']): boolean {
  return asked.triggerSource === source;
}

/** What one price does to it. */
function see(order: Conditional, priceE8: bigint): void {
  const { asked, market, rises } = order;
  const { tickE8 } = market.contract;
  if (order.isReached || priceE8 === 0n) return;
  const trigger = asked.triggerTicks === null ? null : BigInt(asked.triggerTicks);
  if (asked.trail === null) order.isReached = hasReached(priceE8, trigger! * tickE8, rises);
  else if (order.extreme === null) {
    if (hasReached(priceE8, trigger! * tickE8, !rises)) order.extreme = inTicks(priceE8, order);
  } else {
    const at = trailTrigger({ asks: { trail: asked.trail }, rises }, order.extreme);
    order.isReached = hasReached(priceE8, at * tickE8, rises);
    order.extreme = (rises ? least : most)(order.extreme, inTicks(priceE8, order));
  }
}

function execute(venue: Venue, { asked, trader, market }: Conditional, by: Execution): void {
  const { customerId, marketId, side, positionId, lots, priceTicks, orderType, effect, multiple } = asked;
  const whole = lots === null ? trader.merged[opposite(side)] : null;
  const closed = positionId === null ? whole : venue.positions.get(positionId)!;
  if (closed !== null) {
    const part = lots === null ? null : Number(least(BigInt(lots), most(closed.lots, 1n)));
    const close = { customerId, positionId: closed.id, lots: part, priceTicks, worstPriceTicks: null };
    by.close(venue, closed, { type: 'closePosition', ...close });
    return;
  }
  by.place(venue, market, {
    type: 'placePerpetualOrder',
    customerId,
    marketId,
    side,
    orderType,
    lots: lots!,
    multiple,
    priceTicks,
    worstPriceTicks: null,
    postOnly: false,
    takeProfitTicks: null,
    stopLossTicks: null,
    clientOrderId: null,
    ...(effect === 'reduce' ? { reduceOnly: true } : {}),
  });
}

/** Those that named it, or would have closed all that was held, have nothing to do any more. */
export function endWith(venue: Venue, position: Position): void {
  const { trader, side, id } = position;
  const isMerged = trader.merged[side] === position;
  venue.conditionals = venue.conditionals.filter(({ trader: of, asked }) => {
    if (of !== trader || asked.effect === 'open') return true;
    if (asked.positionId !== null) return asked.positionId !== id;
    return !(isMerged && asked.lots === null && asked.side === opposite(side));
  });
}

export function nextExpiryMs({ conditionals }: Venue): number {
  let due = Infinity;
  for (const { asked } of conditionals) due = Math.min(due, asked.expiresAtMs ?? Infinity);
  return due;
}

/** The earliest first. */
export function expire(venue: Venue): void {
  const over = venue.conditionals.filter(({ asked }) => (asked.expiresAtMs ?? Infinity) <= venue.world.now);
  over.sort((a, b) => a.asked.expiresAtMs! - b.asked.expiresAtMs! || a.id - b.id);
  for (const order of over.slice(0, MOST_EXPIRED)) remove(venue, order);
}

export function hasConditional({ conditionals }: Venue, trader: Trader): boolean {
  return conditionals.some(one => one.trader === trader);
}

/** 1e-8; 0: none yet. */
function priceOf(
  { mark, lastTicks, contract }: Contracted,
  source: PlaceConditional['triggerSource'],
): bigint {
  if (source === 'last') return lastTicks * contract.tickE8;
  return (source === 'mark' ? mark?.priceE8 : mark?.indexE8) ?? 0n;
}

function hasReached(priceE8: bigint, triggerE8: bigint, rises: boolean): boolean {
  return rises ? priceE8 >= triggerE8 : priceE8 <= triggerE8;
}

/** Never nearer to the trigger than the price was. */
function inTicks(priceE8: bigint, { rises, market }: Conditional): bigint {
  const { tickE8 } = market.contract;
  return rises ? ceilDivide(priceE8, tickE8) : priceE8 / tickE8;
}

function remove(venue: Venue, order: Conditional): void {
  venue.conditionals = venue.conditionals.filter(one => one !== order);
}

function isPrice(ticks: number, { highestPrice }: Contract): boolean {
  return isWhole(ticks, 1, Number(highestPrice));
}

/** Older full halts, without a reason, also forbade cancelling. */
function keepsOrders({ status, halt }: Contracted): boolean {
  return status === 'halted' && halt === null;
}
