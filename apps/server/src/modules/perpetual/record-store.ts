import type { Reads } from '../../database/reads.ts';
import type { StoredRow } from '../../engine/projections/kinds.ts';
import { LEDGER_ENTRIES } from '../../engine/projections/ledger-entries.ts';
import {
  DELEVERAGINGS,
  FUNDING_PAYMENTS,
  FUNDINGS,
  LIQUIDATIONS,
  OFFSETS,
  PREMIUMS,
  STOP_TRIGGERS,
  TOP_UPS,
} from '../../engine/products/perpetual/tables.ts';
import { select } from '../../engine/projections/select.ts';
import { Conditions } from '../../http/page.ts';
import type { Range } from './store.ts';

/** A record with its database id. */
export type Numbered<T> = T & { readonly recordId: number };

/** A declared table of records. */
interface Records<View> {
  readonly name: string;
  readonly key: readonly string[];
  decode(row: StoredRow): View;
}

/** A contract's fundings, newest first. */
export function listFundings(db: Reads, marketId: number, filter: IdRange) {
  const where = recordsWhere({ ...filter, marketId }, 'funding_id', 'funding_at_ms');
  return select(db, FUNDINGS, ...restOf(where, 'funding_id desc', filter.limit));
}

/** A contract's samples, newest first. */
export function listPremiums(db: Reads, marketId: number, filter: IdRange) {
  const where = recordsWhere({ ...filter, marketId }, 'at_ms');
  return select(db, PREMIUMS, ...restOf(where, 'at_ms desc', filter.limit));
}

/** The customer's funding payments, newest first, each with the rate and mark of its funding. */
export async function listFundingPayments(
  db: Reads,
  customerId: number,
  filter: Range & { readonly before: readonly [atMs: number, positionId: number] | null },
) {
  const where = new Conditions()
    .add('p.customer_id = ?', customerId)
    .addIf('p.position_id = ?', filter.positionId)
    .addIf('p.market_id = ?', filter.marketId)
    .addIf('p.funding_at_ms >= ?', filter.fromMs)
    .addIf('p.funding_at_ms < ?', filter.toMs);
  if (filter.before !== null) {
    const [atMs, positionId] = filter.before.map(value => where.parameter(value));
    where.addRaw(`(p.funding_at_ms, p.position_id) < (${atMs}::bigint, ${positionId}::bigint)`);
  }
  const [rest, values] = restOf(where, 'p.funding_at_ms desc, p.position_id desc', filter.limit);
  const { rows } = await db.query<StoredRow>(
    `select p.*, f.mark_e8, f.rate_e8
       from perpetual_funding_payments p join perpetual_fundings f using (market_id, funding_id) ${rest}`,
    values,
  );
  return rows.map(row => ({
    ...FUNDING_PAYMENTS.decode(row),
    markE8: Number(row['mark_e8']),
    rateE8: Number(row['rate_e8']),
  }));
}

export type IdRange = Range & { readonly beforeId: number | null };

/** The customer's records of one kind, newest first. */
function listOf<View>(table: Records<View>, position = 'position_id = ?') {
  return (db: Reads, customerId: number, filter: IdRange): Promise<Numbered<View>[]> => {
    const where = recordsWhere(filter, table.key[0]!)
      .add('customer_id = ?', customerId)
      .addIf(position, filter.positionId);
    return readNumbered(db, table, where, filter.limit);
  };
}

export const listLiquidations = listOf(LIQUIDATIONS);
export const listTopUps = listOf(TOP_UPS);
export const listTriggers = listOf(STOP_TRIGGERS);
export const listDeleveragings = listOf(DELEVERAGINGS);
/** With the position on either side. */
export const listOffsets = listOf(OFFSETS, '(long_position_id = ? or short_position_id = ?)');

/** All customers' records, for the desk. */
export function listAllLiquidations(db: Reads, beforeId: number | null, limit: number) {
  const where = new Conditions().addRaw('true').addIf('liquidation_id < ?', beforeId);
  return readNumbered(db, LIQUIDATIONS, where, limit);
}

function recordsWhere(filter: IdRange, id: string, at = 'at_ms'): Conditions {
  return new Conditions()
    .addRaw('true')
    .addIf(`${id} < ?`, filter.beforeId)
    .addIf('market_id = ?', filter.marketId)
    .addIf(`${at} >= ?`, filter.fromMs)
    .addIf(`${at} < ?`, filter.toMs);
}

/** Payments into and out of the insurance fund, newest first. */
export function listInsurance(db: Reads, currencyId: number, beforePostingId: number | null, limit: number) {
  const where = new Conditions()
    .add('currency_id = ?', currencyId)
    .addIf('posting_id < ?', beforePostingId)
    .addRaw(`owner_id = 0 and account = 'insurance'`);
  return select(db, LEDGER_ENTRIES, ...restOf(where, 'posting_id desc', limit));
}

/** Newest first. */
async function readNumbered<View>(
  db: Reads,
  table: Records<View>,
  where: Conditions,
  limit: number,
): Promise<Numbered<View>[]> {
  const id = table.key[0]!;
  const [rest, values] = restOf(where, `${id} desc`, limit);
  const { rows } = await db.query<StoredRow>(`select * from ${table.name} ${rest}`, values);
  return rows.map(row => ({ ...table.decode(row), recordId: Number(row[id]) }));
}

function restOf(where: Conditions, order: string, limit: number): [rest: string, values: unknown[]] {
  const most = where.parameter(limit);
  return [`where ${where.sql} order by ${order} limit ${most}`, where.values];
}
