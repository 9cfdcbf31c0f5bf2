import type { AccountIndex, Ledger } from './ledger.ts';
import type { Currency } from '../money/currency.ts';
import { formatMinor } from '../money/decimal.ts';
import type { Refusal } from '../refusal.ts';
import { refuse } from '../refuse.ts';

/** Whether the account's available part, in `currency`, pays the amount. */
export function checkAvailable(
  ledger: Ledger,
  account: AccountIndex,
  amountMinor: bigint,
  currency: Currency,
): Refusal | null {
  const held = ledger.availableMinor(account);
  if (held >= amountMinor) return null;
  return refuse('insufficient_balance', 'amount', {
    available: formatMinor(held, currency.decimals),
    currency: currency.code,
  });
}
