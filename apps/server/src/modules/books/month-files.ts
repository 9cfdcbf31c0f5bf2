import { createHash } from 'node:crypto';
import type pg from 'pg';
import type { Reads } from '../../database/reads.ts';
import { historyFloor } from '../../engine/history/floors.ts';
import { LEDGER } from '../../engine/history/history-tables.ts';
import { readCurrencies } from './currencies.ts';
import { EXPORT_HEAD, exportPages } from './export.ts';
import { monthNamed, type Month } from './months.ts';
import { postingsOf, type Days } from './turnovers.ts';

/** A month's ledger file, as it was when the month was closed. */
export interface MonthFile {
  /** In hex, of all bytes. */
  readonly sha256: string;
  readonly postings: number;
  readonly lines: number;
}

export interface MonthFilesOptions {
  readonly pool: pg.Pool;
  readonly now: () => number;
}

/** Notes the digest of each closed month's file while every posting of it is there, so that a copy can be known later. */
export class MonthFiles {
  readonly #options: MonthFilesOptions;

  constructor(options: MonthFilesOptions) {
    this.#options = options;
  }

  /** Notes what is missing. A month of which retention has added up entries before gets none. Safe to repeat. */
  async keep(): Promise<void> {
    const { pool, now } = this.#options;
    const { rows } = await pool.query<{ month: string }>(
      'select month from company_periods where month not in (select month from company_files) order by month',
    );
    for (const { month: name } of rows) {
      const file = await digestOf(pool, monthNamed(name));
      if (file === null) continue;
      await pool.query(
        `insert into company_files (month, sha256, postings, lines, made_at_ms)
         values ($1, decode($2, 'hex'), $3, $4, $5) on conflict do nothing`,
        [name, file.sha256, file.postings, file.lines, now()],
      );
    }
  }
}

/** What was noted of a month's file; null: nothing. */
export async function keptFile(db: Reads, month: string): Promise<MonthFile | null> {
  const { rows } = await db.query<{ sha256: string; postings: string; lines: string }>(
    `select encode(sha256, 'hex') as sha256, postings, lines from company_files where month = $1`,
    [month],
  );
  const [row] = rows;
  return row === undefined
    ? null
    : { sha256: row.sha256, postings: Number(row.postings), lines: Number(row.lines) };
}

/** Whether retention has added up entries of these postings, so that no file of them can be made any more. */
export async function isAddedUp(db: Reads, days: Days | null): Promise<boolean> {
  const { first } = await historyFloor(db, LEDGER.name);
  return days !== null && days.firstPosting < first;
}

async function digestOf(db: Reads, month: Month): Promise<MonthFile | null> {
  const days = await postingsOf(db, month.fromDay, month.untilDay);
  const hash = createHash('sha256').update(EXPORT_HEAD);
  let [postings, lines] = [0, 0];
  for await (const page of exportPages(db, await readCurrencies(db), days, null)) {
    hash.update(page.csv);
    postings += page.postings;
    lines += page.lines;
  }
  // Asked last: meanwhile it may have happened.
  return (await isAddedUp(db, days)) ? null : { sha256: hash.digest('hex'), postings, lines };
}
