import type pg from 'pg';

const CUSTOMER_LOCK = 7_146_371;

/**
 * One request of a customer about their money after the other: what is counted and looked up must not change meanwhile.
 * Until the transaction ends.
 */
export async function lockCustomer(db: Pick<pg.ClientBase, 'query'>, customerId: number): Promise<void> {
  await db.query('select pg_advisory_xact_lock($1, $2)', [CUSTOMER_LOCK, customerId]);
}
