const DECIMALS = 18;

/** How much of the limit is used, in whole percent, truncated. Null where there is no limit to use. */
export function percentOf(part: string, whole: string): number | null {
  const [used, limit] = [scaled(part), scaled(whole)];
  return used === null || limit === null || limit <= 0n ? null : Number((used * 100n) / limit);
}

/** Whether a decimal is more than nothing. */
export function isSome(decimal: string): boolean {
  return /[1-9]/.test(decimal) && !decimal.startsWith('-');
}

function scaled(decimal: string): bigint | null {
  const found = /^(-?\d+)(?:\.(\d{1,18}))?$/.exec(decimal);
  return found === null ? null : BigInt(`${found[1]}${(found[2] ?? '').padEnd(DECIMALS, '0')}`);
}
