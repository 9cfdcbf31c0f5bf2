import { parseDecimal } from '@tallystick/core/money/decimal';
import type { WireMarket } from '@tallystick/protocol/wire';
import { assessBy } from '#lib/assessment.ts';
import { shareOf } from '#lib/market-units.ts';
import { summarise } from './summary.ts';
import { validate } from './validate.ts';

export const assess = assessBy(summarise, validate);

/** An order that moves at least this part of the portfolio gets a warning. */
const LARGE_PERCENT = 50n;

export interface Portfolio {
  readonly USDT: string;
  readonly BTC: string | null;
}

/**
 * The part of the portfolio that the order moves, in whole percent; null if it is not large. Known only
 * for markets quoted in USDT or BTC, the currencies of the portfolio's worth.
 */
export function largePart(
  market: WireMarket,
  valueMinor: bigint | null,
  portfolio: Portfolio | undefined,
): number | null {
  const code = market.quote.code;
  const worth = code === 'USDT' ? portfolio?.USDT : code === 'BTC' ? portfolio?.BTC : undefined;
  const total = worth ? parseDecimal(worth, market.quote.decimals) : null;
  if (!total || valueMinor === null) return null;
  const percent = (valueMinor * 100n) / total;
  if (percent < LARGE_PERCENT) return null;
  return shareOf(percent > 100n ? 100n : percent, 1n, 1);
}
