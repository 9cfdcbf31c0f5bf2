import type pg from 'pg';
import { inTransaction } from '../../../database/transaction.ts';
import { appendPublicRecord } from '../../../public-log/append.ts';

export interface Owed {
  readonly currencyId: number;
  readonly code: string;
  readonly decimals: number;
  readonly totalMinor: bigint;
  readonly makersMinor?: bigint;
}

/** An audit point with these liabilities, published as the trees' maker publishes them. Returns its record's number. */
export function auditPoint(
  pool: pg.Pool,
  number: number,
  atMs: number,
  owed: readonly Owed[],
): Promise<number> {
  return inTransaction(pool, async client => {
    const record = await appendPublicRecord(client, {
      kind: 'liabilities',
      atMs,
      body: {
        point: number,
        sequence: number,
        at_ms: atMs,
        tree: owed.map(({ code, decimals, totalMinor }) => ({
          currency: code,
          decimals,
          root: 'ab'.repeat(32),
          total: String(totalMinor),
          leaves: 4,
        })),
        beside: [],
      },
    });
    await client.query(
      'insert into audit_points (number, sequence, at_ms, chosen_at_ms, public_record) values ($1, $1, $2, $2, $3)',
      [number, atMs, record],
    );
    for (const { currencyId, code, decimals, totalMinor, makersMinor = 0n } of owed) {
      await client.query(
        `insert into liability_totals (point, currency_id, code, decimals, root, total_minor, leaves, house_minor,
                                       pending_deposits_minor, unrealised_minor, owed_by_customers_minor)
         values ($1, $2, $3, $4, null, $5, 4, $6, 0, null, 0)`,
        [number, currencyId, code, decimals, String(totalMinor), String(makersMinor)],
      );
    }
    return record;
  });
}
