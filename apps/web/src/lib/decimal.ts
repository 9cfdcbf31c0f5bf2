/**
 * Arithmetic on decimal strings for forms and books, exact by way of bigint. Inputs are unsigned or signed
 * plain decimals as the server sends them; malformed ones count as zero in comparisons.
 */

function parts(value: string): { negative: boolean; whole: string; fraction: string } {
  const negative = value.startsWith('-');
  const [whole = '0', fraction = ''] = (negative ? value.slice(1) : value).split('.');
  return { negative, whole, fraction };
}

/** The value as an integer of 10^-`scale` units; further digits are cut off toward zero. */
export function toUnits(value: string, scale: number): bigint {
  const { negative, whole, fraction } = parts(value);
  const digits = `${whole}${fraction.slice(0, scale).padEnd(scale, '0')}`;
  if (!/^\d+$/.test(digits)) return 0n;
  const units = BigInt(digits);
  return negative ? -units : units;
}

/** The shortest decimal string for an integer of 10^-`scale` units. */
export function fromUnits(units: bigint, scale: number): string {
  const negative = units < 0n;
  const digits = (negative ? -units : units).toString().padStart(scale + 1, '0');
  const whole = digits.slice(0, digits.length - scale);
  const fraction = scale === 0 ? '' : digits.slice(-scale).replace(/0+$/, '');
  return `${negative ? '-' : ''}${whole}${fraction ? `.${fraction}` : ''}`;
}

function fractionDigits(value: string): number {
  const point = value.indexOf('.');
  return point < 0 ? 0 : value.length - point - 1;
}

function commonScale(a: string, b: string): number {
  return Math.max(fractionDigits(a), fractionDigits(b));
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
  return fromUnits(toUnits(a, scale) + toUnits(b, scale), scale);
}

export function subtractDecimals(a: string, b: string): string {
  const scale = commonScale(a, b);
  return fromUnits(toUnits(a, scale) - toUnits(b, scale), scale);
}

/** The product, cut off toward zero at `decimals` digits. */
export function multiplyDecimals(a: string, b: string, decimals: number): string {
  const scaleA = fractionDigits(a);
  const scaleB = fractionDigits(b);
  const product = toUnits(a, scaleA) * toUnits(b, scaleB);
  return truncateDecimal(fromUnits(product, scaleA + scaleB), decimals);
}

/** The quotient, cut off toward zero at `decimals` digits; undefined when `b` is zero. */
export function divideDecimals(a: string, b: string, decimals: number): string | undefined {
  const scale = commonScale(a, b);
  const divisor = toUnits(b, scale);
  if (divisor === 0n) return undefined;
  return fromUnits((toUnits(a, scale) * 10n ** BigInt(decimals)) / divisor, decimals);
}

/** Digits beyond `decimals` cut off, trailing zeros dropped. */
export function truncateDecimal(value: string, decimals: number): string {
  return fromUnits(toUnits(value, decimals), decimals);
}

/** The largest multiple of `step` that is not above `value`. */
export function floorToStep(value: string, step: string): string {
  const scale = commonScale(value, step);
  const size = toUnits(step, scale);
  const units = toUnits(value, scale);
  return size === 0n ? value : fromUnits(units - (units % size), scale);
}

/** True for the number the customer typed when it is above zero. */
export function isPositive(value: string): boolean {
  return /[1-9]/.test(value) && !value.startsWith('-');
}
