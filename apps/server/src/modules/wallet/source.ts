import type { Currency, CustomerAccount } from '@tallystick/core';
import type { CallOutput, WireLedgerEntry } from '@tallystick/protocol';
import type { Holding } from './holdings.ts';

export type Hold = CallOutput<'POST wallet/detail'>['holds'][number];
export type Deal = NonNullable<WireLedgerEntry['deal']>;
export type EntryDetails = Partial<Pick<WireLedgerEntry, 'deal' | 'goodwill'>>;

export interface HoldsAsked {
  readonly customerId: number;
  readonly account: CustomerAccount;
  readonly currency: Currency;
  /** What is held altogether. */
  readonly holding: Holding;
}

/** What a product tells the wallet: the wallet itself knows none. Who composes the server gives it all of them. */
export interface WalletSource {
  /** What of it the product has frozen or keeps in escrow, thing by thing, oldest first. */
  holds?(asked: HoldsAsked): Promise<Hold[]>;
  /** What is to be said beside ledger entries, by their references; those of other products are passed over. */
  entries?(customerId: number, references: readonly string[]): Promise<ReadonlyMap<string, EntryDetails>>;
}

/** Ids in references such as `trade:17`, each once. */
export function idsOf(references: readonly string[], kind: string): number[] {
  const found = references.flatMap(reference => {
    const [, id] = new RegExp(`^${kind}:(\\d+)$`).exec(reference) ?? [];
    return id === undefined ? [] : [Number(id)];
  });
  return [...new Set(found)];
}
