import type { ReferralTerms } from '@tallystick/core';
import { formatMinor } from '@tallystick/core/money/decimal';

/** 1 % = 10,000 ppm. */
const PPM_DECIMALS = 4;

/** In percent of the fee. */
export function wireRatios(terms: ReferralTerms) {
  return { first_percent: percentOf(terms.firstPpm), second_percent: percentOf(terms.secondPpm) };
}

export function percentOf(ppm: number): string {
  return formatMinor(BigInt(ppm), PPM_DECIMALS);
}
