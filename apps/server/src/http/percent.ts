import { formatMinor, parseDecimal } from '@tallystick/core/money/decimal';

/** 1 % = 10,000 ppm. */
const PPM_DECIMALS = 4;

export function percentOfPpm(ppm: bigint | number): string {
  return formatMinor(BigInt(ppm), PPM_DECIMALS);
}

/** Schemas have checked the text; 0 for what is no number of ppm. */
export function ppmOfPercent(percent: string): number {
  return Number(parseDecimal(percent, PPM_DECIMALS, { signed: true }) ?? 0n);
}
