import type pg from 'pg';

/** Whether the customer has closed the account. */
export async function isClosed(db: Pick<pg.ClientBase, 'query'>, customerId: number): Promise<boolean> {
  const { rowCount } = await db.query('select from closed_accounts where customer_id = $1', [customerId]);
  return rowCount === 1;
}
