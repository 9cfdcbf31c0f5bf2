import type { Currency, CustomerAccount } from '@tallystick/core';
import type { GoodwillReason } from '@tallystick/protocol/calls/correction';
import type { Escrow, Holding } from './holdings.ts';

export interface Hold {
  readonly kind:
    | 'order'
    | 'withdrawal'
    | 'position'
    | 'positionOrder'
    | 'trust'
    | 'launch'
    | 'option'
    | 'locked'
    | 'rebate';
  /** As of ledger entries: `order:17`. */
  readonly reference: string;
  readonly label: string;
  readonly amountMinor: bigint;
  readonly atMs: number;
}

/** What was traded. Price, quantity and fee are exact decimals; null where a position changed without a trade. */
export interface Deal {
  readonly product: 'spot' | 'perpetual';
  readonly marketId: number;
  readonly symbol: string;
  /** Of the customer; of a position: `buy` if it is long. */
  readonly side: 'buy' | 'sell';
  readonly traded: {
    readonly price: string;
    readonly quantity: string;
    readonly fee: string;
    readonly feeCurrency: string;
  } | null;
  readonly orderId: number | null;
  readonly positionId: number | null;
}

export interface EntryDetails {
  readonly deal?: Deal;
  /** What the house paid it for. */
  readonly goodwill?: { readonly reason: GoodwillReason; readonly text: string };
}

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
  /** What is the customer's and outside of their accounts. */
  readonly escrows?: readonly Escrow[];
  /** Profit and loss at current prices that is not in the books yet, part by part; null where there is no price. */
  unrealised?(customerId: number): readonly { readonly currencyId: number; readonly minor: bigint | null }[];
  /** What is to be said beside ledger entries, by their references; those of other products are passed over. */
  entries?(customerId: number, references: readonly string[]): Promise<ReadonlyMap<string, EntryDetails>>;
}

export function escrowsOf(sources: readonly WalletSource[]): Escrow[] {
  return sources.flatMap(({ escrows = [] }) => escrows);
}

/** Ids in references such as `trade:17`, each once. */
export function idsOf(references: readonly string[], kind: string): number[] {
  const found = references.flatMap(reference => {
    const [, id] = new RegExp(`^${kind}:(\\d+)$`).exec(reference) ?? [];
    return id === undefined ? [] : [Number(id)];
  });
  return [...new Set(found)];
}
