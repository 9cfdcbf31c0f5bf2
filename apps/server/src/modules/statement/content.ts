import type { Currency } from '@tallystick/core';
import { formatMinor } from '@tallystick/core/money/decimal';
import { wireReason } from '../wallet/wire.ts';
import type { LedgerRow } from '../wallet/store.ts';
import type { KindSum, Line, Lines } from './lines.ts';
import type { CostMethod } from './profit/cost.ts';
import type { Period } from './period.ts';

/** Currency codes and decimals, by id. */
export type CurrencyOf = (id: number) => Currency;

/** The head data of a file. */
export interface Heading {
  readonly customerId: number;
  readonly period: Period;
  /** Moment of the snapshot: later commits are not included. */
  readonly madeAtMs: number;
  /** Whether the period is over. */
  readonly complete: boolean;
}

/** A complete statement of entries; `pages` are checked against `lines` while being read. */
export interface EntriesContent extends Heading, Lines {
  readonly kind: 'entries';
  readonly currencyOf: CurrencyOf;
  /** Only entries of this kind are listed; the sums include all. */
  readonly reason: string | null;
  readonly pages: AsyncIterable<readonly LedgerRow[]>;
}

/** A table of text rows in pages: trades, or a tax year. */
export interface TableContent extends Heading {
  readonly kind: 'trades' | 'taxes';
  /** The cost method for sales; for taxes only. */
  readonly method: CostMethod;
  readonly columns: readonly string[];
  readonly pages: AsyncIterable<readonly (readonly string[])[]>;
}

export type Content = EntriesContent | TableContent;

export function timeText(atMs: number): string {
  return new Date(atMs).toISOString();
}

/** The row's texts in the order of `ENTRY_COLUMNS`. */
export function entryCells(row: LedgerRow, currencyOf: CurrencyOf): string[] {
  const { code, decimals } = currencyOf(row.currencyId);
  return [
    timeText(row.atMs),
    row.account,
    code,
    wireReason(row.reason),
    formatMinor(row.amountMinor, decimals),
    formatMinor(row.balanceAfterMinor, decimals),
    row.reference,
    String(row.postingId),
  ];
}

export const ENTRY_COLUMNS = [
  'time',
  'account',
  'currency',
  'kind',
  'amount',
  'balance_after',
  'reference',
  'posting_id',
] as const;

/** Amounts of a line as texts. */
export function lineTexts(line: Line, currencyOf: CurrencyOf) {
  const { code, decimals } = currencyOf(line.currencyId);
  return {
    account: line.account,
    currency: code,
    opening: formatMinor(line.openingMinor, decimals),
    credits: formatMinor(line.creditsMinor, decimals),
    debits: formatMinor(line.debitsMinor, decimals),
    closing: formatMinor(line.closingMinor, decimals),
    entries: line.entries,
  };
}

export function kindTexts(kind: KindSum, currencyOf: CurrencyOf) {
  const { code, decimals } = currencyOf(kind.currencyId);
  return {
    reason: wireReason(kind.reason),
    currency: code,
    credits: formatMinor(kind.creditsMinor, decimals),
    debits: formatMinor(kind.debitsMinor, decimals),
    entries: kind.entries,
  };
}
