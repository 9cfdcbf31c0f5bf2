export const DAY_MS = 86_400_000;

/** The remainder that is never negative. */
export function positiveModulo(value: number, divisor: number): number {
  return ((value % divisor) + divisor) % divisor;
}
