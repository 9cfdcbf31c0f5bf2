import type { AccountKey, CustomerAccount } from '@tallystick/core';
import type { Reads } from '../../database/reads.ts';
import { as, StoredTable, type Stored } from '../../database/stored-table.ts';
import { BALANCES } from '../../engine/projections/balances.ts';
import {
  LEDGER_ENTRIES,
  type EntryReason,
  type LedgerEntry,
} from '../../engine/projections/ledger-entries.ts';
import { select } from '../../engine/projections/select.ts';
import { idsWithin } from '../../engine/history/id-bounds.ts';
import { Conditions } from '../../http/page.ts';

/** An account's booked balance; `Holding` in holdings.ts includes escrow. */
export interface BookedBalance {
  readonly account: CustomerAccount;
  readonly currencyId: number;
  readonly availableMinor: bigint;
  readonly frozenMinor: bigint;
}

export async function listHoldings(db: Reads, customerId: number): Promise<BookedBalance[]> {
  const balances = await select(db, BALANCES, 'where owner_id = $1', [customerId]);
  return balances as (BookedBalance & AccountKey)[];
}

/** A customer's. */
export interface LedgerRow extends Omit<LedgerEntry, 'ownerId' | 'account'> {
  readonly account: CustomerAccount;
}

/** Ledger entries of one customer; the rest of the statement filters them. */
export async function selectLedger(
  db: Reads,
  rest: string,
  values: readonly unknown[],
): Promise<LedgerRow[]> {
  return (await select(db, LEDGER_ENTRIES, rest, values)) as (LedgerRow & LedgerEntry)[];
}

export interface LedgerFilter {
  readonly account?: CustomerAccount | undefined;
  readonly currencyId?: number | undefined;
  /** Any other would match nothing. */
  readonly reason?: EntryReason | undefined;
  readonly fromMs?: number | undefined;
  readonly toMs?: number | undefined;
  /** Entries older than this posting, account and currency. */
  readonly before: readonly [postingId: number, account: string, currencyId: number] | null;
  readonly limit: number;
}

const POSTED = {
  id: 'posting_id',
  time: 'at_ms',
  source: 'ledger_entries where owner_id = $1 and owner_id > 0',
};

/** The customer's ledger entries, newest first; entries of one posting by account and currency, descending. */
export async function listLedger(db: Reads, customerId: number, filter: LedgerFilter): Promise<LedgerRow[]> {
  const ids = await idsWithin(db, POSTED, customerId, filter);
  const where = new Conditions()
    .add('owner_id = ?', customerId)
    // What the index of a customer's entries is of.
    .addRaw('owner_id > 0')
    .addIf('posting_id <= ?', filter.before?.[0])
    .addIf('posting_id >= ?', ids?.first)
    .addIf('posting_id < ?', ids?.end)
    .addIf('account = ?', filter.account)
    .addIf('currency_id = ?', filter.currencyId)
    .addIf('reason = ?', filter.reason);
  let after = '';
  if (filter.before !== null) {
    const [postingId, account, currencyId] = filter.before.map(value => where.parameter(value));
    after = `and (posting_id, account, currency_id) < (${postingId}::bigint, ${account}::text, ${currencyId}::integer)`;
  }
  const limit = where.parameter(filter.limit);
  return selectLedger(
    db,
    `where ${where.sql} ${after} order by posting_id desc, account desc, currency_id desc limit ${limit}`,
    where.values,
  );
}

const TRANSFERS = new StoredTable('ledger_entries', {
  postingId: Number,
  from: as<CustomerAccount>(),
  to: as<CustomerAccount>(),
  currencyId: Number,
  amountMinor: BigInt,
  atMs: Number,
});
const TRANSFERS_SOURCE = `select taken.posting_id, taken.account as "from", given.account as "to", given.currency_id,
    given.amount_minor, given.at_ms
  from ledger_entries taken
  join ledger_entries given
    on given.owner_id = taken.owner_id and given.posting_id = taken.posting_id and given.amount_minor > 0`;

export type TransferRow = Stored<typeof TRANSFERS>;

export interface TransferFilter {
  readonly currencyId?: number | undefined;
  readonly beforeId: number | null;
  readonly limit: number;
}

/** Transfers between the customer's own accounts, newest first: the two entries of one posting. */
export async function listTransfers(
  db: Reads,
  customerId: number,
  filter: TransferFilter,
): Promise<TransferRow[]> {
  const where = new Conditions()
    .add('taken.owner_id = ?', customerId)
    .addIf('taken.currency_id = ?', filter.currencyId)
    .addIf('taken.posting_id < ?', filter.beforeId);
  const limit = where.parameter(filter.limit);
  const rest = `where ${where.sql} and taken.reason = 'transfer' and taken.amount_minor < 0
    order by taken.posting_id desc limit ${limit}`;
  return TRANSFERS.find(db, rest, where.values, TRANSFERS_SOURCE);
}
