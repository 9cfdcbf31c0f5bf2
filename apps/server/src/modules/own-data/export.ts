import type pg from 'pg';
import type { Vault } from '../../vault/vault.ts';
import { OWN_TABLES, type OwnTable, type Row } from './catalogue.ts';

export interface ExportOptions {
  readonly pool: pg.Pool;
  readonly vault: Vault;
  readonly now: () => number;
}

/** Rows of one statement. */
const PAGE = 500;

/**
 * All that is kept about a customer as JSON, in pieces: `{"customer": …, "made_at_ms": …, "tables": {"orders": [ … ]}}`.
 * Sealed values are opened into `opened`; pictures are named and not contained.
 */
export async function* exportOwnData(
  { pool, vault, now }: ExportOptions,
  customerId: number,
  whoReads: 'customer' | 'desk',
): AsyncGenerator<string> {
  yield `{"customer":${customerId},"made_at_ms":${now()},"tables":{`;
  let isFirstTable = true;
  for (const [name, table] of Object.entries(OWN_TABLES)) {
    if (whoReads === 'customer' && table.deskOnly === true) continue;
    yield `${isFirstTable ? '' : ','}\n${JSON.stringify(name)}:[`;
    isFirstTable = false;
    let isFirst = true;
    for await (const rows of pages(pool, name, table, customerId)) {
      yield rows
        .map(row => `${isFirst ? ((isFirst = false), '') : ','}\n${JSON.stringify(shown(vault, table, row))}`)
        .join('');
    }
    yield ']';
  }
  yield '}}\n';
}

async function* pages(
  pool: Pick<pg.Pool, 'query'>,
  name: string,
  { mine, key }: OwnTable,
  customerId: number,
): AsyncGenerator<Row[]> {
  const columns = key.split(', ');
  let after: readonly unknown[] | null = null;
  let full = true;
  while (full) {
    const places = columns.map((_, at) => `$${at + 3}`).join(', ');
    const beyond: string = after === null ? '' : `and (${key}) > (${places})`;
    const values: unknown[] = [customerId, PAGE, ...(after ?? [])];
    const { rows }: { rows: Row[] } = await pool.query<Record<string, unknown>>(
      `select * from ${name} where ${mine} ${beyond} order by ${key} limit $2`,
      values,
    );
    if (rows.length > 0) yield rows;
    const last: Row = rows.at(-1) ?? {};
    after = columns.map(column => last[column]);
    full = rows.length === PAGE;
  }
}

function shown(vault: Vault, { secret = [], open }: OwnTable, row: Row): Row {
  const plain = Object.entries(row).filter(([column, value]) => {
    return !secret.includes(column) && !Buffer.isBuffer(value) && value !== null;
  });
  const opened = open?.(vault, row) ?? null;
  return { ...Object.fromEntries(plain), ...(opened === null ? {} : { opened }) };
}
