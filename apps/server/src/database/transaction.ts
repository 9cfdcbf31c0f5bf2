import { AsyncLocalStorage } from 'node:async_hooks';
import type pg from 'pg';

const surrounding = new AsyncLocalStorage<{ open: boolean }>();

/**
 * Whether the caller is at work within a transaction. Whoever asks the pool there waits for a second connection while
 * holding a first one: a few of them at once wait for one another for ever.
 */
export function isInTransaction(): boolean {
  return surrounding.getStore()?.open === true;
}

/** Runs `work` in a transaction of its own; whatever it throws rolls it back. */
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
      // The connection is gone, and the transaction with it.
      broken = true;
    });
    throw error;
  } finally {
    transaction.open = false;
    client.release(broken);
  }
}
