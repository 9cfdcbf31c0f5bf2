import { formatMinor, parseDecimal } from '@tallystick/core/money/decimal';
import type { ContractUnit } from '@tallystick/core/perpetual/formulas';
import { decimal, record, text, upTo, whole, type Of } from './fields.ts';

/**
 * The wire's decimal strings as the exchange's integers. Figures that do not fit throw a RangeError: what cannot be read
 * exactly cannot be checked.
 */

/** Prices and deleveraging ranks have eight decimals. */
export const PRICE_DECIMALS = 8;
const RATE_DECIMALS = 6;
const PPM_DECIMALS = 4;

export function minorOf(written: string, decimals: number): bigint {
  const shortest = written.includes('.') ? written.replace(/\.?0*$/, '') : written;
  const value = parseDecimal(shortest, decimals, { signed: true });
  if (value === null) throw new RangeError(`${written} has no exact value in ${decimals} decimals`);
  return value;
}

function exact(value: bigint): number {
  const number = Number(value);
  if (!Number.isSafeInteger(number)) throw new RangeError('too large for an exact number');
  return number;
}

/** Of a price or a rank. */
export function e8Of(written: string): number {
  return exact(minorOf(written, PRICE_DECIMALS));
}

/** Percent to millionths. */
export function ppmOf(percent: string): number {
  return exact(minorOf(percent, PPM_DECIMALS));
}

/** Percent to 1e-8. */
export function rateE8Of(percent: string): number {
  return exact(minorOf(percent, RATE_DECIMALS));
}

export function writtenE8(e8: number): string {
  return formatMinor(BigInt(e8), PRICE_DECIMALS);
}

export function writtenRate(e8: number): string {
  return formatMinor(BigInt(e8), RATE_DECIMALS);
}

/** 1e-8 units as a decimal, at least two digits after the point. */
export function writtenPrice(e8: number): string {
  const [units = '', fraction = ''] = writtenE8(e8).split('.');
  return `${units}.${fraction.padEnd(2, '0')}`;
}

/** Decimals of the smallest possible lot. */
const LOT_DECIMALS = 8;

/** The terms of a contract that are needed to recompute its records. */
export const contractTerms = record({
  market_id: whole,
  symbol: text,
  quote: record({ code: text, decimals: upTo(18) }),
  lot_size: decimal,
});
export type ContractTerms = Of<typeof contractTerms.shape>;

/**
 * What prices and lots are worth in minor units. Formulas use only the ratio of the two, so the step is the smallest that
 * has a whole value, not the contract's own.
 */
export function unitOf({ lot_size: lotSize, quote }: ContractTerms): ContractUnit {
  const lot = minorOf(lotSize, LOT_DECIMALS);
  if (lot <= 0n) throw new RangeError('a lot of nothing');
  const tickE8 = 10n ** BigInt(Math.max(0, PRICE_DECIMALS + LOT_DECIMALS - quote.decimals));
  const scale = 10n ** BigInt(Math.max(0, quote.decimals - PRICE_DECIMALS - LOT_DECIMALS));
  return { tickE8: exact(tickE8), quoteMinorPerTickLot: lot * scale };
}
