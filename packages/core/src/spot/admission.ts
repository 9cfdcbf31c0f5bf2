import { BID, type BookSide } from '../book/side.ts';
import type { Ledger } from '../ledger/ledger.ts';
import type { ListedMarket } from '../market/listed-market.ts';
import { formatMinor } from '../money/decimal.ts';
import type { Refusal } from '../refusal.ts';
import { refuse } from '../refuse.ts';
import type { Trader } from './open-order.ts';
import type { TriggerDirection } from './order.ts';

/** Waiting orders, stops included, one customer may have in one market. */
export const MAX_OPEN_ORDERS = 200;

export function checkPriceBand(listed: ListedMarket, priceTicks: number): Refusal | null {
  const { lowestPriceTicks, highestPriceTicks } = listed;
  if (priceTicks >= lowestPriceTicks && priceTicks <= highestPriceTicks) return null;
  return outOfBand(listed, lowestPriceTicks, highestPriceTicks);
}

/** A stop's limit is compared with its trigger, because the market will be about there when it fires. */
function checkStopBand(listed: ListedMarket, priceTicks: number, triggerE8: number): Refusal | null {
  const { lowest, highest } = listed.bandAround(triggerE8);
  return priceTicks >= lowest && priceTicks <= highest ? null : outOfBand(listed, lowest, highest);
}

/** A stop's own figures, with a trigger. */
interface StopFigures {
  readonly priceTicks: number | null;
  readonly quantityLots: number | null;
  readonly budgetMinor: bigint | null;
  readonly triggerTicks: number | null;
}

/** What a stop with these figures is worth: at its limit, or else at its trigger; or its budget. Quote minor units. */
export function stopValueMinor(
  listed: ListedMarket,
  { priceTicks, quantityLots, budgetMinor, triggerTicks }: StopFigures,
): number {
  return budgetMinor === null
    ? listed.valueMinor(priceTicks ?? triggerTicks!, quantityLots!)
    : Number(budgetMinor);
}

/** Whether its trigger lies ahead of the watched price, `nowE8` (0: none yet), and its value and limit are allowed. */
export function checkStop(
  listed: ListedMarket,
  figures: StopFigures,
  direction: TriggerDirection,
  nowE8: number,
): Refusal | null {
  const { priceTicks, budgetMinor } = figures;
  const triggerE8 = figures.triggerTicks! * listed.tickE8;
  const isPast = direction === 'rises' ? triggerE8 <= nowE8 : triggerE8 >= nowE8;
  if (nowE8 !== 0 && isPast) return refuse('trigger_would_fire', 'trigger');
  return (
    checkMinNotional(listed, stopValueMinor(listed, figures), budgetMinor === null ? 'quantity' : 'budget') ??
    (priceTicks === null ? null : checkStopBand(listed, priceTicks, triggerE8))
  );
}

function outOfBand(listed: ListedMarket, lowestTicks: number, highestTicks: number): Refusal {
  return refuse('price_out_of_band', 'price', {
    lowest: listed.formatPrice(lowestTicks),
    highest: listed.formatPrice(highestTicks),
  });
}

export function checkMinNotional(listed: ListedMarket, valueMinor: number, field: string): Refusal | null {
  if (valueMinor >= listed.minNotionalMinor) return null;
  return belowMinNotional(listed, listed.minNotionalMinor, field);
}

export function belowMinNotional(listed: ListedMarket, leastMinor: number, field: string): Refusal {
  return refuse('below_min_notional', field, {
    minimum: listed.formatQuote(leastMinor),
    currency: listed.quote.code,
  });
}

/** Whether `more` orders may begin to wait. */
export function checkOpenOrders(trader: Trader, more = 1): Refusal | null {
  if (trader.openOrders + more <= MAX_OPEN_ORDERS) return null;
  return refuse('too_many_open_orders', undefined, { maximum: MAX_OPEN_ORDERS });
}

/** Whether the customer's spot account pays `amountMinor`, a safe integer: quote for buys, base for sells. */
export function checkFunds(
  ledger: Ledger,
  listed: ListedMarket,
  trader: Trader,
  side: BookSide,
  amountMinor: number,
): Refusal | null {
  const account = side === BID ? trader.quote : trader.base;
  if (ledger.covers(account, amountMinor)) return null;
  const currency = side === BID ? listed.quote : listed.base;
  const code = side === BID ? 'insufficient_balance' : 'insufficient_sellable_balance';
  return refuse(code, side === BID ? undefined : 'quantity', {
    available: formatMinor(ledger.availableMinor(account), currency.decimals),
    needed: formatMinor(BigInt(amountMinor), currency.decimals),
    currency: currency.code,
  });
}
