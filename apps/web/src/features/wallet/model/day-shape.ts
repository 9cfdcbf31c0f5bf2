import type { WireMarket } from '@tallystick/protocol/wire';
import { addDecimals, isPositive, multiplyDecimals } from '#lib/decimal.ts';
import type { Holding } from './balances.ts';

export interface DayOfCloses {
  readonly market: Pick<WireMarket, 'base' | 'quote'>;
  /** Oldest first. */
  readonly sparkline: readonly string[];
}

const QUOTE = 'USDT';
const SCALE = 8;

/**
 * The worth of today's holdings over the last day, oldest first, for a drawing: the sum of amount ×
 * close. Coins without a day of prices in USDT are left out. Empty if there is nothing to draw.
 */
export function dayShape(holdings: readonly Holding[], days: readonly DayOfCloses[]): string[] {
  const moving: { readonly total: string; readonly closes: readonly string[] }[] = [];
  let still = '0';
  for (const { currency, total } of holdings) {
    if (!isPositive(total)) continue;
    if (currency.code === QUOTE) still = total;
    const day = days.find(({ market }) => market.base.id === currency.id && market.quote.code === QUOTE);
    if (day && day.sparkline.length > 1) moving.push({ total, closes: day.sparkline });
  }
  if (moving.length === 0) return [];
  // A market that opened today has fewer closes, so all are aligned at their end.
  const length = Math.min(...moving.map(({ closes }) => closes.length));
  return Array.from({ length }, (_, index) =>
    moving.reduce((sum, { total, closes }) => {
      const close = closes[closes.length - length + index] ?? '0';
      return addDecimals(sum, multiplyDecimals(total, close, SCALE));
    }, still),
  );
}
