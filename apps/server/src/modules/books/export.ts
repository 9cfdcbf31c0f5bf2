import { formatMinor } from '@tallystick/core/money/decimal';
import type { Reads } from '../../database/reads.ts';
import { csvRecord } from '../statement/csv.ts';
import { bookedOf } from './booked.ts';
import type { BookedLine, BookedPosting } from './bookings.ts';
import { accountOf } from './chart.ts';
import type { KnownCurrencies } from './currencies.ts';
import { readPostings } from './postings.ts';
import type { Days } from './turnovers.ts';

/** Postings looked at for one page. */
const RANGE = 2_000;
/** A page ends once it has so many lines, after a whole posting. */
const MOST_LINES = 5_000;

export const EXPORT_COLUMNS = [
  'posting',
  'time',
  'reason',
  'reference',
  'account',
  'account_name',
  'owner',
  'currency',
  'debit',
  'credit',
] as const;

export const EXPORT_HEAD = csvRecord(EXPORT_COLUMNS);

export interface ExportPage {
  /** Whole postings only. */
  readonly csv: string;
  readonly postings: number;
  readonly lines: number;
  /** Where the next page goes on; null: this was the last. */
  readonly after: number | null;
}

/**
 * The next postings of a range as double-entry lines: each posting's debits are its credits, in every currency. Memory
 * holds one page; whoever was interrupted goes on after the last posting they have. @throws BooksBroken
 */
export async function exportPage(
  db: Reads,
  currencies: KnownCurrencies,
  { firstPosting, lastPosting }: Pick<Days, 'firstPosting' | 'lastPosting'>,
  after: number | null,
): Promise<ExportPage> {
  let position = Math.max(after ?? 0, firstPosting - 1);
  let csv = '';
  let [postings, lines] = [0, 0];
  while (position < lastPosting && lines < MOST_LINES) {
    const to = Math.min(position + RANGE, lastPosting);
    const page = await readPostings(db, position, to);
    for (const { posting, lines: booked } of await bookedOf(db, page)) {
      if (booked.length > 0) postings++;
      lines += booked.length;
      csv += booked.map(line => csvRecord(cells(posting, line, currencies))).join('');
    }
    position = to;
  }
  return { csv, postings, lines, after: position < lastPosting ? position : null };
}

/** All pages from after a posting on (null: from the first); none without postings. */
export async function* exportPages(
  db: Reads,
  currencies: KnownCurrencies,
  days: Days | null,
  after: number | null,
): AsyncGenerator<ExportPage> {
  if (days === null) return;
  for (let next = after, isLast = false; !isLast;) {
    const page = await exportPage(db, currencies, days, next);
    yield page;
    next = page.after;
    isLast = next === null;
  }
}

function cells(
  { postingId, atMs, reason, reference }: BookedPosting,
  line: BookedLine,
  currencies: KnownCurrencies,
): string[] {
  const { account, ownerId, currencyId, amountMinor } = line;
  const { code, decimals } = currencies.get(currencyId) ?? { code: `#${currencyId}`, decimals: 0 };
  const size = formatMinor(amountMinor < 0n ? -amountMinor : amountMinor, decimals);
  return [
    String(postingId),
    new Date(atMs).toISOString(),
    reason,
    reference,
    String(account),
    accountOf(account).name,
    ownerId === 0 ? '' : String(ownerId),
    code,
    amountMinor < 0n ? size : '',
    amountMinor > 0n ? size : '',
  ];
}
