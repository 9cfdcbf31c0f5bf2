/**
 * `bench:history -- --rows 1e7 --table trades`: how long customers wait for a page of history that has very many rows. A
 * new database gets so many rows of one table (trades, orders, ledger, ticks); of the other tables the planner is told
 * that they have as many. Then every list is read as the product reads it.
 *
 *   --rows N        1e6 by default; more than the disk has room for is refused
 *   --table NAME    all four, one after the other, by default
 *   --partition N   ids in a partition, so that many can be had with few rows; by default the product's own
 *   --json          one JSON array on standard output and nothing else
 */
import { tmpdir } from 'node:os';
import { parseArgs } from 'node:util';
import { longWork } from '@tallystick/server/database/bounded-client';
import { carriedOut } from '@tallystick/server/testing/plans';
import type pg from 'pg';
import { fill, filledTables, pretendRows, refuseWithoutRoom } from './history/fill.ts';
import { ASKING, listsOf, type HistoryList } from './history/lists.ts';
import { temporaryDatabase } from './orders/temporary-database.ts';
import { goalRow, infoRow, progress, report, type Row } from './report.ts';

const GOAL_MS = 20;
const READS = 200;

const { values: asked } = parseArgs({
  options: {
    rows: { type: 'string', default: '1e6' },
    table: { type: 'string' },
    partition: { type: 'string' },
    json: { type: 'boolean', default: false },
  },
});
const ROWS = Number(asked.rows);
if (!Number.isSafeInteger(ROWS) || ROWS < 1_000) throw new Error(`--rows ${asked.rows} is no number of rows`);

interface Waits {
  /** Of every page when it was asked for first, ascending. */
  readonly first: readonly number[];
  /** The shortest of three times the same page: what it takes when nothing else runs on the machine. */
  readonly best: readonly number[];
}

/** Pages of customers with many, some, few and no rows in turns, each at another place of the history. */
async function waits(pool: pg.Pool, list: HistoryList, ids: number): Promise<Waits> {
  const [first, best]: [number[], number[]] = [[], []];
  // Before that, connections learn the tables, as the server's have.
  for (let i = -READS / 4; i < READS; i++) {
    const deep = 1 + Math.floor((ids / 10) * (Math.abs(i) / READS));
    const taken: number[] = [];
    for (let again = 0; again < 3; again++) {
      const startedAt = performance.now();
      await list.read(pool, ASKING[Math.abs(i) % ASKING.length]!, deep);
      taken.push(performance.now() - startedAt);
    }
    if (i < 0) continue;
    first.push(taken[0]!);
    best.push(Math.min(...taken));
  }
  const ascending = (values: readonly number[]): number[] => values.toSorted((a, b) => a - b);
  return { first: ascending(first), best: ascending(best) };
}

async function measure(name: string): Promise<Row[]> {
  const filled = filledTables(ROWS)[name];
  if (filled === undefined) throw new Error(`--table ${name}: trades, orders, ledger or ticks`);
  await refuseWithoutRoom(tmpdir(), filled, ROWS);
  const database = await temporaryDatabase();
  try {
    const { pool } = database;
    const startedAt = performance.now();
    await longWork('history', () => fill(pool, filled, ROWS, Number(asked.partition ?? filled.table.step)));
    const seconds = (performance.now() - startedAt) / 1000;
    const { rows: sizes } = await pool.query<{ bytes: string; partitions: number }>(
      `select sum(pg_total_relation_size(inhrelid)) as bytes, count(*)::integer as partitions
         from pg_inherits where inhparent = $1::regclass`,
      [filled.table.name],
    );
    const { bytes, partitions } = sizes[0]!;
    if (!(await pretendRows(pool, ROWS, filled.table)))
      progress('this server cannot be told of rows it does not have: the other tables are empty');
    const rows = [
      infoRow(`${name}: filling`, Math.round(seconds), 's', 'lower'),
      infoRow(`${name}: bytes of a row with its indexes`, Math.round(Number(bytes) / ROWS), 'B', 'lower'),
      infoRow(`${name}: partitions`, partitions, '', 'lower'),
    ];
    const ids = ROWS * filled.idsPerRow;
    for (const list of listsOf(name, ids)) {
      const { first, best } = await waits(pool, list, ids);
      const carried = await Promise.all(
        ASKING.map(customer => carriedOut(pool, one => list.read(one, customer, Math.ceil(ids / 20)))),
      );
      const sequential = new Set(carried.flatMap(one => one.sequential));
      const touched = Math.max(...carried.map(one => one.tables.size));
      rows.push(
        goalRow(`${name}: ${list.name}, p99`, first[Math.floor(READS * 0.99)]!, 'ms', GOAL_MS, 'lower'),
        infoRow(
          `${name}: ${list.name}, p99 of the best of three`,
          best[Math.floor(READS * 0.99)]!,
          'ms',
          'lower',
        ),
        infoRow(`${name}: ${list.name}, median`, first[READS / 2]!, 'ms', 'lower'),
        infoRow(
          `${name}: ${list.name}, blocks looked at, at most`,
          Math.max(...carried.map(one => one.blocks)),
          '',
          'lower',
        ),
        infoRow(`${name}: ${list.name}, partitions looked into at most`, touched, '', 'lower'),
        goalRow(`${name}: ${list.name}, partitions read as a whole`, sequential.size, '', 0, 'lower'),
      );
    }
    return rows;
  } finally {
    await database.close();
  }
}

const rows: Row[] = [];
for (const name of asked.table === undefined ? Object.keys(filledTables(ROWS)) : [asked.table]) {
  progress(`${name}: ${ROWS} rows …`);
  rows.push(...(await measure(name)));
}
report(rows);
