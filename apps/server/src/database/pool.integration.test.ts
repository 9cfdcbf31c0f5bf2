import { afterAll, beforeAll, expect, it } from 'vitest';
import { createTestDatabase } from '../testing/database.ts';
import type { Database } from './database.ts';
import { inTransaction } from './transaction.ts';

let database: Database;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.close());

it('a connection that is ended between two queries of a transaction fails that transaction, and no more', async () => {
  const { pool } = database;
  const other = await pool.connect();
  try {
    const work = inTransaction(pool, async client => {
      const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid');
      const ended = new Promise<void>(resolve => client.once('end', () => resolve()));
      await other.query('select pg_terminate_backend($1)', [rows[0]!.pid]);
      await ended;
      await client.query('select 1');
    });
    await expect(work).rejects.toThrow('not queryable');
  } finally {
    other.release();
  }
  expect((await pool.query<{ one: number }>('select 1 as one')).rows).toEqual([{ one: 1 }]);
});
