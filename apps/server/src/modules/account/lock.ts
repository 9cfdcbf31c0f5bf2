import type pg from 'pg';

const CUSTOMER_LOCK = 7_146_371;

/**
 * Serialises a customer's requests about money until the transaction ends, so that what was counted and checked does not
 * change meanwhile.
 */
export async function lockCustomer(db: Pick<pg.ClientBase, 'query'>, customerId: number): Promise<void> {
  await db.query('select pg_advisory_xact_lock($1, $2)', [CUSTOMER_LOCK, customerId]);
}
