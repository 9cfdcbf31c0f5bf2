import type { WithdrawalState as CoreState } from '@tallystick/core';
import type pg from 'pg';
import type { Network } from '../../chains/networks.ts';
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

type Row = Record<string, unknown> & { id: string; state: WithdrawalState; sealed: Buffer };

const PAYOUT_LOCK = 7_146_372;

/** Serialises claims of transactions. */
export async function lockPayouts(db: Queries): Promise<void> {
  await db.query('select pg_advisory_xact_lock($1)', [PAYOUT_LOCK]);
}

export async function nextWithdrawalId(db: Queries): Promise<number> {
  const { rows } = await db.query<{ id: string }>(
    `select nextval(pg_get_serial_sequence('withdrawals', 'id')) as id`,
  );
  return Number(rows[0]?.id);
}

/** As `requested`. */
export async function insertWithdrawal(db: Queries, row: NewWithdrawal): Promise<void> {
  await db.query(
    `insert into withdrawals (id, customer_id, channel, currency_id, network, sealed, amount_minor, fee_minor,
                              money_minor, money_currency, rate, approvals_needed, state, flags, idempotency_key,
                              input_hash, created_at_ms)
     overriding system value
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, 'requested', $13, $14, $15, $16)`,
    [
      row.id,
      row.customerId,
      row.channel,
      row.currencyId,
      row.network,
      row.sealed,
      row.amountMinor,
      row.feeMinor,
      row.moneyMinor,
      row.moneyCurrency,
      row.rate,
      row.approvalsNeeded,
      row.flags,
      row.key,
      row.inputHash,
      row.createdAtMs,
    ],
  );
}

/** Locks the row until the transaction ends, if asked. */
export async function findWithdrawal(db: Queries, id: number, lock = false): Promise<Withdrawal | null> {
  const { rows } = await db.query<Row>(
    `select * from withdrawals where id = $1${lock ? ' for update' : ''}`,
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
  const { rows } = await db.query<Row>(
    'select * from withdrawals where customer_id = $1 and idempotency_key = $2',
    [customerId, key],
  );
  const [row] = rows;
  return row === undefined ? null : { withdrawal: fromRow(row), inputHash: String(row['input_hash']) };
}

/** Requests since then in any state, without those the exchange refused. */
export async function countSince(db: Queries, customerId: number, sinceMs: number): Promise<number> {
  const { rows } = await db.query<{ count: number }>(
    `select count(*)::integer as count from withdrawals
      where customer_id = $1 and created_at_ms >= $2 and state <> 'failed'`,
    [customerId, sinceMs],
  );
  return rows[0]?.count ?? 0;
}

export type WithdrawalChange = Partial<Pick<Withdrawal, Late>>;

const CHANGED: Readonly<Record<Late, string>> = {
  failure: 'failure',
  transactionId: 'transaction_id',
  payoutPlace: 'payout_place',
  reason: 'reason',
  decidedBy: 'decided_by',
  decidedAtMs: 'decided_at_ms',
  sentBy: 'sent_by',
  sentAtMs: 'sent_at_ms',
  state: 'state',
};

/** Changes a withdrawal that is in that state; false if it no longer is. */
export async function changeWithdrawal(
  db: Queries,
  id: number,
  from: WithdrawalState,
  change: WithdrawalChange,
): Promise<boolean> {
  const keys = (Object.keys(change) as Late[]).filter(key => change[key] !== undefined);
  const sets = keys.map((key, index) => `${CHANGED[key]} = $${index + 3}`);
  const { rowCount } = await db.query(
    `update withdrawals set ${sets.join(', ')} where id = $1 and state = $2`,
    [id, from, ...keys.map(key => change[key])],
  );
  return rowCount === 1;
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
  const { rows } = await db.query<Row>(
    `select * from withdrawals where ${where.sql} order by id ${newest ? 'desc' : 'asc'} limit ${limit}`,
    where.values,
  );
  return rows.map(fromRow);
}

function fromRow(row: Row): Withdrawal {
  const text = (name: string): string | null => (row[name] ?? null) as string | null;
  const number = (name: string): number | null => (text(name) === null ? null : Number(row[name]));
  const money = text('money_minor');
  return {
    id: Number(row.id),
    customerId: Number(row['customer_id']),
    channel: row['channel'] as WithdrawalChannel,
    currencyId: Number(row['currency_id']),
    network: text('network') as Network | null,
    sealed: row.sealed,
    amountMinor: BigInt(row['amount_minor'] as string),
    feeMinor: BigInt(row['fee_minor'] as string),
    moneyMinor: money === null ? null : BigInt(money),
    moneyCurrency: text('money_currency'),
    rate: text('rate'),
    approvalsNeeded: row['approvals_needed'] === 2 ? 2 : 1,
    state: row.state,
    failure: text('failure'),
    attempt: Number(row['attempt']),
    flags: row['flags'] as WithdrawalFlag[],
    transactionId: text('transaction_id'),
    payoutPlace: number('payout_place'),
    reason: text('reason'),
    decidedBy: number('decided_by'),
    decidedAtMs: number('decided_at_ms'),
    sentBy: number('sent_by'),
    sentAtMs: number('sent_at_ms'),
    createdAtMs: Number(row['created_at_ms']),
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
  const { rows } = await db.query<Record<string, string | null>>(
    `select s.withdrawal_id, s.amount_minor, w.network, coalesce(w.created_at_ms, s.changed_at_ms) as created_at_ms
       from withdrawal_states s left join withdrawals w on w.id = s.withdrawal_id
      where s.customer_id = $1 and s.currency_id = $2 and s.state = 'pending' order by s.withdrawal_id`,
    [customerId, currencyId],
  );
  return rows.map(row => ({
    withdrawalId: Number(row['withdrawal_id']),
    network: row['network'] ?? null,
    amountMinor: BigInt(row['amount_minor'] ?? 0),
    createdAtMs: Number(row['created_at_ms']),
  }));
}
