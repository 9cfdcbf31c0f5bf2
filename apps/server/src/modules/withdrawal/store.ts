import type { WithdrawalState as CoreState } from '@tallystick/core';
import type { Network } from '../../chains/networks.ts';
import { changeRow, countRows, insertRow, type Queries } from '../../database/rows.ts';
import { Conditions } from '../../http/page.ts';

export type { Queries };

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

export interface Withdrawal {
  readonly id: number;
  readonly customerId: number;
  readonly channel: WithdrawalChannel;
  readonly currencyId: number;
  readonly network: Network | null;
  readonly sealed: Buffer;
  readonly amountMinor: bigint;
  readonly feeMinor: bigint;
  readonly moneyMinor: bigint | null;
  readonly moneyCurrency: string | null;
  readonly rate: string | null;
  readonly approvalsNeeded: 1 | 2;
  readonly state: WithdrawalState;
  readonly failure: string | null;
  /** Number of attempts at the exchange to end it, including this one; see `endAttempt`. */
  readonly attempt: number;
  readonly flags: readonly WithdrawalFlag[];
  readonly transactionId: string | null;
  readonly payoutPlace: number | null;
  readonly reason: string | null;
  readonly decidedBy: number | null;
  readonly decidedAtMs: number | null;
  readonly sentBy: number | null;
  readonly sentAtMs: number | null;
  readonly createdAtMs: number;
}

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
export interface NewWithdrawal extends Omit<Withdrawal, Late | 'attempt'> {
  readonly key: string;
  readonly inputHash: string;
}

/** Times and ids stay exact in float8; amounts come as text. */
type Row = Omit<Withdrawal, 'amountMinor' | 'feeMinor' | 'moneyMinor'> & {
  readonly amountMinor: string;
  readonly feeMinor: string;
  readonly moneyMinor: string | null;
};

const COLUMNS = `id::float8 as id, customer_id as "customerId", channel, currency_id as "currencyId", network, sealed,
  amount_minor as "amountMinor", fee_minor as "feeMinor", money_minor as "moneyMinor", money_currency as "moneyCurrency",
  rate, approvals_needed as "approvalsNeeded", state, failure, attempt, flags, transaction_id as "transactionId",
  payout_place as "payoutPlace", reason, decided_by as "decidedBy", decided_at_ms::float8 as "decidedAtMs",
  sent_by as "sentBy", sent_at_ms::float8 as "sentAtMs", created_at_ms::float8 as "createdAtMs"`;

const PAYOUT_LOCK = 7_146_372;

/** Serialises claims of transactions. */
export async function lockPayouts(db: Queries): Promise<void> {
  await db.query('select pg_advisory_xact_lock($1)', [PAYOUT_LOCK]);
}

/** As `requested`. */
export async function insertWithdrawal(db: Queries, { key, ...row }: NewWithdrawal): Promise<void> {
  await insertRow(db, 'withdrawals', { ...row, state: 'requested', idempotencyKey: key });
}

/** Locks the row until the transaction ends, if asked. */
export async function findWithdrawal(db: Queries, id: number, lock = false): Promise<Withdrawal | null> {
  const { rows } = await db.query<Row>(
    `select ${COLUMNS} from withdrawals where id = $1${lock ? ' for update' : ''}`,
    [id],
  );
  return rows[0] === undefined ? null : fromRow(rows[0]);
}

/** The withdrawal requested with this key of the customer. */
export async function findByKey(
  db: Queries,
  customerId: number,
  key: string,
): Promise<{ readonly withdrawal: Withdrawal; readonly inputHash: string } | null> {
  const { rows } = await db.query<Row & { readonly inputHash: string }>(
    `select ${COLUMNS}, input_hash as "inputHash" from withdrawals where customer_id = $1 and idempotency_key = $2`,
    [customerId, key],
  );
  if (rows[0] === undefined) return null;
  const { inputHash, ...row } = rows[0];
  return { withdrawal: fromRow(row), inputHash };
}

/** Requests since then in any state, without those the exchange refused. */
export async function countSince(db: Queries, customerId: number, sinceMs: number): Promise<number> {
  const made = `withdrawals where customer_id = $1 and created_at_ms >= $2 and state <> 'failed'`;
  return countRows(db, made, [customerId, sinceMs]);
}

export type WithdrawalChange = Partial<Pick<Withdrawal, Late>>;

/** Changes a withdrawal that is in that state; false if it no longer is. */
export async function changeWithdrawal(
  db: Queries,
  id: number,
  from: WithdrawalState,
  change: WithdrawalChange,
): Promise<boolean> {
  return changeRow(db, 'withdrawals', { id, state: from }, change);
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
  const { rows } = await db.query<Approval>(
    `select operator_id as "operatorId", at_ms::float8 as "atMs" from withdrawal_approvals
      where withdrawal_id = $1 order by at_ms, operator_id`,
    [id],
  );
  return rows;
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
  const { rows } = await db.query<Row>(
    `select ${COLUMNS} from withdrawals where ${where.sql} order by id ${newest ? 'desc' : 'asc'} limit ${limit}`,
    where.values,
  );
  return rows.map(fromRow);
}

function fromRow(row: Row): Withdrawal {
  return {
    ...row,
    amountMinor: BigInt(row.amountMinor),
    feeMinor: BigInt(row.feeMinor),
    moneyMinor: row.moneyMinor === null ? null : BigInt(row.moneyMinor),
  };
}

export interface PendingWithdrawal {
  readonly withdrawalId: number;
  /** Null: to the bank. */
  readonly network: string | null;
  readonly amountMinor: bigint;
  readonly createdAtMs: number;
}

/** Amounts the exchange holds for open withdrawals, oldest first. */
export async function pendingWithdrawals(
  db: Queries,
  customerId: number,
  currencyId: number,
): Promise<PendingWithdrawal[]> {
  const { rows } = await db.query<Omit<PendingWithdrawal, 'amountMinor'> & { readonly amountMinor: string }>(
    `select s.withdrawal_id::float8 as "withdrawalId", s.amount_minor as "amountMinor", w.network,
            coalesce(w.created_at_ms, s.changed_at_ms)::float8 as "createdAtMs"
       from withdrawal_states s left join withdrawals w on w.id = s.withdrawal_id
      where s.customer_id = $1 and s.currency_id = $2 and s.state = 'pending' order by s.withdrawal_id`,
    [customerId, currencyId],
  );
  return rows.map(row => ({ ...row, amountMinor: BigInt(row.amountMinor) }));
}
