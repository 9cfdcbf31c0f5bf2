import type { AccountIndex, Ledger } from '../ledger/ledger.ts';
import { formatMinor } from '../money/decimal.ts';
import type { Currency } from '../money/currency.ts';
import type { Refusal } from '../refusal.ts';
import { refuse } from '../refuse.ts';
import { checkAvailable } from '../ledger/check-available.ts';
import type { TrustProduct } from './terms.ts';

/** Whether the product accepts the amount of a customer who already has `hostedMinor` in it and pays from `account`. */
export function refuseAmount(
  product: TrustProduct,
  hostedMinor: bigint,
  amountMinor: bigint,
  { ledger, account, currency }: { ledger: Ledger; account: AccountIndex; currency: Currency },
): Refusal | null {
  if (typeof amountMinor !== 'bigint' || amountMinor <= 0n) return refuse('invalid_amount', 'amount');
  const { decimals, code } = currency;
  const units = (minor: bigint): string => formatMinor(minor, decimals);
  const { minMinor, maxMinor } = product;
  if (amountMinor < minMinor) {
    return refuse('trust_below_minimum', 'amount', { minimum: units(minMinor), currency: code });
  }
  if (amountMinor > maxMinor) {
    return refuse('trust_above_maximum', 'amount', { maximum: units(maxMinor), currency: code });
  }
  const leftMinor = product.capacityMinor - product.hostedMinor;
  if (amountMinor > leftMinor) {
    return refuse('trust_sold_out', 'amount', { left: units(leftMinor), currency: code });
  }
  const ownLeftMinor = product.customerLimitMinor - hostedMinor;
  if (amountMinor > ownLeftMinor) {
    return refuse('trust_customer_limit', 'amount', { left: units(ownLeftMinor), currency: code });
  }
  return checkAvailable(ledger, account, amountMinor, currency);
}
