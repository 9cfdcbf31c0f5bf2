import type { WithdrawalState as CoreState } from '@tallystick/core';
import type pg from 'pg';
import type { Network } from '../../chains/networks.ts';
import { as, orNull, StoredTable, type Stored } from '../../database/stored-table.ts';
import { countRows } from '../../database/rows.ts';
import { Conditions } from '../../http/page.ts';

export type Queries = Pick<pg.ClientBase, 'query'>;
export type WithdrawalChannel = 'chain' | 'bank';
export type WithdrawalState =
  | 'requested'
  | 'processing'
  | 'approved'
  | 'sending'
  | 'settling'
  | 'passed'
  | 'rejecting'
  | 'rejected'
  | 'cancelling'
  | 'cancelled'
  | 'failed';

/** Reasons for a closer look by operators; the desk has the texts. */
export type WithdrawalFlag =
  /** Another customer has the same address in their book. */
  | 'shared_address'
  /** The address was added less than a day before. */
  | 'new_address'
  /** The named transaction failed, pays something else, or disappeared from the node. */
  | 'payout_doubted';

const WITHDRAWALS = new StoredTable('withdrawals', {
  id: Number,
  customerId: Number,
  channel: as<WithdrawalChannel>(),
  currencyId: Number,
  network: as<Network | null>(),
  sealed: as<Buffer>(),
  amountMinor: BigInt,
  feeMinor: BigInt,
  moneyMinor: orNull(BigInt),
  moneyCurrency: as<string | null>(),
  rate: as<string | null>(),
  approvalsNeeded: as<1 | 2>(),
  state: as<WithdrawalState>(),
  failure: as<string | null>(),
  /** Number of attempts at the exchange to end it, including this one; see `endAttempt`. */
  attempt: Number,
  flags: as<readonly WithdrawalFlag[]>(),
  transactionId: as<string | null>(),
  payoutPlace: orNull(Number),
  reason: as<string | null>(),
  decidedBy: orNull(Number),
  decidedAtMs: orNull(Number),
  sentBy: orNull(Number),
  sentAtMs: orNull(Number),
  inputHash: as<string>(),
  createdAtMs: Number,
});

export type Withdrawal = Stored<typeof WITHDRAWALS>;

type Late =
  | 'failure'
  | 'transactionId'
  | 'payoutPlace'
  | 'reason'
  | 'decidedBy'
  | 'decidedAtMs'
  | 'sentBy'
  | 'sentAtMs'
  | 'state';
export type NewWithdrawal = Omit<Withdrawal, Late | 'attempt'>;

const PAYOUT_LOCK = 7_146_372;

/** Serialises claims of transactions. */
export async function lockPayouts(db: Queries): Promise<void> {
  await db.query('select pg_advisory_xact_lock($1)', [PAYOUT_LOCK]);
}

/** As `requested`, with the customer's key. */
export function insertWithdrawal(db: Queries, row: NewWithdrawal, idempotencyKey: string): Promise<void> {
  return WITHDRAWALS.insert(db, { ...row, state: 'requested' }, { idempotencyKey });
}

/** Locks the row until the transaction ends, if asked. */
export function findWithdrawal(db: Queries, id: number, lock = false): Promise<Withdrawal | null> {
  return WITHDRAWALS.first(db, `where id = $1${lock ? ' for update' : ''}`, [id]);
}

/** The withdrawal requested with this key of the customer. */
export function findByKey(db: Queries, customerId: number, key: string): Promise<Withdrawal | null> {
  return WITHDRAWALS.first(db, 'where customer_id = $1 and idempotency_key = $2', [customerId, key]);
}

/** Requests since then in any state, without those the exchange refused. */
export async function countSince(db: Queries, customerId: number, sinceMs: number): Promise<number> {
  const made = `withdrawals where customer_id = $1 and created_at_ms >= $2 and state <> 'failed'`;
  return countRows(db, made, [customerId, sinceMs]);
}

/** Changes a withdrawal that is in that state; false if it no longer is. */
export function changeWithdrawal(
  db: Queries,
  id: number,
  from: WithdrawalState,
  change: Partial<Pick<Withdrawal, Late>>,
): Promise<boolean> {
  return WITHDRAWALS.change(db, { id, state: from }, change);
}

/** The exchange refused: the next try is a new attempt. Does nothing if it is already recorded. */
export async function endAttempt(db: Queries, { id, attempt }: Withdrawal): Promise<void> {
  await db.query('update withdrawals set attempt = attempt + 1 where id = $1 and attempt = $2', [
    id,
    attempt,
  ]);
}

export async function addFlag(db: Queries, id: number, flag: WithdrawalFlag): Promise<void> {
  await db.query(
    'update withdrawals set flags = array_append(flags, $2) where id = $1 and not ($2 = any(flags))',
    [id, flag],
  );
}

export async function idsInStates(db: Queries, states: readonly WithdrawalState[]): Promise<number[]> {
  const { rows } = await db.query<{ id: string }>(
    'select id from withdrawals where state = any($1) order by id',
    [states],
  );
  return rows.map(row => Number(row.id));
}

/** Where the money is; null if the exchange never got the request. */
export async function coreState(db: Queries, id: number): Promise<CoreState | null> {
  const { rows } = await db.query<{ state: CoreState }>(
    'select state from withdrawal_states where withdrawal_id = $1',
    [id],
  );
  return rows[0]?.state ?? null;
}

/** Places of a transaction that pay other withdrawals; a null entry is one without a known place. */
export async function claimedPlaces(
  db: Queries,
  network: Network,
  transactionId: string,
  exceptId: number,
): Promise<(number | null)[]> {
  const { rows } = await db.query<{ payout_place: number | null }>(
    'select payout_place from withdrawals where network = $1 and transaction_id = $2 and id <> $3',
    [network, transactionId, exceptId],
  );
  return rows.map(row => row.payout_place);
}

/** The batch that pays it, while it is under way; null: none. */
export async function batchOf(db: Queries, id: number): Promise<number | null> {
  const { rows } = await db.query<{ batch_id: string }>(
    `select batch_id from custody_items where withdrawal_id = $1 and state = 'open'`,
    [id],
  );
  return rows[0] === undefined ? null : Number(rows[0].batch_id);
}

/** Approved for a network, in no batch and held by no case, oldest first. */
export function unbatched(db: Queries, network: Network, limit: number): Promise<Withdrawal[]> {
  return WITHDRAWALS.find(
    db,
    `where network = $1 and state = 'approved' and not exists (
       select from custody_items i where i.withdrawal_id = withdrawals.id and i.state in ('open', 'done'))
     and not exists (
       select from compliance_cases c where c.customer_id = withdrawals.customer_id and c.holds)
     order by id limit $2`,
    [network, limit],
  );
}

/** A case, which may be newer than the approval, keeps the customer's money from leaving. */
export async function isHeldByCase(db: Queries, customerId: number): Promise<boolean> {
  return (await countRows(db, 'compliance_cases where customer_id = $1 and holds', [customerId])) > 0;
}

export interface Approval {
  readonly operatorId: number;
  readonly atMs: number;
}

/** Fails if that operator has already approved it. */
export async function insertApproval(db: Queries, id: number, approval: Approval): Promise<void> {
  await db.query('insert into withdrawal_approvals (withdrawal_id, operator_id, at_ms) values ($1, $2, $3)', [
    id,
    approval.operatorId,
    approval.atMs,
  ]);
}

export async function approvalsOf(db: Queries, id: number): Promise<Approval[]> {
  const { rows } = await db.query<{ operator_id: number; at_ms: string }>(
    'select operator_id, at_ms from withdrawal_approvals where withdrawal_id = $1 order by at_ms, operator_id',
    [id],
  );
  return rows.map(row => ({ operatorId: row.operator_id, atMs: Number(row.at_ms) }));
}

export interface WithdrawalFilter {
  readonly id?: number | undefined;
  readonly customerId?: number | undefined;
  readonly currencyId?: number | undefined;
  readonly channel?: WithdrawalChannel | undefined;
  readonly states?: readonly WithdrawalState[] | undefined;
  readonly order: 'newest' | 'oldest';
  /** The last id of the previous page. */
  readonly after: number | null;
  readonly limit: number;
}

export async function listWithdrawals(db: Queries, filter: WithdrawalFilter): Promise<Withdrawal[]> {
  const newest = filter.order === 'newest';
  const where = new Conditions()
    .add('state <> ?', 'failed')
    .addIf('id = ?', filter.id)
    .addIf('customer_id = ?', filter.customerId)
    .addIf('currency_id = ?', filter.currencyId)
    .addIf('channel = ?', filter.channel)
    .addIf('state = any(?)', filter.states)
    .addIf(newest ? 'id < ?' : 'id > ?', filter.after);
  const limit = where.parameter(filter.limit);
  const rest = `where ${where.sql} order by id ${newest ? 'desc' : 'asc'} limit ${limit}`;
  return WITHDRAWALS.find(db, rest, where.values);
}

/** Amounts the exchange holds, whose requests may not be known here. */
const PENDING = new StoredTable('withdrawal_states', {
  withdrawalId: Number,
  /** Null: to the bank. */
  network: as<string | null>(),
  amountMinor: BigInt,
  createdAtMs: Number,
});
const PENDING_SOURCE = `select s.withdrawal_id, s.amount_minor, w.network,
    coalesce(w.created_at_ms, s.changed_at_ms) as created_at_ms
  from withdrawal_states s left join withdrawals w on w.id = s.withdrawal_id`;

/** Oldest first. */
export function pendingWithdrawals(db: Queries, customerId: number, currencyId: number) {
  const rest = `where s.customer_id = $1 and s.currency_id = $2 and s.state = 'pending' order by s.withdrawal_id`;
  return PENDING.find(db, rest, [customerId, currencyId], PENDING_SOURCE);
}
