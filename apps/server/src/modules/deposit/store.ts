import type pg from 'pg';
import type { Network } from '../../chains/networks.ts';
import { as, orNull, StoredTable, type Stored } from '../../database/stored-table.ts';
import { countRows } from '../../database/rows.ts';
import { Conditions } from '../../http/page.ts';

export type Queries = Pick<pg.ClientBase, 'query'>;
export type DepositChannel = 'voucher' | 'chain' | 'bank';
export type DepositState =
  | 'processing'
  | 'approving'
  | 'passed'
  | 'rejected'
  | 'reversing'
  | 'reversed'
  | 'covered';

/** Reasons for a closer look by operators; the desk has the texts. */
export type DepositFlag =
  /** Another deposit has the same picture. */
  | 'duplicate_voucher'
  /** Another customer named the same transaction. */
  | 'duplicate_transaction'
  /** The transaction pays another customer's deposit address. */
  | 'foreign_transaction'
  /** The watcher found a different amount than the customer announced. */
  | 'amount_differs'
  /** Its customer had closed the account: it goes back to whoever sent it. */
  | 'account_closed'
  /** An approved voucher names the same transaction. */
  | 'transaction_credited'
  /** Its transfer disappeared from the chain after it was credited. */
  | 'reorganised'
  /** The exchange refused to book it. */
  | 'booking_refused';

const DEPOSITS = new StoredTable('deposits', {
  id: Number,
  customerId: Number,
  channel: as<DepositChannel>(),
  currencyId: Number,
  network: as<Network | null>(),
  amountMinor: BigInt,
  paidMinor: orNull(BigInt),
  paidCurrency: as<string | null>(),
  rate: as<string | null>(),
  address: as<string | null>(),
  memo: as<string | null>(),
  transactionId: as<string | null>(),
  transferKey: as<string | null>(),
  pictureId: orNull(Number),
  /** Approvals needed, for deposits that people credit. */
  approvalsNeeded: as<1 | 2>(),
  state: as<DepositState>(),
  /** Number of booking attempts at the exchange, including this one; see `endAttempt`. */
  attempt: Number,
  flags: as<readonly DepositFlag[]>(),
  coveredBy: orNull(Number),
  reason: as<string | null>(),
  decidedBy: orNull(Number),
  /** Hash of the customer's request; null for the watcher's deposits. */
  inputHash: as<string | null>(),
  createdAtMs: Number,
  decidedAtMs: orNull(Number),
  reversedAtMs: orNull(Number),
});

export type Deposit = Stored<typeof DEPOSITS>;

type Optional =
  | 'attempt'
  | 'decidedBy'
  | 'reason'
  | 'decidedAtMs'
  | 'reversedAtMs'
  | 'coveredBy'
  | 'inputHash';
export type NewDeposit = Omit<Deposit, Optional> & Partial<Pick<Deposit, Optional>>;

const LOCK = 7_146_350;

/**
 * Serialises checks of used vouchers and transactions, so each sees the others' results. Take it before any row lock.
 */
export async function lockClaims(db: Queries): Promise<void> {
  await db.query('select pg_advisory_xact_lock($1)', [LOCK]);
}

/** `idempotencyKey`: the customer's. */
export function insertDeposit(db: Queries, deposit: NewDeposit, idempotencyKey?: string): Promise<void> {
  return DEPOSITS.insert(db, deposit, { idempotencyKey });
}

/** Locks the row until the transaction ends, if asked. */
export function findDeposit(db: Queries, id: number, lock = false): Promise<Deposit | null> {
  return DEPOSITS.first(db, `where id = $1${lock ? ' for update' : ''}`, [id]);
}

export function findByTransfer(db: Queries, transferKey: string): Promise<Deposit | null> {
  return DEPOSITS.first(db, 'where transfer_key = $1 for update', [transferKey]);
}

/** The deposit made with this key of the customer. */
export function findByKey(db: Queries, customerId: number, key: string): Promise<Deposit | null> {
  return DEPOSITS.first(db, 'where customer_id = $1 and idempotency_key = $2', [customerId, key]);
}

/** Every deposit that names a transaction, in any state; oldest first, locked. */
export function findByTransaction(db: Queries, network: Network, transactionId: string): Promise<Deposit[]> {
  const rest = 'where network = $1 and transaction_id = $2 order by id for update';
  return DEPOSITS.find(db, rest, [network, transactionId]);
}

/** Those of the named deposits that are under review or paid. */
export function findLive(db: Queries, ids: readonly number[]): Promise<Deposit[]> {
  return DEPOSITS.find(db, `where id = any($1) and state in ('processing', 'approving', 'passed')`, [ids]);
}

export async function countUnderReview(db: Queries, customerId: number): Promise<number> {
  return countRows(db, `deposits where customer_id = $1 and state = 'processing'`, [customerId]);
}

/** Changes a deposit that is in that state; false if it no longer is. */
export function changeDeposit(
  db: Queries,
  id: number,
  from: DepositState,
  change: Partial<Deposit>,
): Promise<boolean> {
  return DEPOSITS.change(db, { id, state: from }, change);
}

/**
 * Records the exchange's refusal: the next try is a new attempt. False if it was recorded or decided otherwise
 * meanwhile.
 */
export async function endAttempt(
  db: Queries,
  { id, attempt, state }: Deposit,
  next: DepositState,
): Promise<boolean> {
  const { rowCount } = await db.query(
    'update deposits set attempt = attempt + 1, state = $4 where id = $1 and attempt = $2 and state = $3',
    [id, attempt, state, next],
  );
  return rowCount === 1;
}

export async function addFlag(db: Queries, id: number, flag: DepositFlag): Promise<void> {
  await db.query(
    'update deposits set flags = array_append(flags, $2) where id = $1 and not ($2 = any(flags))',
    [id, flag],
  );
}

/** Decided deposits that may be missing in the ledger. */
export async function unbooked(db: Queries): Promise<number[]> {
  const { rows } = await db.query<{ id: string }>(
    `select id from deposits where state in ('approving', 'reversing') order by id`,
  );
  return rows.map(row => Number(row.id));
}

/** Whether the ledger has this posting of the deposit. */
export async function isBooked(
  db: Queries,
  reference: string,
  reason: 'deposit' | 'depositReversal',
): Promise<boolean> {
  const { rows } = await db.query(
    `select from ledger_entries
      where owner_id = 0 and reason in ('deposit', 'depositReversal') and reference = $1 and reason = $2 limit 1`,
    [reference, reason],
  );
  return rows.length > 0;
}

export interface DepositFilter {
  readonly id?: number | undefined;
  readonly customerId?: number | undefined;
  readonly currencyId?: number | undefined;
  readonly channel?: DepositChannel | undefined;
  readonly states?: readonly DepositState[] | undefined;
  readonly order: 'newest' | 'oldest';
  /** The last id of the previous page. */
  readonly after: number | null;
  readonly limit: number;
}

export async function listDeposits(db: Queries, filter: DepositFilter): Promise<Deposit[]> {
  const newest = filter.order === 'newest';
  const where = new Conditions()
    .add('state <> ?', 'covered')
    .addIf('id = ?', filter.id)
    .addIf('customer_id = ?', filter.customerId)
    .addIf('currency_id = ?', filter.currencyId)
    .addIf('channel = ?', filter.channel)
    .addIf('state = any(?)', filter.states)
    .addIf(newest ? 'id < ?' : 'id > ?', filter.after);
  const limit = where.parameter(filter.limit);
  const rest = `where ${where.sql} order by id ${newest ? 'desc' : 'asc'} limit ${limit}`;
  return DEPOSITS.find(db, rest, where.values);
}

export async function countDeposits(db: Queries, states: readonly DepositState[]): Promise<number> {
  return countRows(db, 'deposits where state = any($1)', [states]);
}
