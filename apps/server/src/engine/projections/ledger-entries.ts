import type { AccountKey, PostingReason } from '@tallystick/core';
import { int4, int8, minor, text } from './kinds.ts';
import { Projection } from './projection.ts';

/** Why a balance changed. `carriedForward`: the sum of older entries, see engine/history/carry-forward.ts. */
export type EntryReason = PostingReason | 'carriedForward';

/** Effect of a posting on one account. */
export interface LedgerEntry extends AccountKey {
  readonly postingId: number;
  readonly amountMinor: bigint;
  /** Available and frozen together. */
  readonly balanceAfterMinor: bigint;
  readonly reason: EntryReason;
  readonly reference: string;
  readonly atMs: number;
}

export const LEDGER_ENTRIES = new Projection<LedgerEntry>(
  'ledger_entries',
  {
    ownerId: int4,
    postingId: int8,
    account: text(),
    currencyId: int4,
    amountMinor: minor,
    balanceAfterMinor: minor,
    reason: text(),
    reference: text(),
    atMs: int8,
  },
  { key: ['ownerId', 'postingId', 'account', 'currencyId'] },
);
