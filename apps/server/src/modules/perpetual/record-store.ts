import type pg from 'pg';
import { Conditions } from '../../http/page.ts';
import type { Range } from './store.ts';

/** A row as it comes: 64-bit figures are text. */
export type Row = Readonly<Record<string, string | null>>;

/** A contract's fundings, newest first. */
export function listFundings(
  pool: pg.Pool,
  marketId: number,
  filter: Range & { readonly beforeId: number | null },
): Promise<Row[]> {
  const where = new Conditions()
    .add('market_id = ?', marketId)
    .addIf('funding_id < ?', filter.beforeId)
    .addIf('funding_at_ms >= ?', filter.fromMs)
    .addIf('funding_at_ms < ?', filter.toMs);
  return read(pool, 'select * from perpetual_fundings', where, 'funding_id desc', filter.limit);
}

/** A contract's samples, newest first. */
export function listPremiums(
  pool: pg.Pool,
  marketId: number,
  filter: Range & { readonly beforeId: number | null },
): Promise<Row[]> {
  const where = new Conditions()
    .add('market_id = ?', marketId)
    .addIf('at_ms < ?', filter.beforeId)
    .addIf('at_ms >= ?', filter.fromMs)
    .addIf('at_ms < ?', filter.toMs);
  return read(pool, 'select * from perpetual_premiums', where, 'at_ms desc', filter.limit);
}

/** The customer's funding payments, newest first, each with the rate and mark of its funding. */
export function listFundingPayments(
  pool: pg.Pool,
  customerId: number,
  filter: Range & { readonly before: readonly [atMs: number, positionId: number] | null },
): Promise<Row[]> {
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
  return read(
    pool,
    `select p.*, f.mark_e8, f.rate_e8
       from perpetual_funding_payments p join perpetual_fundings f using (market_id, funding_id)`,
    where,
    'p.funding_at_ms desc, p.position_id desc',
    filter.limit,
  );
}

type IdRange = Range & { readonly beforeId: number | null };

export function listLiquidations(pool: pg.Pool, customerId: number, filter: IdRange): Promise<Row[]> {
  return listRecords(pool, 'perpetual_liquidations', 'liquidation_id', customerId, filter);
}

/** Everybody's, for the desk. */
export function listAllLiquidations(pool: pg.Pool, beforeId: number | null, limit: number): Promise<Row[]> {
  const where = new Conditions().addRaw('true').addIf('liquidation_id < ?', beforeId);
  return read(pool, 'select * from perpetual_liquidations', where, 'liquidation_id desc', limit);
}

export function listTriggers(pool: pg.Pool, customerId: number, filter: IdRange): Promise<Row[]> {
  return listRecords(pool, 'perpetual_stop_triggers', 'trigger_id', customerId, filter);
}

export function listDeleveragings(pool: pg.Pool, customerId: number, filter: IdRange): Promise<Row[]> {
  return listRecords(pool, 'perpetual_deleveragings', 'deleveraging_id', customerId, filter);
}

/** A position's are those it was either side of. */
export function listOffsets(pool: pg.Pool, customerId: number, filter: IdRange): Promise<Row[]> {
  const where = recordsWhere('offset_id', customerId, filter).addIf(
    '(long_position_id = ? or short_position_id = ?)',
    filter.positionId,
  );
  return read(pool, 'select * from perpetual_offsets', where, 'offset_id desc', filter.limit);
}

function listRecords(
  pool: pg.Pool,
  table: string,
  id: string,
  customerId: number,
  filter: IdRange,
): Promise<Row[]> {
  const where = recordsWhere(id, customerId, filter).addIf('position_id = ?', filter.positionId);
  return read(pool, `select * from ${table}`, where, `${id} desc`, filter.limit);
}

/** The customer's records in the range, of all positions. */
function recordsWhere(id: string, customerId: number, filter: IdRange): Conditions {
  return new Conditions()
    .add('customer_id = ?', customerId)
    .addIf(`${id} < ?`, filter.beforeId)
    .addIf('market_id = ?', filter.marketId)
    .addIf('at_ms >= ?', filter.fromMs)
    .addIf('at_ms < ?', filter.toMs);
}

/** What went into and out of the insurance fund, newest first. */
export function listInsurance(
  pool: pg.Pool,
  currencyId: number,
  beforePostingId: number | null,
  limit: number,
): Promise<Row[]> {
  const where = new Conditions()
    .add('currency_id = ?', currencyId)
    .addIf('posting_id < ?', beforePostingId)
    .addRaw(`owner_id = 0 and account = 'insurance'`);
  return read(pool, 'select * from ledger_entries', where, 'posting_id desc', limit);
}

async function read(
  pool: pg.Pool,
  select: string,
  where: Conditions,
  order: string,
  limit: number,
): Promise<Row[]> {
  const most = where.parameter(limit);
  const { rows } = await pool.query<Row>(
    `${select} where ${where.sql} order by ${order} limit ${most}`,
    where.values,
  );
  return rows;
}
