import type { EventOf } from '@tallystick/core';
import { LAST_HOUSE_ID } from '@tallystick/protocol/house-accounts';
import type { BookedPosting } from '../bookings.ts';

/** A posting as the ledger's table has it: what it changes of each account's total. Null if it changes none. */
export function bookedPosting(
  { postingId, reason, reference, entries }: EventOf<'posted'>,
  atMs: number,
): BookedPosting | null {
  const totals = new Map<
    string,
    { -readonly [K in keyof BookedPosting['entries'][number]]: BookedPosting['entries'][number][K] }
  >();
  for (const { ownerId, account, currencyId, amountMinor } of entries) {
    const key = `${ownerId}:${account}:${currencyId}`;
    const total = totals.get(key) ?? { ownerId, account, currencyId, amountMinor: 0n };
    total.amountMinor += amountMinor;
    totals.set(key, total);
  }
  const changed = [...totals.values()].filter(({ amountMinor }) => amountMinor !== 0n);
  return changed.length === 0 ? null : { postingId, reason, reference, atMs, entries: changed };
}

/** The same posting of people instead of the house's own accounts: generated histories use low ids. */
export function ofPeople(posting: BookedPosting): BookedPosting {
  return {
    ...posting,
    entries: posting.entries.map(entry =>
      entry.ownerId === 0 ? entry : { ...entry, ownerId: entry.ownerId + LAST_HOUSE_ID },
    ),
  };
}
