import type { ReadonlyExchange } from '@tallystick/core';
import { DAY_MS } from '@tallystick/core/durations';
import type pg from 'pg';
import { Periods } from '../../modules/books/periods.ts';
import { monthOfDay } from '../../modules/books/months.ts';
import { firstDay } from '../../modules/books/turnovers.ts';

/** The first month of what is counted, closed by an operator of its own long after its end. */
export async function writeClosedMonth(
  pool: pg.Pool,
  exchange: ReadonlyExchange,
  nowMs: number,
): Promise<void> {
  const client = await pool.connect();
  try {
    await client.query('begin');
    await client.query('set local session_replication_role = replica');
    const { rows } = await client.query<{ id: number }>(
      `insert into operators (name, role, password_hash, created_at_ms) values ('closer', 'accountant', 'x', 0)
       returning id`,
    );
    const day = await firstDay(client);
    if (rows[0] === undefined || day === null) throw new Error('there is no month to close');
    const later = { exchange, now: () => nowMs + 62 * DAY_MS, clock: { stop: () => null } };
    await new Periods(later).close(client, monthOfDay(day).name, { proposalId: 1, operatorId: rows[0].id });
    await client.query('commit');
  } finally {
    client.release();
  }
}
