import { bandAround, referenceE8 } from '../markets.ts';
import type { Refusal } from '../part.ts';
import type { Market, World } from '../world.ts';
import { link } from './exits.ts';
import { needOf, refuseForm, wantedBy, type PlaceOrder, type PlaceOrderList } from './order.ts';
import { sourceE8 } from './source.ts';
import type { Trading } from './trading.ts';

const MOST_OPEN = 200;
const OF_BOTH = new Set(['selfTrade', 'guarded', 'expiresAtMs', 'triggerSource']);

/** Whether a list's orders have the right fields: each as if it were alone, the stop's trigger on the far side of the limit. */
export function refuseList(command: PlaceOrderList, market: Market): Refusal {
  const { instructions = {}, side, priceTicks, triggerTicks } = command;
  if (typeof instructions !== 'object' || instructions === null) return 'invalid_order';
  if (Object.keys(instructions).some(name => !OF_BOTH.has(name))) return 'invalid_order';
  const refusal = refuseForm(limitOf(command), market, false) ?? refuseForm(stopOf(command), market, false);
  if (refusal !== null) return refusal;
  return (side === 'buy' ? triggerTicks > priceTicks : triggerTicks < priceTicks) ? null : 'invalid_order';
}

/** Places what is well formed, if all of it may be placed. */
export function placeList(world: World, trading: Trading, market: Market, command: PlaceOrderList): Refusal {
  const { customerId, side, clientOrderId: name, stopClientOrderId: stopName } = command;
  const isTaken = (one: string | null): boolean => one !== null && trading.hasName(customerId, one);
  if (isTaken(name) || isTaken(stopName) || (name !== null && name === stopName))
    return 'duplicate_client_order_id';
  const expiresAtMs = command.instructions?.expiresAtMs;
  if (expiresAtMs !== undefined && expiresAtMs <= world.now) return 'expiry_in_past';
  const { quoteMinorPerTickLot, minNotionalMinor, tickE8 } = market.terms;
  const limit = { ...wantedBy(limitOf(command)), market };
  const stop = { ...wantedBy(stopOf(command)), market };
  const price = limit.price!;
  const { lowest, highest } = bandAround(market, referenceE8(market));
  if (price * limit.lots! * quoteMinorPerTickLot < minNotionalMinor) return 'below_min_notional';
  if (price < lowest || price > highest) return 'price_out_of_band';

  const rises = side === 'buy';
  const trigger = stop.trigger!;
  const now = sourceE8(market, stop);
  if (now !== 0n && (rises ? trigger * tickE8 <= now : trigger * tickE8 >= now)) return 'trigger_would_fire';
  const value = stop.budget ?? (stop.price ?? trigger) * stop.lots! * quoteMinorPerTickLot;
  if (value < minNotionalMinor) return 'below_min_notional';
  const around = bandAround(market, trigger * tickE8);
  if (stop.price !== null && (stop.price < around.lowest || stop.price > around.highest))
    return 'price_out_of_band';

  if (trading.ownCount(customerId, market.id) + 2 > MOST_OPEN) return 'too_many_open_orders';
  const needs = needOf(limit);
  const beyond = needOf(stop) > needs ? needOf(stop) - needs : 0n;
  const currency = rises ? market.quote.id : market.base.id;
  if (world.books.available(customerId, 'spot', currency) < needs + beyond)
    return rises ? 'insufficient_balance' : 'insufficient_sellable_balance';
  if (trading.book(market).crosses(side, price)) return 'post_only_would_take';

  const first = trading.create(market, wantedBy(limitOf(command)), needs);
  trading.book(market).rest(first, first.lots!);
  trading.keep(first);
  const second = trading.create(market, wantedBy(stopOf(command)), beyond);
  second.rises = rises;
  trading.keep(second);
  trading.book(market).addStop(second);
  link(first, second);
  return null;
}

function limitOf(command: PlaceOrderList): PlaceOrder {
  const { triggerSource: _, ...asked } = command.instructions ?? {};
  return {
    ...commonOf(command),
    orderType: 'limit',
    postOnly: true,
    priceTicks: command.priceTicks,
    quantityLots: command.quantityLots,
    budgetMinor: null,
    triggerTicks: null,
    clientOrderId: command.clientOrderId,
    instructions: asked,
  };
}

function stopOf(command: PlaceOrderList): PlaceOrder {
  const { stopPriceTicks, budgetMinor, quantityLots, triggerTicks, side } = command;
  return {
    ...commonOf(command),
    orderType: stopPriceTicks === null ? 'stopMarket' : 'stopLimit',
    postOnly: false,
    priceTicks: stopPriceTicks,
    quantityLots: budgetMinor === null ? quantityLots : null,
    budgetMinor,
    triggerTicks,
    clientOrderId: command.stopClientOrderId,
    instructions: { ...command.instructions, triggerDirection: side === 'buy' ? 'rises' : 'falls' },
  };
}

function commonOf({
  customerId,
  marketId,
  side,
  instructions,
}: PlaceOrderList): Pick<PlaceOrder, 'type' | 'customerId' | 'marketId' | 'side' | 'timeInForce'> {
  const timeInForce = instructions?.expiresAtMs === undefined ? 'GTC' : 'GTD';
  return { type: 'placeOrder', customerId, marketId, side, timeInForce };
}
