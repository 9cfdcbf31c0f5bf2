/**
 * `bench:history -- --rows 1e7 --table trades`: how long customers wait for a page of history that has very many rows. A
 * new database gets so many rows of one table (trades, orders, ledger, ticks); of the other tables the planner is told
 * that they have as many. Then the server starts anew, and every list is read as the product reads it: by new connections, and
 * by one that knows the tables, each time for another customer, whose rows nobody has asked for yet.
 *
 *   --rows N        1e6 by default; more than the disk has room for is refused
 *   --table NAME    all four, one after the other, by default
 *   --partition N   ids in a partition, so that many can be had with few rows; by default the product's own
 *   --json          one JSON array on standard output and nothing else
 */
import { tmpdir } from 'node:os';
import { parseArgs } from 'node:util';
import { longWork } from '@tallystick/server/database/bounded-client';
import { carriedOut, type Carried } from '@tallystick/server/testing/plans';
import { fill, filledTables, pretendRows, refuseWithoutRoom } from './history/fill.ts';
import { ASKING, listsOf } from './history/lists.ts';
import { HistoryDatabase } from './history/history-database.ts';
import { waits } from './history/waits.ts';
import { goalRow, infoRow, progress, report, type Row } from './report.ts';

const GOAL_MS = 20;

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

/** Of ascending values. */
const quantile = (values: readonly number[], of: number): number =>
  values[Math.floor((values.length - 1) * of)]!;

async function measure(name: string): Promise<Row[]> {
  const filled = filledTables(ROWS)[name];
  if (filled === undefined) throw new Error(`--table ${name}: trades, orders, ledger or ticks`);
  await refuseWithoutRoom(tmpdir(), filled, ROWS);
  const database = await HistoryDatabase.create();
  try {
    const startedAt = performance.now();
    await longWork('history', () =>
      fill(database.pool, filled, ROWS, Number(asked.partition ?? filled.table.step)),
    );
    const seconds = (performance.now() - startedAt) / 1000;
    await database.settle();
    const { pool, url } = database;
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
      const { cold, warm, own, disk, best } = await waits(url, list, ids);
      const carried = await Promise.all(
        ASKING.map(customer => carriedOut(pool, one => list.read(one, customer, Math.ceil(ids / 20)))),
      );
      const sequential = new Set(carried.flatMap(one => one.sequential));
      const most = (of: (one: Carried) => number): number => Math.max(...carried.map(of));
      const figure = (what: string, values: readonly number[], of = 0.99): Row =>
        infoRow(`${name}: ${list.name}, ${what}`, quantile(values, of), 'ms', 'lower');
      rows.push(
        goalRow(`${name}: ${list.name}, p99`, quantile(warm, 0.99), 'ms', GOAL_MS, 'lower'),
        figure('p99 without waits for a processor', own),
        infoRow(`${name}: ${list.name}, blocks from the disk, p99`, quantile(disk, 0.99), '', 'lower'),
        figure('p99 of the best of three', best),
        figure('median', warm, 0.5),
        figure('first query of a connection, p99', cold),
        figure('first query of a connection, median', cold, 0.5),
        infoRow(
          `${name}: ${list.name}, blocks, at most`,
          most(one => one.blocks),
          '',
          'lower',
        ),
        infoRow(
          `${name}: ${list.name}, partitions, at most`,
          most(one => one.tables.size),
          '',
          'lower',
        ),
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
