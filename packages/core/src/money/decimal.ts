/**
 * Exact decimal text ↔ bigint minor units (1 unit = 10^decimals minor units). Pure and without dependencies: core,
 * server and browser use the same functions. Extra digits are truncated toward zero, never rounded.
 */

/** Longer input is refused without parsing; the largest amount a ledger can hold has 19 digits. */
const MAX_INTEGER_DIGITS = 30;
const UNSIGNED = /^\d+(?:\.\d+)?$/;
const SIGNED = /^-?\d+(?:\.\d+)?$/;

export interface ParseOptions {
  /** Accept a leading minus. */
  readonly signed?: boolean;
}

/**
 * Minor units of a plain decimal such as `12` or `0.5`, or null if the text is anything else: empty, with spaces,
 * grouping, exponent, plus sign, a bare point, more than `decimals` fraction digits or more than 30 integer digits.
 */
export function parseDecimal(text: string, decimals: number, options?: ParseOptions): bigint | null {
  if (text.length > MAX_INTEGER_DIGITS + decimals + 2) return null;
  if (!(options?.signed === true ? SIGNED : UNSIGNED).test(text)) return null;
  const negative = text.startsWith('-');
  const digits = negative ? text.slice(1) : text;
  const point = digits.indexOf('.');
  const whole = point === -1 ? digits : digits.slice(0, point);
  const fraction = point === -1 ? '' : digits.slice(point + 1);
  if (fraction.length > decimals || whole.length > MAX_INTEGER_DIGITS) return null;
  const minor = BigInt(whole + fraction.padEnd(decimals, '0'));
  return negative ? -minor : minor;
}

/** The shortest exact decimal: `formatMinor(1500000n, 6)` is `1.5`. Never an exponent, never `-0`. */
export function formatMinor(minor: bigint, decimals: number): string {
  const text = formatFixed(minor, decimals, decimals);
  if (decimals === 0) return text;
  let end = text.length;
  while (text[end - 1] === '0') end--;
  if (text[end - 1] === '.') end--;
  return text.slice(0, end);
}

/**
 * Exactly `shown` fraction digits: `formatFixed(1999999n, 6, 2)` is `1.99`. Digits beyond are cut off toward zero,
 * missing ones filled with zeros; what is cut to nothing shows no minus.
 */
export function formatFixed(minor: bigint, decimals: number, shown: number): string {
  const scaled = rescale(minor, decimals, shown);
  const negative = scaled < 0n;
  const digits = (negative ? -scaled : scaled).toString().padStart(shown + 1, '0');
  const whole = digits.slice(0, digits.length - shown);
  const text = shown === 0 ? whole : `${whole}.${digits.slice(digits.length - shown)}`;
  return negative ? `-${text}` : text;
}

/** The same amount with another number of decimals; digits that do not fit are cut off toward zero. */
export function rescale(minor: bigint, fromDecimals: number, toDecimals: number): bigint {
  if (toDecimals >= fromDecimals) return minor * 10n ** BigInt(toDecimals - fromDecimals);
  return minor / 10n ** BigInt(fromDecimals - toDecimals);
}

/** `minor` with everything beyond `shown` decimals cut off toward zero, still in `decimals` minor units. */
export function truncateMinor(minor: bigint, decimals: number, shown: number): bigint {
  return rescale(rescale(minor, decimals, shown), shown, decimals);
}

/** a × b ÷ divisor, the product exact, the quotient truncated toward zero. Throws RangeError if divisor is 0. */
export function mulDiv(a: bigint, b: bigint, divisor: bigint): bigint {
  return (a * b) / divisor;
}
