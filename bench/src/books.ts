/**
 * `bench:books`: how fast the ledger is counted into the company's books and written as double-entry CSV, and whether
 * memory grows with it. A new database gets 300,000 trades, six entries each (`bench:books -- 50000` sets another number).
 *
 *   --json    one JSON array on standard output and nothing else
 */
import { longWork } from '@tallystick/server/database/bounded-client';
import { BooksCounter } from '@tallystick/server/modules/books/counter';
import { readCurrencies } from '@tallystick/server/modules/books/currencies';
import { exportPage } from '@tallystick/server/modules/books/export';
import { monthNamed } from '@tallystick/server/modules/books/months';
import { postingsOf } from '@tallystick/server/modules/books/turnovers';
import { temporaryDatabase } from './orders/temporary-database.ts';
import { goalRow, infoRow, progress, report } from './report.ts';

const TRADES = Number(process.argv[2]) || 300_000;
const MONTH = monthNamed('2026-03');
const DAY_MS = 86_400_000;
const BTC = { id: 1, code: 'BTC', decimals: 8 };
const USDT = { id: 3, code: 'USDT', decimals: 6 };

/** Each trade: 0.001 BTC for 60 USDT, a thousandth of either as its fee. Times are those of one month. */
const FILL = `
  insert into ledger_entries
  select owner, i, account, currency, amount, 0, 'trade', 'trade:' || i, $1::bigint + i * $2::bigint / $3::bigint
    from generate_series($4::bigint, $5::bigint) i,
         (values (0, 'fees', 1, 100), (0, 'fees', 3, 60000), (20001, 'spot', 1, 99900), (20001, 'spot', 3, -60000000),
                 (20002, 'spot', 1, -100000), (20002, 'spot', 3, 59940000)) as e (owner, account, currency, amount)
   order by i, owner, account, currency`;

const heapMb = (): number => process.memoryUsage().heapUsed / 1e6;

const database = await temporaryDatabase();
try {
  const { pool } = database;
  progress(`${TRADES} trades …`);
  const days = MONTH.untilDay - MONTH.fromDay;
  await longWork('history', () =>
    pool.query(FILL, [MONTH.fromDay * DAY_MS, days * DAY_MS, TRADES + 1, 1, TRADES]),
  );
  await longWork('history', () => pool.query('vacuum analyze ledger_entries'));
  const counter = new BooksCounter({
    pool,
    exchange: { lastPostingId: TRADES, currencies: () => [BTC, USDT] },
  });
  const counting = performance.now();
  const cpuBefore = process.cpuUsage();
  await counter.count();
  const counted = performance.now();
  const { user, system } = process.cpuUsage(cpuBefore);
  const range = (await postingsOf(pool, MONTH.fromDay, MONTH.untilDay))!;
  const currencies = await readCurrencies(pool);
  let [lines, bytes, most, pages] = [0, 0, 0, 0];
  const exporting = performance.now();
  for (let after: number | null = null; ;) {
    const page = await exportPage(pool, currencies, range, after);
    lines += page.lines;
    bytes += page.csv.length;
    most = Math.max(most, heapMb());
    pages++;
    if (page.after === null) break;
    after = page.after;
  }
  const exported = performance.now();
  const seconds = (from: number, to: number): number => (to - from) / 1_000;
  report([
    infoRow(
      'counting, postings a second',
      Math.round(TRADES / seconds(counting, counted)),
      'postings/s',
      'higher',
    ),
    infoRow('counting, processor for a posting', (user + system) / TRADES, 'µs', 'lower'),
    infoRow('CSV, lines a second', Math.round(lines / seconds(exporting, exported)), 'lines/s', 'higher'),
    infoRow('CSV, one page', (exported - exporting) / pages, 'ms', 'lower'),
    infoRow('CSV, size', Math.round(bytes / 1e6), 'MB', 'lower'),
    goalRow('CSV, most heap in use', Math.round(most), 'MB', 200, 'lower'),
  ]);
} finally {
  await database.close();
}
