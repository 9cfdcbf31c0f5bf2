import type { Network } from '../../chains/networks.ts';
import { insertRow, type Queries } from '../../database/rows.ts';
import { Conditions } from '../../http/page.ts';

export type { Queries };

export interface SavedAddress {
  readonly id: number;
  readonly customerId: number;
  readonly currencyId: number;
  readonly network: Network;
  readonly sealed: Buffer;
  readonly usableFromMs: number;
  readonly createdAtMs: number;
}

/** Times and ids stay exact in float8. */
const COLUMNS = `id::float8 as id, customer_id as "customerId", currency_id as "currencyId", network, sealed,
  usable_from_ms::float8 as "usableFromMs", created_at_ms::float8 as "createdAtMs"`;

export async function insertAddress(db: Queries, address: SavedAddress, print: Buffer): Promise<void> {
  await insertRow(db, 'withdrawal_addresses', { ...address, addressPrint: print });
}

/** One of the customer's own addresses that was not removed; null for all others. */
export async function findAddress(db: Queries, customerId: number, id: number): Promise<SavedAddress | null> {
  const { rows } = await db.query<SavedAddress>(
    `select ${COLUMNS} from withdrawal_addresses where id = $1 and customer_id = $2 and removed_at_ms is null`,
    [id, customerId],
  );
  return rows[0] ?? null;
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
  const { rows } = await db.query<SavedAddress>(
    `select ${COLUMNS} from withdrawal_addresses where ${where.sql} and removed_at_ms is null order by id desc`,
    where.values,
  );
  return rows;
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
