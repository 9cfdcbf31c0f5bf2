import { formatMinor, parseDecimal, rescale } from '@tallystick/core/money/decimal';

/**
 * Exact arithmetic on the server's decimal strings, signed or not, by the core's minor units. Results have no trailing
 * zeros; malformed input counts as zero.
 */

function fractionDigits(value: string): number {
  const point = value.indexOf('.');
  return point < 0 ? 0 : value.length - point - 1;
}

function commonScale(a: string, b: string): number {
  return Math.max(fractionDigits(a), fractionDigits(b));
}

/** The value in units of 10^-`scale`; further digits are truncated. */
export function toUnits(value: string, scale: number): bigint {
  const surplus = Math.max(0, fractionDigits(value) - scale);
  const kept = value.slice(0, value.length - surplus).replace(/\.$/, '');
  return parseDecimal(kept, scale, { signed: true }) ?? 0n;
}

/** Negative, zero or positive as `a` is below, equal to or above `b`. */
export function compareDecimals(a: string, b: string): number {
  const scale = commonScale(a, b);
  const left = toUnits(a, scale);
  const right = toUnits(b, scale);
  return left < right ? -1 : left > right ? 1 : 0;
}

export function addDecimals(a: string, b: string): string {
  const scale = commonScale(a, b);
  return formatMinor(toUnits(a, scale) + toUnits(b, scale), scale);
}

export function subtractDecimals(a: string, b: string): string {
  const scale = commonScale(a, b);
  return formatMinor(toUnits(a, scale) - toUnits(b, scale), scale);
}

/** The product, truncated to `decimals` digits. */
export function multiplyDecimals(a: string, b: string, decimals: number): string {
  const scaleA = fractionDigits(a);
  const scaleB = fractionDigits(b);
  const product = toUnits(a, scaleA) * toUnits(b, scaleB);
  return formatMinor(rescale(product, scaleA + scaleB, decimals), decimals);
}

/** The quotient, truncated to `decimals` digits; undefined when `b` is zero. */
export function divideDecimals(a: string, b: string, decimals: number): string | undefined {
  const scale = commonScale(a, b);
  const divisor = toUnits(b, scale);
  if (divisor === 0n) return undefined;
  return formatMinor((toUnits(a, scale) * 10n ** BigInt(decimals)) / divisor, decimals);
}

/** True for a number above zero. */
export function isPositive(value: string): boolean {
  return /[1-9]/.test(value) && !value.startsWith('-');
}
