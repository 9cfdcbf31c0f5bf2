import { FIAT_DECIMALS, isFiat, type FiatCode } from '@tallystick/protocol/fiat';
import type { WireRate } from '@tallystick/protocol/wire';
import { multiplyDecimals } from './decimal.ts';
import type { ValuationBase, ValuationCode } from './valuation-code.ts';

/** How worths are shown: in what, and by which rate. */
export interface Valuation {
  readonly code: ValuationCode;
  /** Whose worths are taken. */
  readonly base: ValuationBase;
  /** Digits after the point. */
  readonly decimals: number;
  /** What one unit of the base is in the shown currency; null: it is the base itself. */
  readonly rate: WireRate | null;
  /** The chosen currency, if there is no rate for it: worths are then shown in USDT. */
  readonly missing: FiatCode | null;
}

const DECIMALS: Readonly<Record<ValuationCode, number>> = { USDT: 2, BTC: 8, ...FIAT_DECIMALS };

/** `rate`: of the chosen currency; null: nobody gives one. What another version of the app stored counts as USDT. */
export function valuationIn(chosen: ValuationCode, rate: WireRate | null): Valuation {
  if (!Object.hasOwn(DECIMALS, chosen)) return valuationIn('USDT', null);
  if (!isFiat(chosen)) {
    return { code: chosen, base: chosen, decimals: DECIMALS[chosen], rate: null, missing: null };
  }
  if (rate === null) return { ...valuationIn('USDT', null), missing: chosen };
  return { code: chosen, base: 'USDT', decimals: DECIMALS[chosen], rate, missing: null };
}

/** Enough digits to tell a small worth from none. */
const SCALE = 12;

/** A worth in the base as one in the shown currency; unknown stays unknown. */
export function convertWorth(value: string | null | undefined, { rate }: Valuation): string | null {
  if (value === null || value === undefined) return null;
  return rate === null ? value : multiplyDecimals(value, rate.per_usdt, SCALE);
}

/** Whether the rate is older than it should be. */
export function isOldRate(rate: Pick<WireRate, 'fresh_until_ms'>, nowMs: number): boolean {
  return nowMs > rate.fresh_until_ms;
}
