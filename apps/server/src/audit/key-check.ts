import type { AuditCheck } from './audit-check.ts';

const PAGE_KEYS = 2_000;

interface KeyRow {
  readonly scope: string;
  readonly key: string;
  readonly row: string;
}

/**
 * Checks keys older than the retention time, which are deleted gradually: those still there must be the journal's.
 * Reads all stored keys; newer ones were already compared, including that none is missing.
 */
export const oldKeys: AuditCheck = async ({ stored, computed }) => {
  await stored.query(
    `declare audit_keys no scroll cursor for select scope, key, row(input_hash, sequence, at_ms, result)::text as row
     from idempotency where result like '[%' order by scope, key`,
  );
  try {
    for (;;) {
      const { rows } = await stored.query<KeyRow>(`fetch forward ${PAGE_KEYS} from audit_keys`);
      if (rows.length === 0) return null;
      const found = await computed.query<{ row: string | null }>(
        `select row(i.input_hash, i.sequence, i.at_ms, i.result)::text as row
           from unnest($1::text[], $2::text[]) with ordinality as k (scope, key, place)
           left join pg_temp.idempotency i on i.scope = k.scope and i.key = k.key
          order by k.place`,
        [rows.map(row => row.scope), rows.map(row => row.key)],
      );
      for (const [i, { scope, key, row }] of rows.entries()) {
        const expected = found.rows[i]!.row;
        if (row === expected) continue;
        return {
          table: 'idempotency',
          key: `scope=${scope} key=${key}`,
          stored: row,
          computed: expected,
          what: 'a stored answer is not what the command came to',
        };
      }
    }
  } finally {
    await stored.query('close audit_keys');
  }
};
