import type { Currency } from '@tallystick/core';
import { parseDecimal } from '@tallystick/core/money/decimal';
import { CallFailure } from '../../http/call-failure.ts';
import { amountMinor } from './units.ts';

/** A quarter of what the ledger's 64 bits hold: more than any real amount. */
const LARGEST_MINOR = 2n ** 61n;

/** An operator's amount in minor units; decimals finer than the currency's are truncated. */
export function settingMinor(text: string, { decimals }: Pick<Currency, 'decimals'>): bigint {
  const fine = parseDecimal(text, 18) ?? 0n;
  return fine / 10n ** BigInt(18 - decimals);
}

/** An amount in minor units in the form that `requireAtLeast` takes. */
export function amountAtLeast(
  text: string,
  minimum: string,
  currency: Pick<Currency, 'code' | 'decimals'>,
): bigint {
  const minor = amountMinor(text, { id: 0, ...currency }, 'amount');
  requireAtLeast(minor, minimum, currency);
  return minor;
}

/** Positive and at least the minimum (a decimal in units). Throws invalid_amount, amount_too_large, below_minimum. */
export function requireAtLeast(
  minor: bigint,
  minimum: string,
  { code, decimals }: Pick<Currency, 'code' | 'decimals'>,
): void {
  if (minor === 0n) throw new CallFailure('invalid_amount', { field: 'amount', decimals });
  if (minor > LARGEST_MINOR) throw new CallFailure('amount_too_large', { field: 'amount' });
  if (minor < (parseDecimal(minimum, decimals) ?? 0n)) {
    throw new CallFailure('below_minimum', { field: 'amount', minimum, currency: code });
  }
}
