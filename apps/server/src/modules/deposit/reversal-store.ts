import type { reversalState, ReversalReason } from '@tallystick/protocol/calls/deposit';
import type pg from 'pg';
import type { z } from 'zod';
import { as, orNull, StoredTable, type Stored } from '../../database/stored-table.ts';

export type Queries = Pick<pg.ClientBase, 'query'>;
export type ReversalState = z.output<typeof reversalState>;

const REVERSALS = new StoredTable('deposit_reversals', {
  id: Number,
  depositId: Number,
  depositMinor: BigInt,
  amountMinor: BigInt,
  customerId: Number,
  currencyId: Number,
  reason: as<ReversalReason>(),
  text: as<string>(),
  madeBy: Number,
  maker: as<string>(),
  confirmedBy: Number,
  confirmer: as<string>(),
  state: as<ReversalState>(),
  /** Number of attempts at the exchange, including this one. */
  attempt: Number,
  announcedAtMs: Number,
  dueAtMs: Number,
  objection: as<string | null>(),
  objectedAtMs: orNull(Number),
});

/** The reversal of a deposit that was credited by mistake. */
export type Reversal = Stored<typeof REVERSALS>;

export interface NewReversal extends Pick<
  Reversal,
  | 'depositId'
  | 'depositMinor'
  | 'amountMinor'
  | 'customerId'
  | 'currencyId'
  | 'reason'
  | 'text'
  | 'confirmedBy'
  | 'announcedAtMs'
  | 'dueAtMs'
> {
  readonly proposalId: number;
}

const SOURCE = `select r.*, m.name as maker, c.name as confirmer
  from deposit_reversals r join operators m on m.id = r.made_by join operators c on c.id = r.confirmed_by`;

/** In these states the amount may be held back from withdrawals. */
const OPEN = `('announced', 'objected', 'upheld', 'reversing')`;

export async function insertReversal(db: Queries, reversal: NewReversal): Promise<void> {
  await db.query(
    `insert into deposit_reversals (proposal_id, deposit_id, deposit_minor, amount_minor, customer_id, currency_id,
                                    reason, text, made_by, confirmed_by, state, announced_at_ms, due_at_ms)
     select id, $2, $3, $4, $5, $6, $7, $8, made_by, $9, 'announced', $10, $11 from desk_proposals where id = $1`,
    [
      reversal.proposalId,
      reversal.depositId,
      reversal.depositMinor,
      reversal.amountMinor,
      reversal.customerId,
      reversal.currencyId,
      reversal.reason,
      reversal.text,
      reversal.confirmedBy,
      reversal.announcedAtMs,
      reversal.dueAtMs,
    ],
  );
}

/** Locked until the transaction ends, if asked for. */
export async function findReversal(db: Queries, id: number, lock = false): Promise<Reversal | null> {
  return (await read(db, `r.id = $1 ${lock ? 'for update of r' : ''}`, [id]))[0] ?? null;
}

/** The deposit's reversal that is not dropped. */
export async function findLiveReversal(
  db: Queries,
  depositId: number,
  lock = false,
): Promise<Reversal | null> {
  const condition = `r.deposit_id = $1 and r.state <> 'dropped' ${lock ? 'for update of r' : ''}`;
  return (await read(db, condition, [depositId]))[0] ?? null;
}

/** How much of a deposit was taken back as a mistake; usually 0. */
export async function takenBackMinor(db: Queries, depositId: number): Promise<bigint> {
  const reversal = await findLiveReversal(db, depositId);
  return reversal?.state === 'done' ? reversal.amountMinor : 0n;
}

/** The latest reversal of each deposit that has one. */
export async function reversalsOf(
  db: Queries,
  depositIds: readonly number[],
): Promise<Map<number, Reversal>> {
  if (depositIds.length === 0) return new Map();
  const rows = await read(db, 'r.deposit_id = any($1) order by r.id', [depositIds]);
  return new Map(rows.map(row => [row.depositId, row]));
}

export function listReversals(db: Queries, beforeId: number | null, limit: number): Promise<Reversal[]> {
  return read(db, '($1::bigint is null or r.id < $1) order by r.id desc limit $2', [beforeId, limit]);
}

/** Reversals to process: due without objection, being booked, or objected to before that time. */
export function reversalsToDo(db: Queries, nowMs: number, objectedBeforeMs: number): Promise<Reversal[]> {
  return read(
    db,
    `(r.state in ('announced', 'upheld') and r.due_at_ms <= $1) or r.state = 'reversing'
       or (r.state = 'objected' and r.objected_at_ms <= $2) order by r.id`,
    [nowMs, objectedBeforeMs],
  );
}

/** Changes the state; false if it is no longer in the expected one. */
export async function moveReversal(
  db: Queries,
  id: number,
  from: ReversalState,
  to: ReversalState,
  endedAtMs: number | null = null,
): Promise<boolean> {
  const { rowCount } = await db.query(
    'update deposit_reversals set state = $3, ended_at_ms = $4 where id = $1 and state = $2',
    [id, from, to, endedAtMs],
  );
  return rowCount === 1;
}

/** The exchange refused it: the next try is a new attempt. */
export async function endReversalAttempt(db: Queries, { id, attempt }: Reversal): Promise<void> {
  await db.query(
    `update deposit_reversals set attempt = attempt + 1 where id = $1 and attempt = $2 and state = 'reversing'`,
    [id, attempt],
  );
}

/** False if it was already due or objected to. */
export async function objectTo(db: Queries, id: number, text: string, nowMs: number): Promise<boolean> {
  const { rowCount } = await db.query(
    `update deposit_reversals set state = 'objected', objection = $2, objected_at_ms = $3
      where id = $1 and state = 'announced' and due_at_ms > $3`,
    [id, text, nowMs],
  );
  return rowCount === 1;
}

/** What two other people decided about the objection. */
export async function upholdReversal(
  db: Queries,
  id: number,
  proposalId: number,
  confirmedBy: number,
): Promise<boolean> {
  const { rowCount } = await db.query(
    `update deposit_reversals r
        set state = 'upheld', review_proposal_id = p.id, review_made_by = p.made_by, review_confirmed_by = $3
       from desk_proposals p where r.id = $1 and r.state = 'objected' and p.id = $2`,
    [id, proposalId, confirmedBy],
  );
  return rowCount === 1;
}

export interface HeldForReversal {
  readonly minor: bigint;
  /** When the last amount is taken if nobody objects. */
  readonly untilMs: number;
}

/** The customer's money that cannot be withdrawn while it is to be taken back; null: none. */
export async function heldForReversal(
  db: Queries,
  customerId: number,
  currencyId: number,
): Promise<HeldForReversal | null> {
  const { rows } = await db.query<{ minor: string | null; until: string | null }>(
    `select sum(amount_minor)::text as minor, max(due_at_ms)::text as until from deposit_reversals
      where customer_id = $1 and currency_id = $2 and state in ${OPEN}`,
    [customerId, currencyId],
  );
  const minor = rows[0]?.minor ?? null;
  return minor === null ? null : { minor: BigInt(minor), untilMs: Number(rows[0]?.until) };
}

function read(db: Queries, condition: string, values: unknown[]): Promise<Reversal[]> {
  return REVERSALS.find(db, `where ${condition}`, values, SOURCE);
}
