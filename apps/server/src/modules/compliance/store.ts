import { as, orNull, StoredTable, type Stored } from '../../database/stored-table.ts';
import { countRows, nextId, type Queries } from '../../database/rows.ts';

export type { Queries };
export const CASE_KINDS = [
  'name',
  'address',
  'structuring',
  'velocity',
  'rapid',
  'dormant',
  'funds',
] as const;
export type CaseKind = (typeof CASE_KINDS)[number];
export const CASE_STATES = ['open', 'answered', 'asked', 'cleared', 'confirmed'] as const;
export type CaseState = (typeof CASE_STATES)[number];

/** Figures by their names, and the deposits and withdrawals they are of (`deposit/17`). */
export interface Evidence {
  readonly figures: Readonly<Record<string, string>>;
  readonly movements: readonly string[];
}

const CASES = new StoredTable('compliance_cases', {
  id: Number,
  customerId: Number,
  kind: as<CaseKind>(),
  subject: as<string>(),
  state: as<CaseState>(),
  holds: as<boolean>(),
  evidence: as<Evidence>(),
  sealed: as<Buffer | null>(),
  firstClearedBy: orNull(Number),
  openedAtMs: Number,
  decidedBy: orNull(Number),
  decidedAtMs: orNull(Number),
});
export type Case = Stored<typeof CASES>;

const EVENTS = new StoredTable('compliance_events', {
  id: Number,
  caseId: Number,
  operatorId: orNull(Number),
  what: as<string>(),
  sealedNote: as<Buffer | null>(),
  atMs: Number,
});
export type CaseEvent = Stored<typeof EVENTS>;

export type NewCase = Pick<
  Case,
  'customerId' | 'kind' | 'subject' | 'state' | 'holds' | 'evidence' | 'openedAtMs'
>;

/**
 * Opens a case; null if this was noticed before. `seal` gets the new id.
 *
 * @param older under which the same may have been written before
 */
export async function insertCase(
  db: Queries,
  row: NewCase,
  older: readonly string[],
  seal: ((id: number) => Buffer) | null,
): Promise<number | null> {
  const { customerId, kind, subject } = row;
  // Two that notice the same at once: the second waits, and sees the first's.
  await db.query(`select pg_advisory_xact_lock(hashtextextended('compliance ' || $1 || $2, $3))`, [
    kind,
    subject,
    customerId,
  ]);
  const known = await CASES.first(db, 'where customer_id = $1 and kind = $2 and subject = any($3)', [
    customerId,
    kind,
    [subject, ...older],
  ]);
  if (known !== null) return null;
  const id = await nextId(db, 'compliance_cases');
  await CASES.insert(db, { ...row, id, sealed: seal?.(id) ?? null });
  return id;
}

/** Locks the row until the transaction ends, if asked. */
export function findCase(db: Queries, id: number, lock = false): Promise<Case | null> {
  return CASES.first(db, `where id = $1${lock ? ' for update' : ''}`, [id]);
}

export function changeCase(
  db: Queries,
  id: number,
  change: Partial<Pick<Case, 'state' | 'holds' | 'sealed' | 'firstClearedBy' | 'decidedBy' | 'decidedAtMs'>>,
): Promise<boolean> {
  return CASES.change(db, { id }, change);
}

export interface CaseFilter {
  readonly state: CaseState;
  readonly customerId: number | undefined;
  readonly after: number | null;
  readonly limit: number;
}

/** Waiting ones oldest first, decided ones newest first. */
export function listCases(db: Queries, { state, customerId, after, limit }: CaseFilter): Promise<Case[]> {
  const isDecided = state === 'cleared' || state === 'confirmed';
  const [beyond, order] = isDecided ? ['<', 'desc'] : ['>', 'asc'];
  return CASES.find(
    db,
    `where state = $1 and ($2::integer is null or customer_id = $2) and ($3::bigint is null or id ${beyond} $3)
      order by id ${order} limit $4`,
    [state, customerId ?? null, after, limit],
  );
}

/** All of a customer, oldest first. */
export function casesOf(db: Queries, customerId: number): Promise<Case[]> {
  return CASES.find(db, 'where customer_id = $1 order by id', [customerId]);
}

/** The newest of that kind; null: none. */
export function newestOfKind(db: Queries, customerId: number, kind: CaseKind): Promise<Case | null> {
  return CASES.first(db, 'where customer_id = $1 and kind = $2 order by id desc limit 1', [customerId, kind]);
}

/** The case for which the customer is asked where their money comes from, one they owe an answer first; null: none. */
export function askedCase(db: Queries, customerId: number, lock = false): Promise<Case | null> {
  return CASES.first(
    db,
    `where customer_id = $1 and state in ('asked', 'answered') order by state = 'answered', id limit 1${lock ? ' for update' : ''}`,
    [customerId],
  );
}

export async function isHeld(db: Queries, customerId: number): Promise<boolean> {
  return (await countRows(db, 'compliance_cases where customer_id = $1 and holds', [customerId])) > 0;
}

export async function countWaiting(db: Queries): Promise<number> {
  return countRows(db, `compliance_cases where state in ('open', 'answered')`);
}

/** `seal` gets the event's id. */
export async function insertEvent(
  db: Queries,
  event: Pick<CaseEvent, 'caseId' | 'operatorId' | 'what' | 'atMs'>,
  seal: ((id: number) => Buffer) | null = null,
): Promise<void> {
  const id = await nextId(db, 'compliance_events');
  await EVENTS.insert(db, { ...event, id, sealedNote: seal?.(id) ?? null });
}

export function eventsOf(db: Queries, caseId: number): Promise<CaseEvent[]> {
  return EVENTS.find(db, 'where case_id = $1 order by id', [caseId]);
}
