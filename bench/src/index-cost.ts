/**
 * `bench:index-cost`: what indexes add to the writing of trades and orders. Two copies of a table with many rows, one without
 * the indexes that are looked at, get the same new rows in batches, in turns.
 *
 *   --rows N     there from the beginning; 1e6 by default
 *   --batches N  of 500 rows; 400 by default
 *   --json       one JSON array on standard output and nothing else
 */
import { parseArgs } from 'node:util';
import { longWork } from '@tallystick/server/database/bounded-client';
import type pg from 'pg';
import { filledTables } from './history/fill.ts';
import { HistoryDatabase } from './history/history-database.ts';
import { infoRow, median, progress, report, type Row } from './report.ts';

const BATCH = 500;

const { values: asked } = parseArgs({
  options: {
    rows: { type: 'string', default: '1e6' },
    batches: { type: 'string', default: '400' },
    json: { type: 'boolean', default: false },
  },
});
const ROWS = Number(asked.rows);
const BATCHES = Number(asked.batches);
if (!Number.isSafeInteger(ROWS) || ROWS < 1_000) throw new Error(`--rows ${asked.rows} is no number of rows`);
if (!Number.isSafeInteger(BATCHES) || BATCHES < 1) throw new Error(`--batches ${asked.batches} is no number`);

const INDEXES: Readonly<Record<string, readonly string[]>> = {
  trades: ['trades_of_time'],
  orders: ['orders_of_name'],
};

const COPIES = ['with', 'without'] as const;
type Copy = (typeof COPIES)[number];
const copyOf = (table: string, which: Copy): string => `${table}_${which}`;

/** Columns as `bench:history` fills them; every order has a name. */
function columnsOf(table: string): readonly (readonly [name: string, value: string])[] {
  const columns = filledTables(ROWS)[table]!.columns;
  return Object.entries(table === 'orders' ? { ...columns, client_order_id: `'order-' || i` } : columns);
}

async function insert(
  pool: pg.Pool,
  table: string,
  copy: string,
  first: number,
  count: number,
): Promise<void> {
  const columns = columnsOf(table);
  await pool.query(
    `insert into ${copy} (${columns.map(([name]) => name).join(', ')})
     select ${columns.map(([, value]) => value).join(', ')} from generate_series($1::bigint, $2::bigint) i`,
    [first, first + count - 1],
  );
}

/** A table of its own with the rows and the indexes of the product's. */
async function makeCopy(pool: pg.Pool, table: string, which: Copy): Promise<void> {
  const copy = copyOf(table, which);
  await pool.query(`create table ${copy} (like ${table} including defaults including storage)`);
  await insert(pool, table, copy, 1, ROWS);
  const { rows } = await pool.query<{ name: string; definition: string }>(
    `select c.relname as name, pg_get_indexdef(i.indexrelid) as definition
       from pg_index i join pg_class c on c.oid = i.indexrelid where i.indrelid = $1::regclass`,
    [table],
  );
  for (const { name, definition } of rows) {
    if (which === 'without' && INDEXES[table]!.includes(name)) continue;
    await pool.query(`create index on ${copy} ${definition.slice(definition.indexOf('USING'))}`);
  }
  await pool.query(`vacuum analyze ${copy}`);
}

async function bytesOf(pool: pg.Pool, table: string): Promise<number> {
  const [one, other] = COPIES.map(which => `pg_indexes_size('${copyOf(table, which)}')`);
  const { rows } = await pool.query<{ bytes: string }>(`select ${one} - ${other} as bytes`);
  return Number(rows[0]!.bytes);
}

async function measure(table: string): Promise<Row[]> {
  const database = await HistoryDatabase.create();
  try {
    const { pool } = database;
    for (const which of COPIES) {
      progress(`${ROWS} ${table} ${which} the indexes`);
      await longWork('history', () => makeCopy(pool, table, which));
    }
    const bytes = await bytesOf(pool, table);
    await pool.query('checkpoint');
    const took: Record<Copy, number[]> = { with: [], without: [] };
    progress(`${BATCHES} batches`);
    for (let batch = 0; batch < BATCHES; batch++) {
      for (const which of COPIES) {
        const startedAt = performance.now();
        await insert(pool, table, copyOf(table, which), ROWS + 1 + batch * BATCH, BATCH);
        took[which].push(((performance.now() - startedAt) * 1_000) / BATCH);
      }
    }
    return [
      infoRow(`${table}: a row, with the indexes`, median(took.with), 'µs', 'lower'),
      infoRow(`${table}: a row, without them`, median(took.without), 'µs', 'lower'),
      infoRow(`${table}: the indexes, a row`, bytes / ROWS, 'bytes', 'lower'),
    ];
  } finally {
    await database.close();
  }
}

const rows: Row[] = [];
for (const table of Object.keys(INDEXES)) rows.push(...(await measure(table)));
report(rows);
