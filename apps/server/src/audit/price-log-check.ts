import type { ClientBase } from 'pg';
import type { AuditCheck } from './audit-check.ts';

/** Checks archived ticks by the hash that each file ends with. */
export const archivedPrices: AuditCheck = async ({ stored, computed }) => {
  const { rows } = await stored.query<{ last: string; hash: string }>(
    `select last, encode(last_hash, 'hex') as hash from price_log_archives order by first`,
  );
  for (const { last, hash } of rows) {
    const again = await hashesFrom(computed, Number(last), 1);
    const expected = again[0]?.toString('hex') ?? null;
    if (expected === hash) continue;
    const what = 'a file of older prices ends with another tick than the journal';
    return { table: 'price_log_archives', key: `last=${last}`, stored: hash, computed: expected, what };
  }
  return null;
};

async function hashesFrom(computed: ClientBase, from: number, limit: number): Promise<Buffer[]> {
  const { rows } = await computed.query<{ hash: Buffer }>(
    'select hash from pg_temp.price_ticks where number >= $1 order by number limit $2',
    [from, limit],
  );
  return rows.map(row => row.hash);
}
