export const SECOND_MS = 1_000;
export const MINUTE_MS = 60 * SECOND_MS;
export const HOUR_MS = 60 * MINUTE_MS;
export const DAY_MS = 24 * HOUR_MS;
export const MILLION = 1_000_000n;
export const MAX_SAFE = BigInt(Number.MAX_SAFE_INTEGER);

/** Number of the UTC day, from 1970-01-01. */
export function dayOf(atMs: number): number {
  return Math.floor(atMs / DAY_MS);
}

/** A whole number that a double holds exactly, within both bounds. */
export function isWhole(value: unknown, least: number, most: number): value is number {
  return Number.isSafeInteger(value) && (value as number) >= least && (value as number) <= most;
}

/** A positive amount of minor units. */
export function isAmount(value: unknown): value is bigint {
  return typeof value === 'bigint' && value > 0n;
}

export function least(a: bigint, b: bigint): bigint {
  return a < b ? a : b;
}

export function most(a: bigint, b: bigint): bigint {
  return a > b ? a : b;
}

/** ⌈a ÷ b⌉ for b > 0. */
export function ceilDivide(a: bigint, b: bigint): bigint {
  return a > 0n ? (a + b - 1n) / b : a / b;
}

/** ⌊a ÷ b⌋ for b > 0. */
export function floorDivide(a: bigint, b: bigint): bigint {
  return a >= 0n ? a / b : -((-a + b - 1n) / b);
}

/** `ppm` millionths of a whole amount ≥ 0, truncated. */
export function ppmOf(amount: bigint, ppm: number): bigint {
  return (amount * BigInt(ppm)) / MILLION;
}

/** `12.5` → 125 with one decimal; null for anything but a plain decimal with at most that many. */
export function decimal(text: unknown, decimals: number): bigint | null {
  if (typeof text !== 'string' || text.length > 30 + decimals + 2) return null;
  const match = /^(\d{1,30})(?:\.(\d+))?$/.exec(text);
  if (match === null) return null;
  const fraction = match[2] ?? '';
  return fraction.length > decimals ? null : BigInt(match[1]! + fraction.padEnd(decimals, '0'));
}

/** The shortest decimal: `1500000` with six decimals → `1.5`. Amounts ≥ 0. */
export function decimalText(minor: bigint, decimals: number): string {
  const digits = `${minor}`.padStart(decimals + 1, '0');
  const whole = digits.slice(0, digits.length - decimals);
  const fraction = digits.slice(digits.length - decimals).replace(/0+$/, '');
  return fraction === '' ? whole : `${whole}.${fraction}`;
}
