import { AsyncLocalStorage } from 'node:async_hooks';
import type pg from 'pg';

const surrounding = new AsyncLocalStorage<{ open: boolean }>();

/**
 * Whether the caller runs within a transaction. Asking the pool there takes a second connection while holding one:
 * several callers at once would deadlock.
 */
export function isInTransaction(): boolean {
  return surrounding.getStore()?.open === true;
}

/** Runs `work` in a transaction of its own and rolls back if it throws. */
export async function inTransaction<Result>(
  pool: pg.Pool,
  work: (client: pg.PoolClient) => Promise<Result>,
): Promise<Result> {
  const client = await pool.connect();
  const transaction = { open: true };
  let broken = false;
  try {
    await client.query('begin');
    const result = await surrounding.run(transaction, () => work(client));
    await client.query('commit');
    return result;
  } catch (error) {
    await client.query('rollback').catch(() => {
      // The connection is lost, and the transaction with it.
      broken = true;
    });
    throw error;
  } finally {
    transaction.open = false;
    client.release(broken);
  }
}
