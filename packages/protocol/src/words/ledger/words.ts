import type { CustomerAccount } from '@tallystick/core';
import type { WireLedgerEntry } from '../../wire.ts';

/** Names of ledger entries, on every screen and in files. */
export interface LedgerWords {
  readonly account: Readonly<Record<CustomerAccount, string>>;
  readonly reason: Readonly<Record<WireLedgerEntry['reason'], string>>;
  readonly side: Readonly<Record<'buy' | 'sell', string>>;
  readonly entry: Readonly<Record<'account' | 'amount' | 'balanceAfter' | 'reference', string>>;
  readonly deal: Readonly<Record<'pair' | 'price' | 'fee', string>>;
}
