import type pg from 'pg';
import type { Network } from '../../chains/networks.ts';
import { Conditions } from '../../http/page.ts';

export type Queries = Pick<pg.ClientBase, 'query'>;

export interface SavedAddress {
  readonly id: number;
  readonly customerId: number;
  readonly currencyId: number;
  readonly network: Network;
  readonly sealed: Buffer;
  readonly usableFromMs: number;
  readonly createdAtMs: number;
}

interface Row {
  readonly id: string;
  readonly customer_id: number;
  readonly currency_id: number;
  readonly network: Network;
  readonly sealed: Buffer;
  readonly usable_from_ms: string;
  readonly created_at_ms: string;
}

export async function nextAddressId(db: Queries): Promise<number> {
  const { rows } = await db.query<{ id: string }>(
    `select nextval(pg_get_serial_sequence('withdrawal_addresses', 'id')) as id`,
  );
  return Number(rows[0]?.id);
}

export async function insertAddress(db: Queries, address: SavedAddress, print: Buffer): Promise<void> {
  await db.query(
    `insert into withdrawal_addresses (id, customer_id, currency_id, network, sealed, address_print, usable_from_ms,
                                       created_at_ms)
     overriding system value values ($1, $2, $3, $4, $5, $6, $7, $8)`,
    [
      address.id,
      address.customerId,
      address.currencyId,
      address.network,
      address.sealed,
      print,
      address.usableFromMs,
      address.createdAtMs,
    ],
  );
}

/** One of the customer's own addresses that was not removed; null for all others. */
export async function findAddress(db: Queries, customerId: number, id: number): Promise<SavedAddress | null> {
  const { rows } = await db.query<Row>(
    'select * from withdrawal_addresses where id = $1 and customer_id = $2 and removed_at_ms is null',
    [id, customerId],
  );
  return rows[0] === undefined ? null : fromRow(rows[0]);
}

export async function listAddresses(
  db: Queries,
  customerId: number,
  filter: { readonly currencyId?: number | undefined; readonly network?: Network | undefined } = {},
): Promise<SavedAddress[]> {
  const where = new Conditions()
    .add('customer_id = ?', customerId)
    .addIf('currency_id = ?', filter.currencyId)
    .addIf('network = ?', filter.network);
  const { rows } = await db.query<Row>(
    `select * from withdrawal_addresses where ${where.sql} and removed_at_ms is null order by id desc`,
    where.values,
  );
  return rows.map(fromRow);
}

/** Whether the customer already has the address for that currency. */
export async function hasAddress(
  db: Queries,
  customerId: number,
  currencyId: number,
  prints: readonly Buffer[],
): Promise<boolean> {
  const { rows } = await db.query(
    `select from withdrawal_addresses
      where customer_id = $1 and currency_id = $2 and address_print = any($3) and removed_at_ms is null limit 1`,
    [customerId, currencyId, prints],
  );
  return rows.length > 0;
}

/** Whether another customer has, or had, the address in their book. */
export async function isShared(db: Queries, customerId: number, prints: readonly Buffer[]): Promise<boolean> {
  const { rows } = await db.query(
    'select from withdrawal_addresses where address_print = any($1) and customer_id <> $2 limit 1',
    [prints, customerId],
  );
  return rows.length > 0;
}

export async function removeAddress(
  db: Queries,
  customerId: number,
  id: number,
  atMs: number,
): Promise<boolean> {
  const { rowCount } = await db.query(
    `update withdrawal_addresses set removed_at_ms = $3
      where id = $1 and customer_id = $2 and removed_at_ms is null`,
    [id, customerId, atMs],
  );
  return rowCount === 1;
}

function fromRow(row: Row): SavedAddress {
  return {
    id: Number(row.id),
    customerId: row.customer_id,
    currencyId: row.currency_id,
    network: row.network,
    sealed: row.sealed,
    usableFromMs: Number(row.usable_from_ms),
    createdAtMs: Number(row.created_at_ms),
  };
}
