import type { Network } from '../../chains/networks.ts';
import { changeRow, countRows, insertRow, type Queries } from '../../database/rows.ts';
import { Conditions } from '../../http/page.ts';

export type { Queries };

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

/** Times and ids stay exact in float8; amounts come as text. */
type Row = Omit<Deposit, 'amountMinor' | 'paidMinor'> & {
  readonly amountMinor: string;
  readonly paidMinor: string | null;
};

const COLUMNS = `id::float8 as id, customer_id as "customerId", channel, currency_id as "currencyId", network,
  amount_minor as "amountMinor", paid_minor as "paidMinor", paid_currency as "paidCurrency", rate, address,
  transaction_id as "transactionId", transfer_key as "transferKey", picture_id::float8 as "pictureId",
  approvals_needed as "approvalsNeeded", state, attempt, flags, covered_by::float8 as "coveredBy", reason,
  decided_by as "decidedBy", created_at_ms::float8 as "createdAtMs", decided_at_ms::float8 as "decidedAtMs",
  reversed_at_ms::float8 as "reversedAtMs"`;

const LOCK = 7_146_350;

/**
 * Serialises checks of used vouchers and transactions, so each sees the others' results. Take it before any row lock.
 */
export async function lockClaims(db: Queries): Promise<void> {
  await db.query('select pg_advisory_xact_lock($1)', [LOCK]);
}

export async function insertDeposit(db: Queries, deposit: NewDeposit): Promise<void> {
  const { idempotency, ...row } = deposit;
  const { key: idempotencyKey, inputHash } = idempotency ?? {};
  await insertRow(db, 'deposits', { ...row, idempotencyKey, inputHash });
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
  const { rows } = await db.query<Row & { readonly inputHash: string }>(
    `select ${COLUMNS}, input_hash as "inputHash" from deposits where customer_id = $1 and idempotency_key = $2`,
    [customerId, key],
  );
  if (rows[0] === undefined) return null;
  const { inputHash, ...row } = rows[0];
  return { deposit: fromRow(row), inputHash };
}

/** Every deposit that names a transaction, in any state; oldest first, locked. */
export async function findByTransaction(
  db: Queries,
  network: Network,
  transactionId: string,
): Promise<Deposit[]> {
  return all(db, 'network = $1 and transaction_id = $2 order by id for update', [network, transactionId]);
}

/** Those of the named deposits that are under review or paid. */
export async function findLive(db: Queries, ids: readonly number[]): Promise<Deposit[]> {
  return all(db, `id = any($1) and state in ('processing', 'approving', 'passed')`, [ids]);
}

export async function countUnderReview(db: Queries, customerId: number): Promise<number> {
  return countRows(db, `deposits where customer_id = $1 and state = 'processing'`, [customerId]);
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

/** Changes a deposit that is in that state; false if it no longer is. */
export async function changeDeposit(
  db: Queries,
  id: number,
  from: DepositState,
  change: DepositChange,
): Promise<boolean> {
  return changeRow(db, 'deposits', { id, state: from }, change);
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
  return all(db, `${where.sql} order by id ${newest ? 'desc' : 'asc'} limit ${limit}`, where.values);
}

export async function countDeposits(db: Queries, states: readonly DepositState[]): Promise<number> {
  return countRows(db, 'deposits where state = any($1)', [states]);
}

async function all(db: Queries, condition: string, values: unknown[]): Promise<Deposit[]> {
  const { rows } = await db.query<Row>(`select ${COLUMNS} from deposits where ${condition}`, values);
  return rows.map(fromRow);
}

async function first(db: Queries, condition: string, values: unknown[]): Promise<Deposit | null> {
  const [deposit] = await all(db, condition, values);
  return deposit ?? null;
}

function fromRow(row: Row): Deposit {
  return {
    ...row,
    amountMinor: BigInt(row.amountMinor),
    paidMinor: row.paidMinor === null ? null : BigInt(row.paidMinor),
  };
}
