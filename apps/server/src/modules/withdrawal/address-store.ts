import type pg from 'pg';
import type { Network } from '../../chains/networks.ts';
import { as, StoredTable, type Stored } from '../../database/stored-table.ts';
import { Conditions } from '../../http/page.ts';

export type Queries = Pick<pg.ClientBase, 'query'>;

const ADDRESSES = new StoredTable('withdrawal_addresses', {
  id: Number,
  customerId: Number,
  currencyId: Number,
  network: as<Network>(),
  sealed: as<Buffer>(),
  usableFromMs: Number,
  createdAtMs: Number,
});

export type SavedAddress = Stored<typeof ADDRESSES>;

export function insertAddress(db: Queries, address: SavedAddress, addressPrint: Buffer): Promise<void> {
  return ADDRESSES.insert(db, address, { addressPrint });
}

/** One of the customer's own addresses that was not removed; null for all others. */
export function findAddress(db: Queries, customerId: number, id: number): Promise<SavedAddress | null> {
  const rest = 'where id = $1 and customer_id = $2 and removed_at_ms is null';
  return ADDRESSES.first(db, rest, [id, customerId]);
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
  return ADDRESSES.find(db, `where ${where.sql} and removed_at_ms is null order by id desc`, where.values);
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
