/** Whether a value is a safe integer within both bounds; NaN, fractions and other types are not. */
export function isWhole(value: unknown, least: number, most: number): value is number {
  return Number.isSafeInteger(value) && (value as number) >= least && (value as number) <= most;
}
