import type { CustomerAccount } from '@tallystick/core';
import type { LedgerWords } from '@tallystick/protocol/words/ledger/words';
import type { TaxProduct } from '../profit/book.ts';
import type { CostMethod } from '../profit/cost.ts';

export type ColumnName =
  | 'time'
  | 'account'
  | 'currency'
  | 'kind'
  | 'amount'
  | 'balance_after'
  | 'reference'
  | 'opening'
  | 'credits'
  | 'debits'
  | 'closing'
  | 'entries'
  | 'product'
  | 'pair'
  | 'side'
  | 'price'
  | 'quantity'
  | 'value'
  | 'fee'
  | 'order_id'
  | 'section'
  | 'proceeds'
  | 'cost'
  | 'result'
  | 'events'
  | 'unknown'
  | 'realised_profit';
export type TaxSection = 'result' | 'fees' | 'funding' | 'paid_in' | 'paid_out';

/** The words of a printed statement; files for machines have none. */
export interface StatementTexts {
  readonly title: string;
  readonly trades: string;
  readonly taxes: string;
  readonly period: string;
  readonly customer: string;
  readonly made: string;
  readonly running: string;
  readonly listed: string;
  readonly balances: string;
  readonly kinds: string;
  readonly entriesTitle: string;
  readonly page: string;
  readonly method: Readonly<Record<CostMethod, string>>;
  readonly column: Readonly<Record<ColumnName, string>>;
  readonly account: Readonly<Record<CustomerAccount, string>>;
  readonly reason: LedgerWords['reason'];
  readonly product: Readonly<Record<TaxProduct, string>>;
  readonly section: Readonly<Record<TaxSection, string>>;
  readonly side: Readonly<Record<'buy' | 'sell', string>>;
}
