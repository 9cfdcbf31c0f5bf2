import type { ReadonlyExchange } from '@tallystick/core';
import type pg from 'pg';
import { inTransaction } from '../../database/transaction.ts';
import { insertTotal } from '../../modules/liability/audit-points.ts';
import { liabilitiesBody } from '../../modules/liability/record-body.ts';
import { owedCurrencies } from '../../modules/liability/totals.ts';
import { appendPublicRecord } from '../../public-log/append.ts';

/** Two audit points of a history made without the worker, at the journal's last two rows; their trees lie nowhere. */
export async function publishPoints(pool: pg.Pool, exchange: ReadonlyExchange, nowMs: number): Promise<void> {
  const { rows } = await pool.query<{ last_sequence: string }>(
    'select last_sequence from journal order by first_sequence desc limit 2',
  );
  const totals = owedCurrencies(exchange, nowMs).map(({ total, owed }) => ({
    ...total,
    root: owed.length === 0 ? null : Buffer.alloc(32, 7),
    leaves: owed.length,
    pendingDepositsMinor: 5n,
  }));
  for (const [index, row] of rows.toReversed().entries()) {
    const point = { number: index + 1, sequence: Number(row.last_sequence), atMs: nowMs };
    await inTransaction(pool, async client => {
      const body = liabilitiesBody(point, totals);
      const record = await appendPublicRecord(client, { kind: 'liabilities', atMs: nowMs, body });
      await client.query('insert into audit_points values ($1, $2, $3, $3, $4)', [
        point.number,
        point.sequence,
        nowMs,
        record,
      ]);
      for (const total of totals) await insertTotal(client, point.number, total);
    });
  }
}
