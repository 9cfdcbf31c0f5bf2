import type pg from 'pg';

/** Runs `work` in a transaction of its own; whatever it throws rolls it back. */
export async function inTransaction<Result>(
  pool: pg.Pool,
  work: (client: pg.PoolClient) => Promise<Result>,
): Promise<Result> {
  const client = await pool.connect();
  let broken = false;
  try {
    await client.query('begin');
    const result = await work(client);
    await client.query('commit');
    return result;
  } catch (error) {
    await client.query('rollback').catch(() => {
      // The connection is gone, and the transaction with it.
      broken = true;
    });
    throw error;
  } finally {
    client.release(broken);
  }
}
