/**
 * `bench:index-cost`: what indexes add to the writing of trades and orders. New rows are inserted as the projector does it, in
 * batches, into tables that already have many, with the index and without it in turns.
 *
 *   --rows N     there from the beginning; 1e6 by default
 *   --batches N  of 500 rows each, with and without each index; 400 by default
 *   --json       one JSON array on standard output and nothing else
 */
import { parseArgs } from 'node:util';
import { longWork } from '@tallystick/server/database/bounded-client';
import type pg from 'pg';
import { fill, filledTables } from './history/fill.ts';
import { HistoryDatabase } from './history/history-database.ts';
import { infoRow, median, progress, report, type Row } from './report.ts';

const BATCH = 500;
/** Batches in a turn. */
const TURN = 20;

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
if (!Number.isSafeInteger(BATCHES) || BATCHES < TURN)
  throw new Error(`--batches ${asked.batches} is too few`);

const INDEXES: Readonly<Record<string, readonly string[]>> = {
  trades: ['trades_of_time', 'trades_of_taker_market', 'trades_of_maker_market'],
  orders: ['orders_of_name'],
};

async function definitionOf(pool: pg.Pool, index: string): Promise<string> {
  const { rows } = await pool.query<{ text: string }>('select pg_get_indexdef($1::regclass) as text', [
    index,
  ]);
  return rows[0]!.text;
}

/** Columns of the tables as they are filled; every order has a name. */
function columnsOf(table: string): readonly (readonly [name: string, value: string])[] {
  const columns = filledTables(ROWS)[table]!.columns;
  return Object.entries(table === 'orders' ? { ...columns, client_order_id: `'order-' || i` } : columns);
}

/** Microseconds for a row. */
async function insert(pool: pg.Pool, table: string, first: number): Promise<number> {
  const columns = columnsOf(table);
  const text = `insert into ${table} (${columns.map(([name]) => name).join(', ')})
    select ${columns.map(([, value]) => value).join(', ')} from generate_series($1::bigint, $2::bigint) i`;
  const startedAt = performance.now();
  await pool.query(text, [first, first + BATCH - 1]);
  return ((performance.now() - startedAt) * 1_000) / BATCH;
}

async function measure(table: string): Promise<Row[]> {
  const database = await HistoryDatabase.create();
  try {
    const { pool } = database;
    const filled = filledTables(ROWS)[table]!;
    await longWork('history', () => fill(pool, filled, ROWS, filled.table.step));
    const definitions = await Promise.all(INDEXES[table]!.map(index => definitionOf(pool, index)));
    const took = { with: [] as number[], without: [] as number[] };
    let next = ROWS + 1;
    for (let turn = 0; turn < (2 * BATCHES) / TURN; turn++) {
      const has = turn % 2 === 0 ? 'with' : 'without';
      progress(`${table}, turn ${turn + 1}, ${has}`);
      await longWork('history', async () => {
        if (has === 'without') await pool.query(`drop index ${INDEXES[table]!.join(', ')}`);
        else if (turn > 0) for (const definition of definitions) await pool.query(definition);
      });
      await pool.query('checkpoint');
      for (let batch = 0; batch < TURN; batch++, next += BATCH) {
        took[has].push(await insert(pool, table, next));
      }
    }
    return [
      infoRow(`${table}: a row, with the indexes`, median(took.with), 'µs', 'lower'),
      infoRow(`${table}: a row, without them`, median(took.without), 'µs', 'lower'),
    ];
  } finally {
    await database.close();
  }
}

const rows: Row[] = [];
for (const table of Object.keys(INDEXES)) rows.push(...(await measure(table)));
report(rows);
