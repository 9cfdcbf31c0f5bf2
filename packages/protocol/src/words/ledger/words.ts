import type { CustomerAccount } from '@tallystick/core';
import type { WireLedgerEntry } from '../../wire.ts';

/** What entries of the ledger are called, on every screen and paper. */
export interface LedgerWords {
  readonly account: Readonly<Record<CustomerAccount, string>>;
  readonly reason: Readonly<Record<WireLedgerEntry['reason'], string>>;
  readonly side: Readonly<Record<'buy' | 'sell', string>>;
  readonly entry: Readonly<Record<'account' | 'amount' | 'balanceAfter' | 'reference', string>>;
  readonly deal: Readonly<Record<'pair' | 'price' | 'fee', string>>;
}
