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
  /** The reference used in ledger entries: `order:17`. */
  readonly reference: string;
  readonly label: string;
  readonly amountMinor: bigint;
  readonly atMs: number;
}

/**
 * The trade behind an entry. Price, quantity and fee are exact decimals; null for a position change without a trade.
 */
export interface Deal {
  readonly product: 'spot' | 'perpetual';
  readonly marketId: number;
  readonly symbol: string;
  /** The customer's side; for a position: `buy` if it is long. */
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
  /** What the house paid for it. */
  readonly goodwill?: { readonly reason: GoodwillReason; readonly text: string };
}

export interface HoldsAsked {
  readonly customerId: number;
  readonly account: CustomerAccount;
  readonly currency: Currency;
  /** The amount held in total. */
  readonly holding: Holding;
}

/** What a product tells the wallet, which depends on no product: the composition passes in all sources. */
export interface WalletSource {
  /** Each amount that the product has frozen or in escrow, oldest first. */
  holds?(asked: HoldsAsked): Promise<Hold[]>;
  /** Customers' money outside of their accounts. */
  readonly escrows?: readonly Escrow[];
  /** Profit and loss at current prices that is not booked yet, item by item; null without a price. */
  unrealised?(customerId: number): readonly { readonly currencyId: number; readonly minor: bigint | null }[];
  /** Details shown with ledger entries, by reference; references of other products are ignored. */
  entries?(customerId: number, references: readonly string[]): Promise<ReadonlyMap<string, EntryDetails>>;
}

export function escrowsOf(sources: readonly WalletSource[]): Escrow[] {
  return sources.flatMap(({ escrows = [] }) => escrows);
}

/** Ids in references such as `trade:17`, without repeats. */
export function idsOf(references: readonly string[], kind: string): number[] {
  const found = references.flatMap(reference => {
    const [, id] = new RegExp(`^${kind}:(\\d+)$`).exec(reference) ?? [];
    return id === undefined ? [] : [Number(id)];
  });
  return [...new Set(found)];
}
