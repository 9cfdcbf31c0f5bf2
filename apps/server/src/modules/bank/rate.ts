import { parseDecimal } from '@tallystick/core/money/decimal';
import type { PlatformSettingValue } from '@tallystick/protocol/desk/settings';
import { CallFailure } from '../../http/call-failure.ts';

export type BankTerms = PlatformSettingValue<'bank'>;
type Rate = Pick<BankTerms, 'currency' | 'rate'>;

const RATE_DECIMALS = 18;

/** Decimals of fiat currencies (ISO 4217), e.g. 2 for USD and 0 for VND. */
export function moneyDecimals(currency: string): number {
  const { maximumFractionDigits } = new Intl.NumberFormat('en', {
    style: 'currency',
    currency,
  }).resolvedOptions();
  return maximumFractionDigits ?? 2;
}

/** Throws rate_changed if the customer saw another rate than the one in force. */
export function requireRate({ rate }: Rate, seenRate: string | undefined): void {
  if (seenRate !== undefined && parseDecimal(seenRate, RATE_DECIMALS) !== parseDecimal(rate, RATE_DECIMALS)) {
    throw new CallFailure('rate_changed', { field: 'rate', rate });
  }
}

/** Converts a bank's minor units to minor units of a currency with these decimals, truncated. */
export function fromMoney(paidMinor: bigint, rate: Rate, decimals: number): bigint {
  const scale = 10n ** BigInt(RATE_DECIMALS + decimals);
  return (paidMinor * scale) / (scaledRate(rate) * 10n ** BigInt(moneyDecimals(rate.currency)));
}

/** The reverse: what arrives at the bank, truncated. */
export function toMoney(minor: bigint, rate: Rate, decimals: number): bigint {
  const scale = 10n ** BigInt(RATE_DECIMALS + decimals);
  return (minor * scaledRate(rate) * 10n ** BigInt(moneyDecimals(rate.currency))) / scale;
}

function scaledRate({ rate }: Rate): bigint {
  const parsed = parseDecimal(rate, RATE_DECIMALS);
  if (parsed === null || parsed === 0n) throw new Error(`the bank's rate ${rate} is none`);
  return parsed;
}
