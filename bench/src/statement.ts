/**
 * `bench:statement`: how fast a statement is written, and whether its memory grows with it. A new database gets
 * 10,000,000 entries of one customer (`bench:statement -- 500000` sets another number). Then a year of them is written
 * as CSV and as JSON and checked at the same time, as the server does.
 *
 *   --json    one JSON array on standard output and nothing else
 */
import { longWork } from '@tallystick/server/database/bounded-client';
import type { Reads } from '@tallystick/server/database/reads';
import { historyOn } from '@tallystick/server/engine/replicas/history-pool';
import { entryPages, checkedPages } from '@tallystick/server/modules/statement/entries';
import { postingRange } from '@tallystick/server/modules/statement/bounds';
import { readLines } from '@tallystick/server/modules/statement/lines';
import { periodOf } from '@tallystick/server/modules/statement/period';
import type { EntriesContent } from '@tallystick/server/modules/statement/content';
import { LongReads } from '@tallystick/server/modules/statement/long-reads';
import { writeCsv } from '@tallystick/server/modules/statement/write-csv';
import { writeJson } from '@tallystick/server/modules/statement/write-json';
import { ProfitBooks } from '@tallystick/server/modules/statement/profit/walk';
import { temporaryDatabase } from './orders/temporary-database.ts';
import { goalRow, infoRow, progress, report, type Row } from './report.ts';

const ENTRIES = Number(process.argv[2]) || 10_000_000;
const CUSTOMER = 20_001;
/** 100,000 entries per second of processor time, which does not depend on other load. */
const GOAL_CPU_US = 10;
const YEAR = periodOf('2026');

/** A tenth of the entries lies before the year. Odd ones add 1,000,001 minor units, even ones take 1. */
const FILL = `
  insert into ledger_entries
  select $1, i, 'spot', 3, case when i % 2 = 0 then -1 else 1000001 end,
         (i + 1) / 2 * 1000001 - i / 2, 'trade', 'trade:' || i, $2::bigint + i * $3::bigint / $4::bigint
    from generate_series($5::bigint, $6::bigint) i`;

function heapMb(): number {
  return process.memoryUsage().heapUsed / 1e6;
}

async function written(name: string, chunks: AsyncIterable<string>): Promise<Row[]> {
  const startedAt = performance.now();
  const cpuBefore = process.cpuUsage();
  let [bytes, most, chunkCount, firstMs] = [0, 0, 0, 0];
  for await (const chunk of chunks) {
    if (bytes === 0) firstMs = performance.now() - startedAt;
    bytes += chunk.length;
    if (++chunkCount % 50 === 0) most = Math.max(most, heapMb());
  }
  const seconds = (performance.now() - startedAt) / 1000;
  const { user, system } = process.cpuUsage(cpuBefore);
  const entries = ENTRIES * 0.9;
  progress(`${name}: ${Math.round(seconds)} s, ${Math.round(most)} MB of heap at most`);
  return [
    infoRow(`${name}, entries a second`, Math.round(entries / seconds), 'entries/s', 'higher'),
    goalRow(`${name}, processor for an entry`, (user + system) / entries, 'µs', GOAL_CPU_US, 'lower'),
    infoRow(`${name}, first byte after the sums`, Math.round(firstMs), 'ms', 'lower'),
    infoRow(`${name}, size`, Math.round(bytes / 1e6), 'MB', 'lower'),
    goalRow(`${name}, most heap in use`, Math.round(most), 'MB', 200, 'lower'),
  ];
}

/** No valuation needed: measures reading, combining and booking entries by both methods. */
function books(pool: Reads): ProfitBooks {
  return new ProfitBooks(
    new LongReads(historyOn(pool)),
    { markets: () => [], market: () => null },
    3,
    2 ** 31 - 1,
  );
}

const database = await temporaryDatabase();
try {
  const { pool } = database;
  const yearMs = YEAR.toMs - YEAR.fromMs;
  const startMs = YEAR.fromMs - yearMs / 9;
  progress(`${ENTRIES} entries …`);
  const slice = 1_000_000;
  for (let from = 1; from <= ENTRIES; from += slice) {
    const to = Math.min(from + slice - 1, ENTRIES);
    const values = [CUSTOMER, Math.floor(startMs), Math.floor((yearMs * 10) / 9), ENTRIES + 1, from, to];
    await longWork('history', () => pool.query(FILL, values));
  }
  await longWork('history', () => pool.query('vacuum analyze ledger_entries'));
  const startedAt = performance.now();
  const range = await postingRange(pool, CUSTOMER, YEAR.fromMs, YEAR.toMs);
  const found = performance.now();
  const sums = await longWork('statements', () => readLines(pool, { customerId: CUSTOMER }, range));
  const summed = performance.now();
  const content = (): EntriesContent => ({
    kind: 'entries',
    customerId: CUSTOMER,
    period: YEAR,
    madeAtMs: YEAR.toMs,
    complete: true,
    currencyOf: id => ({ id, code: 'USDT', decimals: 6 }),
    reason: null,
    pages: checkedPages(entryPages(pool, { customerId: CUSTOMER }, range), sums),
    ...sums,
  });
  const rows = [
    infoRow('finding the year', Math.round((found - startedAt) * 10) / 10, 'ms', 'lower'),
    infoRow('its opening balances and sums', Math.round(summed - found), 'ms', 'lower'),
    infoRow('heap before', Math.round(heapMb()), 'MB', 'lower'),
    ...(await written('CSV', writeCsv(content()))),
    ...(await written('JSON', writeJson(content()))),
  ];
  const walked = performance.now();
  const { days } = await books(pool).of(CUSTOMER, 'fifo');
  const walkS = (performance.now() - walked) / 1000;
  rows.push(
    infoRow('profit and loss, entries a second', Math.round(ENTRIES / walkS), 'entries/s', 'higher'),
    infoRow('profit and loss, days in memory', days.length, 'days', 'lower'),
    goalRow('profit and loss, heap after it', Math.round(heapMb()), 'MB', 200, 'lower'),
    infoRow('most memory of the process', Math.round(process.resourceUsage().maxRSS / 1e3), 'MB', 'lower'),
  );
  report(rows);
} finally {
  await database.close();
}
