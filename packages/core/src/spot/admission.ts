import { BID, type BookSide } from '../book/side.ts';
import type { Ledger } from '../ledger/ledger.ts';
import type { ListedMarket } from '../market/listed-market.ts';
import { formatMinor } from '../money/decimal.ts';
import type { Refusal } from '../refusal.ts';
import { refuse } from '../refuse.ts';
import type { Trader } from './open-order.ts';

/** Waiting orders, stops included, one customer may have in one market. */
export const MAX_OPEN_ORDERS = 200;

export function checkPriceBand(listed: ListedMarket, priceTicks: number): Refusal | null {
  const { lowestPriceTicks, highestPriceTicks } = listed;
  if (priceTicks >= lowestPriceTicks && priceTicks <= highestPriceTicks) return null;
  return outOfBand(listed, lowestPriceTicks, highestPriceTicks);
}

/** A stop's limit is compared with its trigger, because the market will be about there when it fires. */
export function checkStopBand(listed: ListedMarket, priceTicks: number, triggerE8: number): Refusal | null {
  const { lowest, highest } = listed.bandAround(triggerE8);
  return priceTicks >= lowest && priceTicks <= highest ? null : outOfBand(listed, lowest, highest);
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

export function checkOpenOrders(trader: Trader): Refusal | null {
  if (trader.openOrders < MAX_OPEN_ORDERS) return null;
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
