import type pg from 'pg';
import { as, orNull, StoredTable, type Stored } from '../../database/stored-table.ts';
import { countRows, nextId } from '../../database/rows.ts';
import type { AlertKind, Direction } from './figures.ts';

type Db = Pick<pg.ClientBase, 'query'>;

const ALERTS = new StoredTable('price_alerts', {
  id: Number,
  customerId: Number,
  marketId: Number,
  kind: as<AlertKind>(),
  /** As the customer wrote it. */
  wanted: as<string>(),
  direction: as<Direction>(),
  threshold: Number,
  repeating: as<boolean>(),
  state: as<'armed' | 'waiting' | 'fired'>(),
  version: Number,
  createdAtMs: Number,
  firedAtMs: orNull(Number),
});

export type PriceAlert = Stored<typeof ALERTS>;

/** Newest first. */
export function alertsOf(db: Db, customerId: number, marketId: number | null): Promise<PriceAlert[]> {
  const rest = 'where customer_id = $1 and ($2::integer is null or market_id = $2) order by id desc';
  return ALERTS.find(db, rest, [customerId, marketId]);
}

/** Locks the row until the transaction ends. */
export function lockAlert(db: Db, customerId: number, id: number): Promise<PriceAlert | null> {
  return ALERTS.first(db, 'where id = $1 and customer_id = $2 for update', [id, customerId]);
}

export function watchedAlerts(db: Db): Promise<PriceAlert[]> {
  return ALERTS.find(db, `where state <> 'fired' order by id`);
}

/** The active alerts among the given ids. */
export function watchedAmong(db: Db, ids: readonly number[]): Promise<PriceAlert[]> {
  return ALERTS.find(db, `where id = any ($1::bigint[]) and state <> 'fired' order by id`, [ids]);
}

type New = Pick<
  PriceAlert,
  'customerId' | 'marketId' | 'kind' | 'wanted' | 'direction' | 'threshold' | 'repeating'
>;

export async function insertAlert(db: Db, alert: New, createdAtMs: number): Promise<PriceAlert> {
  const id = await nextId(db, 'price_alerts');
  await ALERTS.insert(db, { ...alert, id, state: 'armed', createdAtMs });
  return (await ALERTS.first(db, 'where id = $1', [id]))!;
}

export async function rewriteAlert(
  db: Db,
  { id, version }: PriceAlert,
  alert: Pick<New, 'wanted' | 'direction' | 'threshold' | 'repeating'>,
): Promise<PriceAlert> {
  await ALERTS.change(db, { id }, { ...alert, state: 'armed', version: version + 1 });
  return (await ALERTS.first(db, 'where id = $1', [id]))!;
}

/** Returns whether there was one. */
export async function deleteAlert(db: Db, customerId: number, id: number): Promise<boolean> {
  const { rowCount } = await db.query('delete from price_alerts where id = $1 and customer_id = $2', [
    id,
    customerId,
  ]);
  return rowCount === 1;
}

/** Number of active alerts; locks the customer until the transaction ends. */
export async function countWatched(db: Db, customerId: number): Promise<number> {
  await db.query('select from customers where id = $1 for update', [customerId]);
  return countRows(db, `price_alerts where customer_id = $1 and state <> 'fired'`, [customerId]);
}

/** Deletes fired alerts except the newest. */
export async function dropFired(db: Db, customerId: number, kept: number): Promise<void> {
  await db.query(
    `delete from price_alerts where id in
       (select id from price_alerts where customer_id = $1 and state = 'fired'
         order by fired_at_ms desc, id desc offset $2)`,
    [customerId, kept],
  );
}

export interface StateChange {
  readonly id: number;
  readonly version: number;
}

/** Marks those still armed as fired and returns them, so that each alert fires in one process only. */
export async function markFired(
  db: Db,
  fired: readonly StateChange[],
  atMs: number,
): Promise<ReadonlySet<number>> {
  const { rows } = await db.query<{ id: number }>(
    `update price_alerts a set state = case when repeating then 'waiting' else 'fired' end, fired_at_ms = $3
       from unnest($1::bigint[], $2::integer[]) as f (id, version)
      where a.id = f.id and a.version = f.version and a.state = 'armed' returning a.id::float8 as id`,
    [fired.map(({ id }) => id), fired.map(({ version }) => version), atMs],
  );
  return new Set(rows.map(({ id }) => id));
}

export async function markArmed(db: Db, alerts: readonly StateChange[]): Promise<void> {
  await db.query(
    `update price_alerts a set state = 'armed' from unnest($1::bigint[], $2::integer[]) as f (id, version)
      where a.id = f.id and a.version = f.version and a.state = 'waiting'`,
    [alerts.map(({ id }) => id), alerts.map(({ version }) => version)],
  );
}
