import { countRows, insertRow, type Queries as Db } from '../../database/rows.ts';
import type { AlertKind, Direction } from './figures.ts';

export interface PriceAlert {
  readonly id: number;
  readonly customerId: number;
  readonly marketId: number;
  readonly kind: AlertKind;
  /** As the customer wrote it. */
  readonly wanted: string;
  readonly direction: Direction;
  readonly threshold: number;
  readonly repeating: boolean;
  readonly state: 'armed' | 'waiting' | 'fired';
  readonly version: number;
  readonly createdAtMs: number;
  readonly firedAtMs: number | null;
}

const COLUMNS = `id::float8 as id, customer_id as "customerId", market_id as "marketId", kind, wanted, direction,
  threshold::float8 as threshold, repeating, state, version, created_at_ms::float8 as "createdAtMs",
  fired_at_ms::float8 as "firedAtMs"`;

/** Newest first. */
export async function alertsOf(
  db: Db,
  customerId: number,
  marketId: number | null,
): Promise<readonly PriceAlert[]> {
  const { rows } = await db.query<PriceAlert>(
    `select ${COLUMNS} from price_alerts where customer_id = $1 and ($2::integer is null or market_id = $2)
      order by id desc`,
    [customerId, marketId],
  );
  return rows;
}

/** Locks the row until the transaction ends. */
export async function lockAlert(db: Db, customerId: number, id: number): Promise<PriceAlert | null> {
  const { rows } = await db.query<PriceAlert>(
    `select ${COLUMNS} from price_alerts where id = $1 and customer_id = $2 for update`,
    [id, customerId],
  );
  return rows[0] ?? null;
}

export async function watchedAlerts(db: Db): Promise<readonly PriceAlert[]> {
  const { rows } = await db.query<PriceAlert>(
    `select ${COLUMNS} from price_alerts where state <> 'fired' order by id`,
  );
  return rows;
}

/** The active alerts among the given ids. */
export async function watchedAmong(db: Db, ids: readonly number[]): Promise<readonly PriceAlert[]> {
  const { rows } = await db.query<PriceAlert>(
    `select ${COLUMNS} from price_alerts where id = any ($1::bigint[]) and state <> 'fired' order by id`,
    [ids],
  );
  return rows;
}

type New = Pick<
  PriceAlert,
  'customerId' | 'marketId' | 'kind' | 'wanted' | 'direction' | 'threshold' | 'repeating'
>;

export async function insertAlert(db: Db, alert: New, atMs: number): Promise<PriceAlert> {
  return insertRow(db, 'price_alerts', { ...alert, state: 'armed', createdAtMs: atMs }, COLUMNS);
}

export async function rewriteAlert(
  db: Db,
  id: number,
  alert: Pick<New, 'wanted' | 'direction' | 'threshold' | 'repeating'>,
): Promise<PriceAlert> {
  const { rows } = await db.query<PriceAlert>(
    `update price_alerts set wanted = $2, direction = $3, threshold = $4, repeating = $5, state = 'armed',
            version = version + 1
      where id = $1 returning ${COLUMNS}`,
    [id, alert.wanted, alert.direction, alert.threshold, alert.repeating],
  );
  return rows[0]!;
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
