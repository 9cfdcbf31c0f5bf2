const DEGREES = /^-?\d{1,3}(\.\d+)?$/;

/** A coordinate with six decimals (about 0.1 m); undefined if malformed or beyond ±`most` degrees. */
export function degrees(value: number | string | null, most: 90 | 180): string | undefined {
  if (value === null || (typeof value === 'string' && !DEGREES.test(value))) return undefined;
  const number = Number(value);
  if (!Number.isFinite(number) || Math.abs(number) > most) return undefined;
  // Removes the minus of a zero.
  return number.toFixed(6).replace(/^-(0\.0+)$/, '$1');
}

/** For drawing. */
export function degreesToNumber(value: string): number {
  return Number(value);
}
