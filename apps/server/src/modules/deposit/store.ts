import type pg from 'pg';
import type { Network } from '../../chains/networks.ts';
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
  /** An approved voucher names the same transaction. */
  | 'transaction_credited'
  /** Its transfer disappeared from the chain after it was credited. */
  | 'reorganised'
  /** The exchange refused to book it. */
  | 'booking_refused';

export interface Deposit {
  readonly id: number;
  readonly customerId: number;
  readonly channel: DepositChannel;
  readonly currencyId: number;
  readonly network: Network | null;
  readonly amountMinor: bigint;
  readonly paidMinor: bigint | null;
  readonly paidCurrency: string | null;
  readonly rate: string | null;
  readonly address: string | null;
  readonly transactionId: string | null;
  readonly transferKey: string | null;
  readonly pictureId: number | null;
  /** Approvals needed, for deposits that people credit. */
  readonly approvalsNeeded: 1 | 2;
  readonly state: DepositState;
  /** Number of booking attempts at the exchange, including this one; see `endAttempt`. */
  readonly attempt: number;
  readonly flags: readonly DepositFlag[];
  readonly coveredBy: number | null;
  readonly reason: string | null;
  readonly decidedBy: number | null;
  readonly createdAtMs: number;
  readonly decidedAtMs: number | null;
  readonly reversedAtMs: number | null;
}

type Optional = 'attempt' | 'decidedBy' | 'reason' | 'decidedAtMs' | 'reversedAtMs' | 'coveredBy';
export interface NewDeposit extends Omit<Deposit, Optional> {
  readonly coveredBy?: number;
  readonly decidedAtMs?: number;
  readonly idempotency?: { readonly key: string; readonly inputHash: string };
}

type Row = Record<string, unknown> & { id: string; state: DepositState; flags: DepositFlag[] };

const LOCK = 7_146_350;

/**
 * Serialises checks of used vouchers and transactions, so each sees the others' results. Take it before any row lock.
 */
export async function lockClaims(db: Queries): Promise<void> {
  await db.query('select pg_advisory_xact_lock($1)', [LOCK]);
}

export async function nextDepositId(db: Queries): Promise<number> {
  const { rows } = await db.query<{ id: string }>(
    `select nextval(pg_get_serial_sequence('deposits', 'id')) as id`,
  );
  return Number(rows[0]?.id);
}

export async function insertDeposit(db: Queries, deposit: NewDeposit): Promise<void> {
  await db.query(
    `insert into deposits (id, customer_id, channel, currency_id, network, amount_minor, paid_minor, paid_currency,
                           rate, address, transaction_id, transfer_key, picture_id, approvals_needed, state, flags,
                           covered_by, idempotency_key, input_hash, created_at_ms, decided_at_ms)
     overriding system value
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18, $19, $20, $21)`,
    [
      deposit.id,
      deposit.customerId,
      deposit.channel,
      deposit.currencyId,
      deposit.network,
      deposit.amountMinor,
      deposit.paidMinor,
      deposit.paidCurrency,
      deposit.rate,
      deposit.address,
      deposit.transactionId,
      deposit.transferKey,
      deposit.pictureId,
      deposit.approvalsNeeded,
      deposit.state,
      deposit.flags,
      deposit.coveredBy ?? null,
      deposit.idempotency?.key ?? null,
      deposit.idempotency?.inputHash ?? null,
      deposit.createdAtMs,
      deposit.decidedAtMs ?? null,
    ],
  );
}

/** Locks the row until the transaction ends, if asked. */
export async function findDeposit(db: Queries, id: number, lock = false): Promise<Deposit | null> {
  return first(db, `id = $1${lock ? ' for update' : ''}`, [id]);
}

export async function findByTransfer(db: Queries, transferKey: string): Promise<Deposit | null> {
  return first(db, 'transfer_key = $1 for update', [transferKey]);
}

/** The deposit made with this key of the customer. */
export async function findByKey(
  db: Queries,
  customerId: number,
  key: string,
): Promise<{ readonly deposit: Deposit; readonly inputHash: string } | null> {
  const { rows } = await db.query<Row>(
    'select * from deposits where customer_id = $1 and idempotency_key = $2',
    [customerId, key],
  );
  const [row] = rows;
  return row === undefined ? null : { deposit: fromRow(row), inputHash: String(row['input_hash']) };
}

/** Every deposit that names a transaction, in any state; oldest first, locked. */
export async function findByTransaction(
  db: Queries,
  network: Network,
  transactionId: string,
): Promise<Deposit[]> {
  const { rows } = await db.query<Row>(
    'select * from deposits where network = $1 and transaction_id = $2 order by id for update',
    [network, transactionId],
  );
  return rows.map(fromRow);
}

/** Those of the named deposits that are under review or paid. */
export async function findLive(db: Queries, ids: readonly number[]): Promise<Deposit[]> {
  const { rows } = await db.query<Row>(
    `select * from deposits where id = any($1) and state in ('processing', 'approving', 'passed')`,
    [ids],
  );
  return rows.map(fromRow);
}

export async function countUnderReview(db: Queries, customerId: number): Promise<number> {
  const { rows } = await db.query<{ count: number }>(
    `select count(*)::integer as count from deposits where customer_id = $1 and state = 'processing'`,
    [customerId],
  );
  return rows[0]?.count ?? 0;
}

export type DepositChange = Partial<
  Pick<
    Deposit,
    | 'channel'
    | 'amountMinor'
    | 'address'
    | 'transactionId'
    | 'transferKey'
    | 'state'
    | 'flags'
    | 'reason'
    | 'decidedBy'
    | 'decidedAtMs'
    | 'reversedAtMs'
  >
>;

const CHANGED: Readonly<Record<keyof DepositChange, string>> = {
  channel: 'channel',
  amountMinor: 'amount_minor',
  address: 'address',
  transactionId: 'transaction_id',
  transferKey: 'transfer_key',
  state: 'state',
  flags: 'flags',
  reason: 'reason',
  decidedBy: 'decided_by',
  decidedAtMs: 'decided_at_ms',
  reversedAtMs: 'reversed_at_ms',
};

/** Changes a deposit that is in one of the states; false if it no longer is. */
export async function changeDeposit(
  db: Queries,
  id: number,
  from: DepositState,
  change: DepositChange,
): Promise<boolean> {
  const keys = (Object.keys(change) as (keyof DepositChange)[]).filter(key => change[key] !== undefined);
  const sets = keys.map((key, index) => `${CHANGED[key]} = $${index + 3}`);
  const { rowCount } = await db.query(`update deposits set ${sets.join(', ')} where id = $1 and state = $2`, [
    id,
    from,
    ...keys.map(key => change[key]),
  ]);
  return rowCount === 1;
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
  const { rows } = await db.query<Row>(
    `select * from deposits where ${where.sql} order by id ${newest ? 'desc' : 'asc'} limit ${limit}`,
    where.values,
  );
  return rows.map(fromRow);
}

export async function countDeposits(db: Queries, states: readonly DepositState[]): Promise<number> {
  const { rows } = await db.query<{ count: number }>(
    'select count(*)::integer as count from deposits where state = any($1)',
    [states],
  );
  return rows[0]?.count ?? 0;
}

async function first(db: Queries, condition: string, values: unknown[]): Promise<Deposit | null> {
  const { rows } = await db.query<Row>(`select * from deposits where ${condition}`, values);
  return rows[0] === undefined ? null : fromRow(rows[0]);
}

function fromRow(row: Row): Deposit {
  const text = (name: string): string | null => (row[name] ?? null) as string | null;
  const number = (name: string): number | null => (text(name) === null ? null : Number(row[name]));
  const paid = text('paid_minor');
  return {
    id: Number(row.id),
    customerId: Number(row['customer_id']),
    channel: row['channel'] as DepositChannel,
    currencyId: Number(row['currency_id']),
    network: text('network') as Network | null,
    amountMinor: BigInt(row['amount_minor'] as string),
    paidMinor: paid === null ? null : BigInt(paid),
    paidCurrency: text('paid_currency'),
    rate: text('rate'),
    address: text('address'),
    transactionId: text('transaction_id'),
    transferKey: text('transfer_key'),
    pictureId: number('picture_id'),
    approvalsNeeded: row['approvals_needed'] === 1 ? 1 : 2,
    state: row.state,
    attempt: Number(row['attempt']),
    flags: row.flags,
    coveredBy: number('covered_by'),
    reason: text('reason'),
    decidedBy: number('decided_by'),
    createdAtMs: Number(row['created_at_ms']),
    decidedAtMs: number('decided_at_ms'),
    reversedAtMs: number('reversed_at_ms'),
  };
}
