import { least } from '../numbers.ts';
import type { Refusal } from '../part.ts';
import { choose, ownMultiple } from './choices.ts';
import { cancelAll, closeAll, closeAtLimit, closeAtMarket, offset, reverse } from './closes.ts';
import { amend } from './amending.ts';
import type {
  AmendOrder,
  ClosePosition,
  OffsetPositions,
  PlaceOrder,
  ReplaceOrder,
  ReplaceOrders,
  SetStops,
  TraderCommand,
} from './commands.ts';
import { tradeConditional, type Execution } from './conditional.ts';
import { setMarginType } from './cross.ts';
import { addMargin, changeLeverage, isTopUpLimit, removeMargin } from './margin.ts';
import { liquidationE8, type Side } from './figures.ts';
import { placeMerged, setMode } from './merged.ts';
import {
  areStops,
  isPrice,
  isPriceOrNone,
  refuseLots,
  refuseNameAndDate,
  refuseOrder,
  ticks,
} from './order-form.ts';
import { placeOrder, refuseOpening, refuseStops } from './orders.ts';
import { actOnMark } from './risk.ts';
import { opposite, traderOf, type Contracted, type Position, type Trader, type Waiting } from './state.ts';
import { limitLiquidationE8, type Venue } from './venue.ts';

const MOST_REPLACED = 400;

/** A customer's command. A frozen customer opens nothing; all that lowers a risk goes on. */
export function trade(venue: Venue, command: TraderCommand): Refusal {
  if (!venue.world.customers.has(command.customerId)) return 'unknown_customer';
  switch (command.type) {
    case 'placePerpetualOrder':
      return place(venue, command);
    case 'amendPerpetualOrder':
      return amendOwn(venue, command);
    case 'replacePerpetualOrder':
      return replaceOne(venue, command);
    case 'cancelPerpetualOrder':
      return cancel(venue, command.customerId, command.orderId);
    case 'replacePerpetualOrders':
      return replace(venue, command);
    case 'cancelAllPerpetualOrders':
      return inContracts(venue, command, keepsOrders, trader => cancelAll(venue, trader));
    case 'closeAllPositions':
      return inContracts(venue, command, isHalted, trader => closeAll(venue, trader));
    case 'closePosition':
      return ofOpen(venue, command, isHalted, position => close(venue, position, command));
    case 'reversePosition':
      return ofOpen(venue, command, isHalted, position => turn(venue, position, command.worstPriceTicks));
    case 'addMargin':
      return ofOpen(venue, command, keepsOrders, position => addMargin(venue, position, command.amountMinor));
    case 'removeMargin':
      return ofOpen(venue, command, isHalted, position => removeMargin(venue, position, command.amountMinor));
    case 'changeLeverage':
      return ofOpen(venue, command, isHalted, position => changeLeverage(venue, position, command.multiple));
    case 'setTopUp':
      return setTopUp(venue, command.customerId, command.positionId, command.limitMinor);
    case 'setLeverage':
    case 'setTopUpDefault':
      return choose(venue, command);
    case 'placeConditionalOrder':
    case 'cancelConditionalOrder':
    case 'cancelAllConditionalOrders':
      return tradeConditional(venue, command);
    case 'offsetPositions':
      return offsetOwn(venue, command);
    case 'setStops':
      return setStops(venue, command);
    case 'setPositionMode': {
      const market = venue.markets.get(command.marketId);
      if (market === undefined) return 'unknown_perpetual';
      return setMode(venue, traderOf(market, command.customerId), command.mode);
    }
    case 'setMarginType': {
      const market = venue.markets.get(command.marketId);
      if (market === undefined) return 'unknown_perpetual';
      return setMarginType(traderOf(market, command.customerId), command.marginType);
    }
  }
}

function place(venue: Venue, command: PlaceOrder): Refusal {
  const market = venue.markets.get(command.marketId);
  if (market === undefined) return 'unknown_perpetual';
  return finish(venue, market, placeNow(venue, market, command));
}

/** Without what the mark does next. */
function placeNow(venue: Venue, market: Contracted, command: PlaceOrder): Refusal {
  const { world } = venue;
  const { customerId, side, orderType, postOnly } = command;
  const trader = traderOf(market, customerId);
  if ((command.mode ?? trader.mode) !== trader.mode) return 'invalid_order';
  const multiple = command.multiple ?? ownMultiple(venue, customerId, market);
  if (trader.mode !== 'each') return placeInMode(venue, market, trader, command, multiple);
  if (world.frozen.has(customerId)) return 'customer_frozen';
  if (command.reduceOnly === true) return 'invalid_order';
  const refusal =
    refuseOrder(command, multiple, market) ??
    refuseNameAndDate(venue, command) ??
    refuseOpening(market, world.now, postOnly);
  if (refusal !== null) return refusal;
  const terms = {
    side,
    lots: BigInt(command.lots),
    multiple: BigInt(multiple),
    limitTicks: orderType === 'limit' ? ticks(command.priceTicks) : null,
    takeProfit: ticks(command.takeProfitTicks),
    stopLoss: ticks(command.stopLossTicks),
    name: command.clientOrderId,
    asks: command.instructions ?? {},
  };
  const how = { postOnly, worst: ticks(command.worstPriceTicks) };
  return placeOrder(venue, market, trader, terms, how);
}

/** Stops are for what is opened. */
function placeInMode(
  venue: Venue,
  market: Contracted,
  trader: Trader,
  command: PlaceOrder,
  multiple: number,
): Refusal {
  const { side, postOnly, takeProfitTicks, stopLossTicks } = command;
  const refusal = refuseOrder(command, multiple, market) ?? refuseNameAndDate(venue, command);
  if (refusal !== null) return refusal;
  if (isHalted(market)) return 'market_halted';
  const hasStops = takeProfitTicks !== null || stopLossTicks !== null;
  if (command.reduceOnly === true && hasStops) return 'invalid_order';
  const ask = {
    side,
    lots: BigInt(command.lots),
    multiple: BigInt(multiple),
    limitTicks: ticks(command.priceTicks),
    worst: ticks(command.worstPriceTicks),
    postOnly,
    onlyReduces: command.reduceOnly === true,
    takeProfit: ticks(takeProfitTicks),
    stopLoss: ticks(stopLossTicks),
    name: command.clientOrderId,
    asks: command.instructions ?? {},
  };
  const forbidden = refuseMore(venue, market, trader, side, postOnly);
  return placeMerged(venue, market, trader, ask, forbidden);
}

/** Why a customer opens nothing on a side now. */
function refuseMore(
  venue: Venue,
  market: Contracted,
  trader: Trader,
  side: Side,
  onlyWaits: boolean,
): Refusal {
  if (venue.world.frozen.has(trader.customerId)) return 'customer_frozen';
  const held = trader.merged[side];
  const isClosing = held !== null && (held.triggered !== null || held.unfinished);
  return refuseOpening(market, venue.world.now, onlyWaits) ?? (isClosing ? 'position_closing' : null);
}

function amendOwn(venue: Venue, command: AmendOrder): Refusal {
  const { customerId, orderId, postOnly } = command;
  const waiting = findOwn(venue, customerId, orderId);
  if (typeof waiting === 'string') return waiting;
  const { position, order } = waiting;
  const { market, trader } = position;
  const forbids = (): Refusal => refuseMore(venue, market, trader, (order ?? position).side, postOnly);
  return finish(venue, market, amend(venue, waiting, command, forbids));
}

/** Refused only if nothing of it is done. */
function replaceOne(venue: Venue, command: ReplaceOrder): Refusal {
  const { cancelOrderId, replaceMode, ...order } = command;
  if (replaceMode !== 'stopOnFailure' && replaceMode !== 'allowFailure') return 'invalid_order';
  const other = venue.find(cancelOrderId)?.position.market.id ?? order.marketId;
  const cancelled =
    other === order.marketId ? cancel(venue, order.customerId, cancelOrderId) : 'unknown_order';
  if (cancelled !== null && replaceMode === 'stopOnFailure') return cancelled;
  const placed = place(venue, { ...order, type: 'placePerpetualOrder' });
  return placed === null ? null : cancelled;
}

/** Another customer's order is refused like an unknown one. */
function findOwn(venue: Venue, customerId: number, orderId: number): Waiting | string {
  const waiting = venue.find(orderId);
  if (waiting === undefined) return venue.wasUsed(orderId) ? 'order_not_open' : 'unknown_order';
  const { position } = waiting;
  if (position.trader.customerId !== customerId) return 'unknown_order';
  return keepsOrders(position.market) ? 'market_halted' : waiting;
}

function cancel(venue: Venue, customerId: number, orderId: number): Refusal {
  const waiting = findOwn(venue, customerId, orderId);
  if (typeof waiting === 'string') return waiting;
  venue.takeOff(waiting, 'cancelledByCustomer');
  return finish(venue, waiting.position.market, null);
}

/** Each part as if it were sent alone; those refused are left out; refused if all are, for the first's reason. */
function replace(venue: Venue, command: ReplaceOrders): Refusal {
  const { customerId, marketId, multiple, postOnly, longs, shorts } = command;
  const count = command.cancel.length + longs.length + shorts.length;
  if (count === 0 || count > MOST_REPLACED) return 'invalid_order';
  const refusals: Refusal[] = [];
  for (const orderId of command.cancel) {
    const other = venue.find(orderId)?.position.market.id ?? marketId;
    refusals.push(other === marketId ? cancel(venue, customerId, orderId) : 'unknown_order');
  }
  for (const [side, quotes] of [
    ['long', longs],
    ['short', shorts],
  ] as const) {
    for (const [priceTicks, lots] of quotes) {
      const order: PlaceOrder = {
        type: 'placePerpetualOrder',
        customerId,
        marketId,
        side,
        orderType: 'limit',
        lots,
        multiple,
        priceTicks,
        worstPriceTicks: null,
        postOnly,
        takeProfitTicks: null,
        stopLossTicks: null,
        clientOrderId: null,
      };
      refusals.push(place(venue, order));
    }
  }
  return refusals.includes(null) ? null : refusals[0]!;
}

function close(venue: Venue, position: Position, command: ClosePosition): Refusal {
  const { contract } = position.market;
  const { lots, priceTicks, worstPriceTicks } = command;
  const refusal = lots === null ? null : refuseLots(lots, position.lots);
  if (refusal !== null) return refusal;
  if (!isPriceOrNone(worstPriceTicks, contract)) return 'invalid_price';
  const wanted = lots === null ? null : BigInt(lots);
  const { trader, side, multiple, market } = position;
  if (trader.merged[side] === position) {
    if (priceTicks !== null && worstPriceTicks !== null) return 'invalid_order';
    if (priceTicks !== null && !isPrice(priceTicks, contract)) return 'invalid_price';
    const ask = {
      side: opposite(side),
      lots: wanted ?? position.lots,
      multiple,
      limitTicks: ticks(priceTicks),
      worst: ticks(worstPriceTicks),
      postOnly: false,
      onlyReduces: true,
      takeProfit: null,
      stopLoss: null,
      name: null,
      asks: {},
    };
    return placeMerged(venue, market, trader, ask, null);
  }
  if (priceTicks === null) return closeAtMarket(venue, position, wanted, ticks(worstPriceTicks));
  if (worstPriceTicks !== null) return 'invalid_order';
  if (!isPrice(priceTicks, contract)) return 'invalid_price';
  return closeAtLimit(venue, position, wanted, BigInt(priceTicks));
}

function turn(venue: Venue, position: Position, worstPriceTicks: number | null): Refusal {
  const { market, trader } = position;
  const refusal = refuseMore(venue, market, trader, opposite(position.side), false);
  if (refusal !== null) return refusal;
  if (!isPriceOrNone(worstPriceTicks, market.contract)) return 'invalid_price';
  return reverse(venue, position, ticks(worstPriceTicks));
}

/** Also of a position that waits, and while trading is halted. */
function setTopUp(venue: Venue, customerId: number, positionId: number, limit: bigint): Refusal {
  const position = find(venue, customerId, positionId);
  if (typeof position === 'string') return position;
  if (position.trader.cross) return 'cross_margin';
  if (!isTopUpLimit(limit)) return 'invalid_amount';
  position.topUpLimit = limit;
  return finish(venue, position.market, null);
}

function offsetOwn(venue: Venue, command: OffsetPositions): Refusal {
  const long = find(venue, command.customerId, command.longPositionId);
  if (typeof long === 'string') return long;
  const short = find(venue, command.customerId, command.shortPositionId);
  if (typeof short === 'string') return short;
  const { market } = long;
  if (market !== short.market || long.side !== 'long' || short.side !== 'short')
    return 'positions_not_opposite';
  if (long.lots === 0n || short.lots === 0n) return 'position_not_open';
  if (isHalted(market)) return 'market_halted';
  const most = least(long.lots, short.lots);
  const refusal = command.lots === null ? null : refuseLots(command.lots, most);
  if (refusal !== null) return refusal;
  return finish(
    venue,
    market,
    offset(venue, long, short, command.lots === null ? most : BigInt(command.lots)),
  );
}

/** Measured from the mark once lots are open, before that from the limit price. */
function setStops(venue: Venue, command: SetStops): Refusal {
  const position = find(venue, command.customerId, command.positionId);
  if (typeof position === 'string') return position;
  const { market, side } = position;
  const { contract } = market;
  if (isHalted(market)) return 'market_halted';
  if (position.triggered !== null) return 'stop_triggered';
  if (!areStops(command, contract)) return 'invalid_price';
  const stops = { takeProfit: ticks(command.takeProfitTicks), stopLoss: ticks(command.stopLossTicks) };
  const isOpen = position.lots > 0n;
  const from = isOpen ? market.mark!.priceE8 : position.limitTicks! * contract.tickE8;
  const threshold = position.trader.cross
    ? null
    : isOpen
      ? liquidationE8(contract, position, position.maintenance)
      : limitLiquidationE8(position, position.opening!.lots);
  const refusal = refuseStops(contract, side, stops, from, threshold);
  if (refusal !== null) return refusal;
  position.takeProfit = stops.takeProfit;
  position.stopLoss = stops.stopLoss;
  venue.armStops(position);
  return finish(venue, market, null);
}

/** For a command about a position with open lots. */
function ofOpen(
  venue: Venue,
  { customerId, positionId }: { readonly customerId: number; readonly positionId: number },
  isStopped: (market: Contracted) => boolean,
  act: (position: Position) => Refusal,
): Refusal {
  const position = find(venue, customerId, positionId);
  if (typeof position === 'string') return position;
  if (position.lots === 0n) return 'position_not_open';
  if (isStopped(position.market)) return 'market_halted';
  return finish(venue, position.market, act(position));
}

/** In one contract, which must not be stopped, or in all that are not. */
function inContracts(
  venue: Venue,
  { customerId, marketId }: { readonly customerId: number; readonly marketId: number | null },
  isStopped: (market: Contracted) => boolean,
  act: (trader: Trader) => void,
): Refusal {
  if (marketId !== null) {
    const market = venue.markets.get(marketId);
    if (market === undefined) return 'unknown_perpetual';
    if (isStopped(market)) return 'market_halted';
  }
  for (const market of venue.markets.values()) {
    const trader = market.traders.get(customerId);
    if (isStopped(market) || (marketId !== null && market.id !== marketId)) continue;
    if (trader === undefined || trader.positions.size === 0) continue;
    act(trader);
    finish(venue, market, null);
  }
  return null;
}

/** Another customer's position is refused like an unknown one. */
function find(venue: Venue, customerId: number, positionId: number): Position | string {
  const position = venue.positions.get(positionId);
  if (position !== undefined && position.order !== null) return 'unknown_position';
  if (position === undefined) return venue.wasUsed(positionId) ? 'position_not_open' : 'unknown_position';
  return position.trader.customerId === customerId ? position : 'unknown_position';
}

/** What fires is executed as if its customer sent it. */
export const EXECUTION: Execution = {
  place: placeNow,
  close: (venue, position, command) =>
    position.lots === 0n ? 'position_not_open' : close(venue, position, command),
};

/** What was opened may stand where the mark is already. */
function finish(venue: Venue, market: Contracted, refusal: Refusal): Refusal {
  if (refusal === null) actOnMark(venue, market, EXECUTION);
  return refusal;
}

function isHalted({ status }: Contracted): boolean {
  return status === 'halted';
}

/** Older full halts, without a reason, also forbade cancelling and added margin. */
function keepsOrders({ status, halt }: Contracted): boolean {
  return status === 'halted' && halt === null;
}
