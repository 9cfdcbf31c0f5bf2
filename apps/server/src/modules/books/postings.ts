import type { AccountKey } from '@tallystick/core';
import type { Reads } from '../../database/reads.ts';
import type { EntryReason } from '../../engine/projections/ledger-entries.ts';
import type { BookedPosting } from './bookings.ts';

interface EntryRow {
  readonly posting_id: string;
  readonly owner_id: number;
  readonly account: AccountKey['account'];
  readonly currency_id: number;
  readonly amount_minor: string;
  readonly reason: EntryReason;
  readonly reference: string;
  readonly at_ms: string;
}

/**
 * Postings with ids after `after` up to `to`, in order. Entries lie in the table in the order of their postings, so the
 * range is read by the few blocks that hold it. Freezes have no entries: there are gaps.
 */
export async function readPostings(db: Reads, after: number, to: number): Promise<BookedPosting[]> {
  const { rows } = await db.query<EntryRow>(
    `select posting_id, owner_id, account, currency_id, amount_minor, reason, reference, at_ms from ledger_entries
      where posting_id > $1 and posting_id <= $2 order by posting_id, owner_id, account, currency_id`,
    [after, to],
  );
  const postings: (BookedPosting & { entries: BookedPosting['entries'][number][] })[] = [];
  for (const row of rows) {
    const postingId = Number(row.posting_id);
    let last = postings.at(-1);
    if (last === undefined || last.postingId !== postingId || last.reason !== row.reason) {
      const { reason, reference } = row;
      last = { postingId, reason, reference, atMs: Number(row.at_ms), entries: [] };
      postings.push(last);
    }
    last.entries.push({
      ownerId: row.owner_id,
      account: row.account,
      currencyId: row.currency_id,
      amountMinor: BigInt(row.amount_minor),
    });
  }
  return postings;
}

const SETTLEMENTS: ReadonlySet<EntryReason> = new Set(['optionPayout', 'optionLoss', 'optionRefund']);

/** What the options that these postings settle have cost, by reference. */
export async function stakesOf(
  db: Reads,
  postings: readonly BookedPosting[],
): Promise<ReadonlyMap<string, bigint>> {
  const ids = postings
    .filter(({ reason }) => SETTLEMENTS.has(reason))
    .map(({ reference }) => Number(reference.slice('option:'.length)));
  if (ids.length === 0) return new Map();
  const { rows } = await db.query<{ option_id: string; stake_minor: string }>(
    'select option_id, stake_minor from options where option_id = any($1)',
    [ids],
  );
  return new Map(rows.map(row => [`option:${row.option_id}`, BigInt(row.stake_minor)]));
}
