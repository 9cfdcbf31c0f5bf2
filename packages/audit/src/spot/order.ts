import { bandAround } from '../markets.ts';
import { isAmount, isWhole, MAX_SAFE } from '../numbers.ts';
import type { Due } from '../due-list.ts';
import type { Refusal } from '../part.ts';
import type { Market, Resting } from '../world.ts';

export type Side = 'buy' | 'sell';

/** An order as submitted: fields as in the journal. */
export interface PlaceOrder {
  readonly type: 'placeOrder';
  readonly customerId: number;
  readonly marketId: number;
  readonly side: Side;
  readonly orderType: 'limit' | 'market' | 'stopLimit' | 'stopMarket' | 'trailingStop';
  readonly timeInForce: 'GTC' | 'IOC' | 'FOK' | 'GTD';
  readonly postOnly: boolean;
  readonly priceTicks: number | null;
  readonly quantityLots: number | null;
  readonly budgetMinor: bigint | null;
  readonly triggerTicks: number | null;
  readonly clientOrderId: string | null;
  readonly instructions?: Instructions;
}

/** What an order may ask for besides: see docs/auditing.md. */
export interface Instructions {
  readonly triggerDirection?: 'rises' | 'falls';
  readonly selfTrade?: 'expireTaker' | 'expireMaker' | 'expireBoth' | 'decrement';
  readonly ifUnfillable?: 'expire';
  readonly expiresAtMs?: number;
  readonly guarded?: true;
  readonly triggerSource?: 'index';
  readonly trail?: Trail;
  readonly visibleLots?: number;
  readonly takeProfitTicks?: number;
  readonly stopLossTicks?: number;
  readonly stopLossPriceTicks?: number;
}

/** Two orders of which one trades. */
export interface PlaceOrderList {
  readonly type: 'placeOrderList';
  readonly customerId: number;
  readonly marketId: number;
  readonly side: Side;
  readonly quantityLots: number;
  readonly priceTicks: number;
  readonly triggerTicks: number;
  readonly stopPriceTicks: number | null;
  readonly budgetMinor: bigint | null;
  readonly clientOrderId: string | null;
  readonly stopClientOrderId: string | null;
  readonly instructions?: Instructions;
}

export interface Trail {
  readonly by: 'ticks' | 'ppm';
  readonly distance: number;
}

/** What an order wants. */
export interface Wanted {
  readonly customerId: number;
  readonly side: Side;
  readonly orderType: PlaceOrder['orderType'];
  readonly timeInForce: PlaceOrder['timeInForce'];
  readonly postOnly: boolean;
  price: bigint | null;
  lots: bigint | null;
  budget: bigint | null;
  trigger: bigint | null;
  readonly name: string | null;
  readonly asks: Instructions;
}

/** An order being executed or waiting. */
export interface Order extends Wanted {
  readonly orderId: number;
  readonly market: Market;
  readonly placedAtMs: number;
  triggered: boolean;
  /** Stops: whether they wait for a price that rises. */
  rises: boolean;
  triggeredAtMs: number | null;
  /** Of a trailing stop that follows: the highest price since then (sales), or the lowest. */
  extreme: bigint | null;
  /** Its place in the list of what expires, while it waits. */
  due: Due | null;
  /** Lots taken off because they would have met the customer's own. */
  prevented: bigint;
  filledLots: bigint;
  filledQuote: bigint;
  fee: bigint;
  frozen: bigint;
  /** Upper bounds of its fees, from before they rose while it waited. */
  keptMakerPpm: number;
  keptTakerPpm: number;
  /** Its rest in the book, or what the book shows of an iceberg; null: not in the book. */
  resting: RestingOrder | null;
  /** The limit order's id of an order list. */
  listId: number | null;
  /** The other order of its list, until one trades or ends. */
  other: Order | null;
  /** Of an exit: whose. */
  parentId: number | null;
}

export interface RestingOrder extends Resting {
  readonly order: Order;
}

export function wantedBy(command: PlaceOrder): Wanted {
  const { customerId, side, orderType, timeInForce, postOnly, budgetMinor } = command;
  return {
    customerId,
    side,
    orderType,
    timeInForce,
    postOnly,
    price: whole(command.priceTicks),
    lots: whole(command.quantityLots),
    budget: budgetMinor,
    trigger: whole(command.triggerTicks),
    name: command.clientOrderId,
    asks: command.instructions ?? {},
  };
}

/** What is left of a quantity to be traded. */
export function openLots({ lots, filledLots, prevented }: Order): bigint {
  return lots! - filledLots - prevented;
}

export function hasBracket({ asks }: Pick<Wanted, 'asks'>): boolean {
  return asks.takeProfitTicks !== undefined || asks.stopLossTicks !== undefined;
}

export function mayRest({ timeInForce }: Pick<Wanted, 'timeInForce'>): boolean {
  return timeInForce === 'GTC' || timeInForce === 'GTD';
}

function whole(value: number | null): bigint | null {
  return value === null ? null : BigInt(value);
}

/** Whether the order has the fields of its type, each within the market's limits. */
export function refuseForm(order: PlaceOrder, market: Market, anyName: boolean): Refusal {
  return refuseOrder(order, market, anyName) ?? refuseExits(order, market);
}

function refuseOrder(order: PlaceOrder, market: Market, anyName: boolean): Refusal {
  const { side, timeInForce, postOnly, clientOrderId, triggerTicks, orderType } = order;
  const isFormed =
    (side === 'buy' || side === 'sell') &&
    ['GTC', 'IOC', 'FOK', 'GTD'].includes(timeInForce) &&
    typeof postOnly === 'boolean' &&
    (clientOrderId === null || (typeof clientOrderId === 'string' && (anyName || isName(clientOrderId)))) &&
    areWellAsked(order);
  if (!isFormed) return 'invalid_order';
  if (orderType === 'trailingStop') {
    if (order.instructions?.trail === undefined) return 'invalid_order';
    const refusal = triggerTicks === null ? null : refusePrice(triggerTicks, market);
    if (refusal !== null) return refusal;
    return side === 'buy' && order.budgetMinor === null ? 'budget_required' : refuseMarket(order, market);
  }
  if (orderType === 'stopLimit' || orderType === 'stopMarket') {
    if (triggerTicks === null) return 'trigger_required';
    const refusal = refusePrice(triggerTicks, market);
    if (refusal !== null) return refusal;
    if (orderType === 'stopLimit') return refuseLimit(order, market);
    return side === 'buy' && order.budgetMinor === null ? 'budget_required' : refuseMarket(order, market);
  }
  if (triggerTicks !== null) return 'invalid_order';
  if (orderType === 'limit') return refuseLimit(order, market);
  return orderType === 'market' ? refuseMarket(order, market) : 'invalid_order';
}

export function isName(text: unknown): boolean {
  return typeof text === 'string' && /^[.:/\w-]{1,36}$/.test(text);
}

export function isTrail(trail: unknown): boolean {
  if (typeof trail !== 'object' || trail === null) return false;
  const { by, distance, ...others } = trail as Trail;
  if (Object.keys(others).length > 0) return false;
  if (by === 'ticks') return isWhole(distance, 1, Number.MAX_SAFE_INTEGER);
  return by === 'ppm' && isWhole(distance, 1_000, 500_000);
}

/** A limit order that may rest, shown in 2 to 10 parts. */
function isIceberg(visible: unknown, { orderType, timeInForce, quantityLots }: PlaceOrder): boolean {
  if (orderType !== 'limit' || !mayRest({ timeInForce }) || quantityLots === null) return false;
  return (
    isWhole(visible, 1, Number.MAX_SAFE_INTEGER) && quantityLots > visible && quantityLots / visible <= 10
  );
}

function areWellAsked(order: PlaceOrder): boolean {
  const { instructions, timeInForce, orderType } = order;
  const isDated = timeInForce === 'GTD';
  if (instructions === undefined) return !isDated;
  if (typeof instructions !== 'object' || instructions === null) return false;
  const { triggerDirection, selfTrade, ifUnfillable, expiresAtMs, guarded, triggerSource, trail, ...more } =
    instructions;
  const { visibleLots, takeProfitTicks, stopLossTicks, stopLossPriceTicks, ...others } = more;
  const exits = [takeProfitTicks, stopLossTicks, stopLossPriceTicks];
  const isStop = orderType === 'stopLimit' || orderType === 'stopMarket';
  const isTrailing = orderType === 'trailingStop';
  return (
    Object.keys(others).length === 0 &&
    exits.every(ticks => ticks === undefined || typeof ticks === 'number') &&
    (visibleLots === undefined || isIceberg(visibleLots, order)) &&
    isDated === (expiresAtMs !== undefined) &&
    (!isDated || isWhole(expiresAtMs, 1, Number.MAX_SAFE_INTEGER)) &&
    (triggerDirection === undefined || (isStop && ['rises', 'falls'].includes(triggerDirection))) &&
    (triggerSource === undefined || ((isStop || isTrailing) && triggerSource === 'index')) &&
    (trail === undefined || (isTrailing && isTrail(trail))) &&
    (selfTrade === undefined ||
      ['expireTaker', 'expireMaker', 'expireBoth', 'decrement'].includes(selfTrade)) &&
    (ifUnfillable === undefined || ifUnfillable === 'expire') &&
    (guarded === undefined || guarded === true)
  );
}

function refuseLimit(order: PlaceOrder, market: Market): Refusal {
  const { budgetMinor, postOnly, timeInForce, priceTicks } = order;
  if (budgetMinor !== null || (postOnly && !mayRest({ timeInForce }))) return 'invalid_order';
  if (priceTicks === null) return 'price_required';
  return refusePrice(priceTicks, market) ?? refuseQuantity(order.quantityLots, market);
}

function refuseMarket(order: PlaceOrder, market: Market): Refusal {
  const { priceTicks, postOnly, budgetMinor, side, quantityLots } = order;
  const neverRests = order.orderType === 'market';
  if (priceTicks !== null || postOnly || (neverRests && order.timeInForce === 'GTD')) return 'invalid_order';
  if (budgetMinor === null) return refuseQuantity(quantityLots, market);
  return side === 'sell' || quantityLots !== null ? 'invalid_order' : refuseBudget(budgetMinor);
}

/** A bracket is one of a purchase: its profit above what it pays, its loss below both. */
function refuseExits(order: PlaceOrder, market: Market): Refusal {
  const { takeProfitTicks, stopLossTicks, stopLossPriceTicks } = order.instructions ?? {};
  for (const ticks of [takeProfitTicks, stopLossTicks, stopLossPriceTicks]) {
    if (ticks === undefined) continue;
    if (order.side !== 'buy') return 'invalid_order';
    const refusal = refusePrice(ticks, market);
    if (refusal !== null) return refusal;
  }
  if (stopLossPriceTicks !== undefined) {
    if (stopLossTicks === undefined) return 'invalid_order';
    const { lowest, highest } = bandAround(market, BigInt(stopLossTicks) * market.terms.tickE8);
    if (stopLossPriceTicks < lowest || stopLossPriceTicks > highest) return 'price_out_of_band';
  }
  return refuseExitPrices(wantedBy(order));
}

/** Whether the bracket of an order no longer fits the price it asks for. */
export function refuseExitPrices({
  asks,
  price,
  trigger,
  orderType,
}: Pick<Wanted, 'asks' | 'price' | 'trigger' | 'orderType'>): Refusal {
  const { takeProfitTicks: profit, stopLossTicks: loss } = asks;
  const pays = price ?? (orderType === 'trailingStop' ? null : trigger);
  const isRising =
    (profit === undefined || pays === null || pays < profit) &&
    (loss === undefined || pays === null || loss < pays) &&
    (profit === undefined || loss === undefined || loss < profit);
  return isRising ? null : 'invalid_order';
}

export function refusePrice(ticks: number, { terms }: Market): Refusal {
  return isWhole(ticks, 1, Number(terms.maxPriceTicks)) ? null : 'invalid_price';
}

export function refuseBudget(budgetMinor: bigint): Refusal {
  if (!isAmount(budgetMinor)) return 'invalid_amount';
  return budgetMinor > MAX_SAFE ? 'amount_too_large' : null;
}

export function refuseQuantity(lots: number | null, { terms }: Market): Refusal {
  if (!isWhole(lots, 1, Number.MAX_SAFE_INTEGER)) return 'invalid_quantity';
  return BigInt(lots) > terms.maxQuantityLots ? 'quantity_too_large' : null;
}

/** What has to be frozen for an order of which nothing is filled. */
export function needOf({
  market,
  side,
  price,
  lots,
  budget,
}: Pick<Order, 'market' | 'side' | 'price' | 'lots' | 'budget'>): bigint {
  if (budget !== null) return budget;
  const { quoteMinorPerTickLot, baseMinorPerLot } = market.terms;
  return side === 'buy' ? price! * lots! * quoteMinorPerTickLot : lots! * baseMinorPerLot;
}

/** The account that an order is paid from. */
export function moneyOf({ customerId, side, market }: Order): readonly [number, string, number] {
  return [customerId, 'spot', side === 'buy' ? market.quote.id : market.base.id];
}
