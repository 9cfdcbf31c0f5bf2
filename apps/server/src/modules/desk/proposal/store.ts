import type { ProposalKindName } from '@tallystick/protocol/desk/calls/proposal';
import type { DeskOutput } from '@tallystick/protocol/desk';
import type pg from 'pg';
import { Conditions } from '../../../http/page.ts';
import type { Prepared } from '../../../approval/proposal-kind.ts';

type Queries = Pick<pg.ClientBase, 'query'>;
export type WireProposal = DeskOutput<'GET desk/proposals'>['items'][number];
export type ProposalState = WireProposal['state'];

export interface ProposalRow {
  readonly id: string;
  readonly kind: ProposalKindName;
  readonly subject: string;
  readonly change: unknown;
  readonly before: unknown;
  readonly after: unknown;
  readonly note: string;
  readonly customer_id: number | null;
  readonly state: ProposalState;
  readonly failure: string | null;
  readonly made_by: number;
  readonly maker: string;
  readonly made_at_ms: string;
  readonly decided_by: number | null;
  readonly decider: string | null;
  readonly decided_at_ms: string | null;
  readonly decision_note: string;
}

const SELECT = `select p.*, m.name as maker, d.name as decider
  from desk_proposals p
  join operators m on m.id = p.made_by
  left join operators d on d.id = p.decided_by`;
const OPEN = `p.state in ('pending', 'applying')`;

export async function insertProposal(
  db: Queries,
  proposal: Prepared & {
    readonly kind: ProposalKindName;
    readonly change: unknown;
    readonly note: string;
    readonly madeBy: number;
    readonly atMs: number;
  },
): Promise<number> {
  const { rows } = await db.query<{ id: string }>(
    `insert into desk_proposals (kind, subject, change, before, after, note, made_by, made_at_ms, customer_id)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9) returning id`,
    [
      proposal.kind,
      proposal.subject,
      JSON.stringify(proposal.change),
      JSON.stringify(proposal.before),
      JSON.stringify(proposal.after),
      proposal.note,
      proposal.madeBy,
      proposal.atMs,
      proposal.customerId ?? null,
    ],
  );
  return Number(rows[0]?.id);
}

export async function findProposal(db: Queries, id: number, lock = false): Promise<ProposalRow | null> {
  const { rows } = await db.query<ProposalRow>(`${SELECT} where p.id = $1 ${lock ? 'for update of p' : ''}`, [
    id,
  ]);
  return rows[0] ?? null;
}

export async function listProposals(
  db: Queries,
  filter: {
    readonly open: boolean;
    readonly kind: ProposalKindName | undefined;
    readonly beforeId: number | null;
    readonly limit: number;
  },
): Promise<ProposalRow[]> {
  const where = new Conditions()
    .add('p.id > ?', 0)
    .addIf('p.kind = ?', filter.kind)
    .addIf('p.id < ?', filter.beforeId);
  const { rows } = await db.query<ProposalRow>(
    `${SELECT} where ${where.sql} and ${filter.open ? OPEN : `not ${OPEN}`}
      order by p.id desc limit ${where.parameter(filter.limit)}`,
    where.values,
  );
  return rows;
}

export async function countOpen(db: Queries): Promise<number> {
  const { rows } = await db.query<{ n: number }>(
    `select count(*)::int as n from desk_proposals p where ${OPEN}`,
  );
  return rows[0]?.n ?? 0;
}

/** Confirmed until `decidedByMs`, and not yet known to be applied; the oldest first. */
export async function applyingProposals(db: Queries, decidedByMs: number): Promise<number[]> {
  const { rows } = await db.query<{ id: string }>(
    `select id from desk_proposals where state = 'applying' and decided_at_ms <= $1 order by id`,
    [decidedByMs],
  );
  return rows.map(row => Number(row.id));
}

export async function setDecided(
  db: Queries,
  id: number,
  state: ProposalState,
  decision: { readonly by: number; readonly atMs: number; readonly note: string },
): Promise<void> {
  await db.query(
    `update desk_proposals set state = $2, decided_by = $3, decided_at_ms = $4, decision_note = $5 where id = $1`,
    [id, state, decision.by, decision.atMs, decision.note],
  );
}

/** Returns whether it was still open: only one of several callers ends it. */
export async function setOutcome(
  db: Queries,
  id: number,
  state: 'applied' | 'failed',
  failure: string | null,
): Promise<boolean> {
  const { rowCount } = await db.query(
    `update desk_proposals set state = $2, failure = $3 where id = $1 and state = 'applying'`,
    [id, state, failure],
  );
  return rowCount === 1;
}
