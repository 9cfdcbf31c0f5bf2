import { formatMinor } from '@tallystick/core/money/decimal';
import { compareDecimals } from '#lib/decimal.ts';
import { parseTyped } from '#lib/market-units.ts';

/** Decimals of the limits' currency (USDT). */
export const LIMIT_DECIMALS = 6;
/** Lengths of a break to choose from, in hours. */
export const BREAKS_H = [1, 24, 72, 168, 720] as const;

/** Whether a typed limit applies at once (stricter) or after a day (looser). Undefined while nothing is typed. */
export function effectOf(
  typed: string,
  current: string | null,
): { readonly limit: string; readonly isLooser: boolean; readonly isSame: boolean } | undefined {
  const minor = parseTyped(typed, LIMIT_DECIMALS);
  if (minor === null) return undefined;
  const limit = formatMinor(minor, LIMIT_DECIMALS);
  const order = current === null ? -1 : compareDecimals(limit, current);
  return { limit, isLooser: order > 0, isSame: order === 0 };
}

/** Lost and at-risk parts of the daily limit in percent, each 0 to 100 and together at most 100. */
export function usedPercent(
  limit: string,
  lost: string,
  atRisk: string,
): { readonly lost: number; readonly atRisk: number } {
  const whole = parseTyped(limit, LIMIT_DECIMALS) ?? 0n;
  const part = (text: string) => {
    // Negative if more was won than lost.
    const minor = text.startsWith('-') ? 0n : (parseTyped(text, LIMIT_DECIMALS) ?? 0n);
    if (whole === 0n) return 100;
    const percent = (minor * 100n) / whole;
    return percent > 100n ? 100 : parseInt(String(percent), 10);
  };
  const lostPart = part(lost);
  return { lost: lostPart, atRisk: Math.min(100 - lostPart, part(atRisk)) };
}
