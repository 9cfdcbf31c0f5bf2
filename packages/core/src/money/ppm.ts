const MILLION = 1_000_000;

/**
 * amount × ppm ÷ 1,000,000 truncated, exact for any safe integer ≥ 0 and ppm from 0 to 1,000,000.
 * The amount is split at the million because the plain product may exceed 2^53.
 */
export function ppmOf(amount: number, ppm: number): number {
  const product = amount * ppm;
  // Below 2^53 the product is exact, and its quotient is at least a millionth away from the next whole number.
  if (product <= 4_000_000_000_000_000) return Math.floor(product / MILLION);
  const millions = divideWhole(amount, MILLION);
  return millions * ppm + Math.floor(((amount - millions * MILLION) * ppm) / MILLION);
}

/**
 * ⌊a ÷ b⌋ for safe integers a ≥ 0, b ≥ 1. The floating quotient of large numbers may round up to a whole number; one
 * step back then makes it exact.
 */
export function divideWhole(a: number, b: number): number {
  const quotient = Math.floor(a / b);
  return quotient * b > a ? quotient - 1 : quotient;
}

/** ⌈a ÷ b⌉ for safe integers a ≥ 0, b ≥ 1. */
export function ceilDivide(a: number, b: number): number {
  const quotient = divideWhole(a, b);
  return quotient * b === a ? quotient : quotient + 1;
}
