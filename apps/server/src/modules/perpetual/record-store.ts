import type pg from 'pg';
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
export function listFundings(pool: pg.Pool, marketId: number, filter: IdRange) {
  const where = new Conditions()
    .add('market_id = ?', marketId)
    .addIf('funding_id < ?', filter.beforeId)
    .addIf('funding_at_ms >= ?', filter.fromMs)
    .addIf('funding_at_ms < ?', filter.toMs);
  return select(pool, FUNDINGS, ...restOf(where, 'funding_id desc', filter.limit));
}

/** A contract's samples, newest first. */
export function listPremiums(pool: pg.Pool, marketId: number, filter: IdRange) {
  const where = new Conditions()
    .add('market_id = ?', marketId)
    .addIf('at_ms < ?', filter.beforeId)
    .addIf('at_ms >= ?', filter.fromMs)
    .addIf('at_ms < ?', filter.toMs);
  return select(pool, PREMIUMS, ...restOf(where, 'at_ms desc', filter.limit));
}

/** The customer's funding payments, newest first, each with the rate and mark of its funding. */
export async function listFundingPayments(
  pool: pg.Pool,
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
  const { rows } = await pool.query<StoredRow>(
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

export function listLiquidations(pool: pg.Pool, customerId: number, filter: IdRange) {
  return listRecords(pool, LIQUIDATIONS, customerId, filter);
}

/** All customers' records, for the desk. */
export function listAllLiquidations(pool: pg.Pool, beforeId: number | null, limit: number) {
  const where = new Conditions().addRaw('true').addIf('liquidation_id < ?', beforeId);
  return readNumbered(pool, LIQUIDATIONS, where, limit);
}

export function listTriggers(pool: pg.Pool, customerId: number, filter: IdRange) {
  return listRecords(pool, STOP_TRIGGERS, customerId, filter);
}

export function listDeleveragings(pool: pg.Pool, customerId: number, filter: IdRange) {
  return listRecords(pool, DELEVERAGINGS, customerId, filter);
}

/** Offsets with the position on either side. */
export function listOffsets(pool: pg.Pool, customerId: number, filter: IdRange) {
  const where = recordsWhere(OFFSETS, customerId, filter).addIf(
    '(long_position_id = ? or short_position_id = ?)',
    filter.positionId,
  );
  return readNumbered(pool, OFFSETS, where, filter.limit);
}

function listRecords<View>(pool: pg.Pool, table: Records<View>, customerId: number, filter: IdRange) {
  const where = recordsWhere(table, customerId, filter).addIf('position_id = ?', filter.positionId);
  return readNumbered(pool, table, where, filter.limit);
}

/** The customer's records in the range, over all positions. */
function recordsWhere(table: Records<unknown>, customerId: number, filter: IdRange): Conditions {
  return new Conditions()
    .add('customer_id = ?', customerId)
    .addIf(`${table.key[0]!} < ?`, filter.beforeId)
    .addIf('market_id = ?', filter.marketId)
    .addIf('at_ms >= ?', filter.fromMs)
    .addIf('at_ms < ?', filter.toMs);
}

/** Payments into and out of the insurance fund, newest first. */
export function listInsurance(
  pool: pg.Pool,
  currencyId: number,
  beforePostingId: number | null,
  limit: number,
) {
  const where = new Conditions()
    .add('currency_id = ?', currencyId)
    .addIf('posting_id < ?', beforePostingId)
    .addRaw(`owner_id = 0 and account = 'insurance'`);
  return select(pool, LEDGER_ENTRIES, ...restOf(where, 'posting_id desc', limit));
}

/** Newest first. */
async function readNumbered<View>(
  pool: pg.Pool,
  table: Records<View>,
  where: Conditions,
  limit: number,
): Promise<Numbered<View>[]> {
  const id = table.key[0]!;
  const [rest, values] = restOf(where, `${id} desc`, limit);
  const { rows } = await pool.query<StoredRow>(`select * from ${table.name} ${rest}`, values);
  return rows.map(row => ({ ...table.decode(row), recordId: Number(row[id]) }));
}

function restOf(where: Conditions, order: string, limit: number): [rest: string, values: unknown[]] {
  const most = where.parameter(limit);
  return [`where ${where.sql} order by ${order} limit ${most}`, where.values];
}
