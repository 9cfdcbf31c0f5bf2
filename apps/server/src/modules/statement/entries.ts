import type { Reads } from '../../database/reads.ts';
import { Conditions } from '../../http/page.ts';
import { selectLedger, type LedgerRow } from '../wallet/store.ts';
import type { Range } from './bounds.ts';
import { lineKey, type Lines, type Scope } from './lines.ts';

/** Rows per query: many enough for speed, few enough for memory. */
const PAGE = 2_000;

/** The statement does not add up: writing stops. */
export class StatementBroken extends Error {
  constructor(message: string) {
    super(`the statement does not add up: ${message}`);
  }
}

/** Entries of the range, oldest first, page by page. Only the position is kept between pages. */
export async function* entryPages(
  db: Reads,
  scope: Scope,
  { first, end }: Range,
  page = PAGE,
): AsyncGenerator<LedgerRow[]> {
  let after: readonly [number, string, number] = [first, '', 0];
  for (;;) {
    const rows = await readPage(db, scope, after, end, page);
    if (rows.length > 0) yield rows;
    const last = rows.at(-1);
    if (last === undefined || rows.length < page) return;
    after = [last.postingId, last.account, last.currencyId];
  }
}

async function readPage(
  db: Reads,
  scope: Scope,
  after: readonly [number, string, number],
  end: number,
  page: number,
): Promise<LedgerRow[]> {
  const where = new Conditions()
    .add('owner_id = ?', scope.customerId)
    .addRaw('owner_id > 0')
    .add('posting_id >= ?', after[0])
    .add('posting_id < ?', end)
    .addIf('account = ?', scope.account)
    .addIf('currency_id = ?', scope.currencyId);
  const [postingId, account, currencyId] = after.map(value => where.parameter(value));
  const limit = where.parameter(page);
  return selectLedger(
    db,
    `where ${where.sql}
        and (posting_id, account, currency_id) > (${postingId}::bigint, ${account}::text, ${currencyId}::integer)
      order by posting_id, account, currency_id limit ${limit}`,
    where.values,
  );
}

/**
 * The same pages, checked as they pass: each balance is the previous balance plus the amount, and at the end each
 * account's balance and number of entries match its line. @throws StatementBroken
 */
export async function* checkedPages(
  pages: AsyncIterable<LedgerRow[]>,
  { lines }: Lines,
): AsyncGenerator<LedgerRow[]> {
  const running = new Map(
    lines.map(line => [
      lineKey(line.account, line.currencyId),
      { minor: line.openingMinor, entries: 0, line },
    ]),
  );
  for await (const page of pages) {
    for (const { account, currencyId, amountMinor, balanceAfterMinor, postingId } of page) {
      const state = running.get(lineKey(account, currencyId));
      if (state === undefined) throw new StatementBroken(`posting ${postingId} is of no line`);
      state.minor += amountMinor;
      state.entries++;
      if (state.minor !== balanceAfterMinor) {
        throw new StatementBroken(
          `posting ${postingId} left ${balanceAfterMinor} in ${account} ${currencyId}, not ${state.minor}`,
        );
      }
    }
    yield page;
  }
  for (const { minor, entries, line } of running.values()) {
    if (minor === line.closingMinor && entries === line.entries) continue;
    throw new StatementBroken(
      `${line.account} ${line.currencyId} ends with ${minor} after ${entries} entries, ` +
        `not ${line.closingMinor} after ${line.entries}`,
    );
  }
}
