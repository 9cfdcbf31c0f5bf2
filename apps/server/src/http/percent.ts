import { formatMinor, parseDecimal } from '@tallystick/core/money/decimal';

/** 1 % = 10,000 ppm. */
const PPM_DECIMALS = 4;

export function percentOfPpm(ppm: bigint | number): string {
  return formatMinor(BigInt(ppm), PPM_DECIMALS);
}

/** The schema has already checked the text. 0 for a text that is not a whole number of ppm. */
export function ppmOfPercent(percent: string): number {
  return Number(parseDecimal(percent, PPM_DECIMALS, { signed: true }) ?? 0n);
}
