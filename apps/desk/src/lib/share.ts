const DECIMALS = 18;

/** Usage of a limit in whole percent, truncated. Null if there is no limit. */
export function percentOf(part: string, whole: string): number | null {
  const [used, limit] = [scaled(part), scaled(whole)];
  return used === null || limit === null || limit <= 0n ? null : Number((used * 100n) / limit);
}

/** Whether a decimal is above zero. */
export function isSome(decimal: string): boolean {
  return /[1-9]/.test(decimal) && !decimal.startsWith('-');
}

function scaled(decimal: string): bigint | null {
  const found = /^(-?\d+)(?:\.(\d{1,18}))?$/.exec(decimal);
  return found === null ? null : BigInt(`${found[1]}${(found[2] ?? '').padEnd(DECIMALS, '0')}`);
}
