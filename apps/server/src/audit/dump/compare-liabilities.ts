import type { ReadonlyExchange } from '@tallystick/core';
import {
  figuresInJournal,
  figuresInRecord,
  type LiabilitiesBody,
} from '../../modules/liability/record-body.ts';
import { owedCurrencies } from '../../modules/liability/totals.ts';
import type { Difference } from '../audit-result.ts';

/**
 * Where a published record of liabilities says otherwise than the exchange at its moment; null: nowhere. Roots are not
 * compared, because they follow from secret salts, nor pending deposits, which no journal has.
 *
 * @param atMs time of the journal's entry that the record names
 */
export function liabilitiesDiffer(
  named: LiabilitiesBody,
  exchange: ReadonlyExchange,
  atMs: number,
): Difference | null {
  const key = `point=${named.point} sequence=${named.sequence}`;
  const differs = (stored: string, computed: string): Difference => ({
    table: 'liabilities',
    key,
    stored,
    computed,
    what: 'the public log says otherwise than the journal what customers are owed',
  });
  if (named.at_ms !== atMs) return differs(`at ${named.at_ms}`, `at ${atMs}`);
  const stored = figuresInRecord(named);
  const computed = figuresInJournal(owedCurrencies(exchange, atMs).map(({ total }) => total));
  if (stored.join() === computed.join()) return null;
  const only = (some: readonly string[], others: readonly string[]): string =>
    some.filter(figure => !others.includes(figure)).join(', ') || 'nothing';
  return differs(only(stored, computed), only(computed, stored));
}
