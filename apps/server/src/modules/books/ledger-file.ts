import { parseDecimal } from '@tallystick/core/money/decimal';
import { createReadStream } from 'node:fs';
import { open, type FileHandle } from 'node:fs/promises';
import { createInterface } from 'node:readline';
import type { Reads } from '../../database/reads.ts';
import { BooksBroken } from './bookings.ts';
import { readCurrencies, type KnownCurrencies } from './currencies.ts';
import { EXPORT_HEAD, exportPages } from './export.ts';
import { isAddedUp } from './month-files.ts';
import type { Month } from './months.ts';
import { postingsOf, turnoversOf } from './turnovers.ts';

/** Longer than any posting's lines. */
const TAIL_BYTES = 1_048_576;

export interface WrittenFile {
  /** Of the whole file, also what an earlier run wrote. */
  readonly postings: number;
  readonly lines: number;
  /** The posting that an interrupted run had reached; null: this run began it. */
  readonly resumedAfter: number | null;
}

/**
 * Writes a month's ledger to a file, page by page. A file that an interrupted run left goes on: its last posting may be
 * half written, so it is written again. In the end all of it is read once more and held against the month's turnovers.
 *
 * @throws BooksBroken when a posting does not balance, the file differs from what was counted, or retention has added up
 *   entries of the month
 */
export async function writeLedgerFile(
  db: Reads,
  month: Month,
  path: string,
  told: (postings: number) => void,
): Promise<WrittenFile> {
  const currencies = await readCurrencies(db);
  const days = await postingsOf(db, month.fromDay, month.untilDay);
  if (await isAddedUp(db, days)) {
    throw new BooksBroken(
      `entries of ${month.name} are added up (HISTORY_DAYS): the file made before is the only one`,
    );
  }
  const file = await open(path, 'a+');
  let resumedAfter: number | null;
  try {
    resumedAfter = await cutToWhole(file);
    if (resumedAfter === null) await file.appendFile(EXPORT_HEAD);
    let postings = 0;
    for await (const page of exportPages(db, currencies, days, resumedAfter)) {
      await file.appendFile(page.csv);
      postings += page.postings;
      told(postings);
    }
    await file.sync();
  } finally {
    await file.close();
  }
  return { ...(await checkFile(db, month, path, currencies)), resumedAfter };
}

/** Cuts off the last posting, which may be half written. Where to go on; null: the file has none, and is empty now. */
async function cutToWhole(file: FileHandle): Promise<number | null> {
  const { size } = await file.stat();
  const from = Math.max(0, size - TAIL_BYTES);
  const tail = Buffer.alloc(size - from);
  await file.read(tail, 0, tail.length, from);
  const text = tail.toString('latin1');
  const end = text.lastIndexOf('\r\n');
  const last = /^(\d+),/.exec(text.slice(text.lastIndexOf('\r\n', end - 1) + 2))?.[1];
  if (end === -1 || last === undefined) {
    await file.truncate(0);
    return null;
  }
  const begins = text.indexOf(`\r\n${last},`) + 2;
  await file.truncate(from + begins);
  return Number(last) - 1;
}

async function checkFile(
  db: Reads,
  month: Month,
  path: string,
  currencies: KnownCurrencies,
): Promise<Omit<WrittenFile, 'resumedAfter'>> {
  const decimalsOf = new Map([...currencies.values()].map(({ code, decimals }) => [code, decimals]));
  const sums = new Map<string, bigint>();
  let [postings, lines, last] = [0, 0, ''];
  let open = new Map<string, bigint>();
  const settle = (): void => {
    const off = [...open].find(([, sum]) => sum !== 0n);
    if (off !== undefined) throw new BooksBroken(`the file's posting ${last} is off in ${off[0]}`);
  };
  for await (const line of createInterface({ input: createReadStream(path), crlfDelay: Infinity })) {
    if (`${line}\r\n` === EXPORT_HEAD) continue;
    const [posting = '', , , , account = '', , , code = '', debit = '', credit = ''] = cellsOf(line);
    if (posting !== last) {
      settle();
      open = new Map();
      [last, postings] = [posting, postings + 1];
    }
    const decimals = decimalsOf.get(code) ?? 0;
    const minor =
      (parseDecimal(credit || '0', decimals) ?? 0n) - (parseDecimal(debit || '0', decimals) ?? 0n);
    open.set(code, (open.get(code) ?? 0n) + minor);
    const key = `${account} ${code}`;
    sums.set(key, (sums.get(key) ?? 0n) + minor);
    lines++;
  }
  settle();
  for (const { account, currencyId, debitMinor, creditMinor } of await turnoversOf(
    db,
    month.fromDay,
    month.untilDay,
  )) {
    const key = `${account} ${currencies.get(currencyId)?.code}`;
    sums.set(key, (sums.get(key) ?? 0n) - creditMinor + debitMinor);
  }
  const differing = [...sums].find(([, sum]) => sum !== 0n);
  if (differing !== undefined)
    throw new BooksBroken(`the file differs from what was counted: ${differing[0]}`);
  return { postings, lines };
}

/** RFC 4180, without line ends in cells: no reference of a posting has any. */
function cellsOf(line: string): string[] {
  return [...line.matchAll(/(?:^|,)(?:"((?:[^"]|"")*)"|([^,]*))/g)].map(
    ([, quoted, plain]) => quoted?.replaceAll('""', '"') ?? plain ?? '',
  );
}
