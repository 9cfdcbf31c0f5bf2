import type { Language } from '@tallystick/protocol';
import type { TICKET_STATES, TICKET_SUBJECTS } from '@tallystick/protocol/calls/ticket';
import { countRows, insertRow, type Queries } from '../../database/rows.ts';
import { Conditions } from '../../http/page.ts';

export type TicketState = (typeof TICKET_STATES)[number];
/** Feedback is about nothing in particular, and visitors may send it too. */
export type TicketKind = 'ticket' | 'feedback';
export type TicketSubject = (typeof TICKET_SUBJECTS)[number];

export interface Ticket {
  readonly id: number;
  readonly kind: TicketKind;
  /** Null: a visitor. */
  readonly customerId: number | null;
  readonly about: TicketSubject | null;
  readonly aboutId: number | null;
  readonly title: string;
  readonly state: TicketState;
  readonly language: Language;
  readonly sealedMail: Buffer | null;
  readonly assignedTo: number | null;
  readonly createdAtMs: number;
  readonly updatedAtMs: number;
  readonly closedAtMs: number | null;
}

export interface TicketMessage {
  /** Null: the customer's or visitor's own. */
  readonly operatorId: number | null;
  /** For the desk only. */
  readonly internal: boolean;
  readonly text: string;
  readonly pictureIds: readonly number[];
  readonly atMs: number;
}

/** Times and ids stay exact in float8. */
const COLUMNS = `id::float8 as id, kind, customer_id as "customerId", about, about_id::float8 as "aboutId", title, state,
  language, sealed_mail as "sealedMail", assigned_to as "assignedTo", created_at_ms::float8 as "createdAtMs",
  updated_at_ms::float8 as "updatedAtMs", closed_at_ms::float8 as "closedAtMs"`;

/** Finds what a ticket is about, if it belongs to the customer. */
const OWN: Readonly<Record<TicketSubject, string>> = {
  order: 'select from orders where order_id = $1 and customer_id = $2',
  position: 'select from positions where position_id = $1 and customer_id = $2',
  deposit: 'select from deposits where id = $1 and customer_id = $2',
  withdrawal: 'select from withdrawals where id = $1 and customer_id = $2',
};

export async function isOwn(
  db: Queries,
  about: TicketSubject,
  id: number,
  customerId: number,
): Promise<boolean> {
  return (await db.query(OWN[about], [id, customerId])).rowCount !== 0;
}

/** Serialises a writer's requests until the transaction ends. */
export async function lockWriter(db: Queries, writer: string): Promise<void> {
  await db.query(`select pg_advisory_xact_lock(hashtextextended('tickets ' || $1, 0))`, [writer]);
}

/** The message of that key, and the ticket it went to; null if it is new. */
export async function messageOfRequest(
  db: Queries,
  requestKey: string,
): Promise<{ readonly ticketId: number; readonly text: string } | null> {
  const { rows } = await db.query<{ ticketId: number; text: string }>(
    'select ticket_id::float8 as "ticketId", text from ticket_messages where request_key = $1',
    [requestKey],
  );
  return rows[0] ?? null;
}

export async function insertTicket(
  db: Queries,
  ticket: Pick<Ticket, 'kind' | 'customerId' | 'about' | 'aboutId' | 'title' | 'language'> & {
    readonly network: Buffer | null;
    readonly atMs: number;
  },
): Promise<number> {
  const { atMs, ...row } = ticket;
  const opened = { ...row, state: 'open', createdAtMs: atMs, updatedAtMs: atMs };
  const { id } = await insertRow<{ id: number }>(db, 'tickets', opened, 'id::float8 as id');
  return id;
}

export async function setMail(db: Queries, id: number, sealed: Buffer): Promise<void> {
  await db.query('update tickets set sealed_mail = $2 where id = $1', [id, sealed]);
}

export async function insertMessage(
  db: Queries,
  ticketId: number,
  message: TicketMessage & { readonly requestKey: string | null },
): Promise<void> {
  await insertRow(db, 'ticket_messages', { ticketId, ...message });
}

export async function setState(db: Queries, id: number, state: TicketState, atMs: number): Promise<void> {
  await db.query(
    `update tickets set state = $2, updated_at_ms = $3, closed_at_ms = case when $2 = 'closed' then $3::bigint end
      where id = $1`,
    [id, state, atMs],
  );
}

export async function assign(db: Queries, id: number, operatorId: number, atMs: number): Promise<void> {
  await db.query('update tickets set assigned_to = $2, updated_at_ms = $3 where id = $1', [
    id,
    operatorId,
    atMs,
  ]);
}

/** `lock`: until the transaction ends. */
export async function findTicket(db: Queries, id: number, lock = false): Promise<Ticket | null> {
  const { rows } = await db.query<Ticket>(
    `select ${COLUMNS} from tickets where id = $1${lock ? ' for update' : ''}`,
    [id],
  );
  return rows[0] ?? null;
}

export async function messagesOf(db: Queries, ticketId: number): Promise<TicketMessage[]> {
  const { rows } = await db.query<TicketMessage>(
    `select operator_id as "operatorId", internal, text, picture_ids::float8[] as "pictureIds", at_ms::float8 as "atMs"
       from ticket_messages where ticket_id = $1 order by id`,
    [ticketId],
  );
  return rows;
}

export interface TicketFilter {
  readonly customerId?: number | undefined;
  readonly kind?: TicketKind | undefined;
  readonly state?: TicketState | undefined;
  readonly order: 'oldest' | 'newest';
  readonly after: number | null;
  readonly limit: number;
}

export async function listTickets(db: Queries, filter: TicketFilter): Promise<Ticket[]> {
  const conditions = new Conditions()
    .addRaw('true')
    .addIf('customer_id = ?', filter.customerId)
    .addIf('kind = ?', filter.kind)
    .addIf('state = ?', filter.state)
    .addIf(filter.order === 'oldest' ? 'id > ?' : 'id < ?', filter.after);
  const { rows } = await db.query<Ticket>(
    `select ${COLUMNS} from tickets where ${conditions.sql} order by id ${filter.order === 'oldest' ? 'asc' : 'desc'}
      limit ${conditions.parameter(filter.limit)}`,
    conditions.values,
  );
  return rows;
}

export async function countTickets(db: Queries, kind: TicketKind, state: TicketState): Promise<number> {
  return countRows(db, 'tickets where kind = $1 and state = $2', [kind, state]);
}

/** A customer's tickets not closed, tickets filed since then, and messages written since then. */
export async function countOf(
  db: Queries,
  customerId: number,
  sinceMs: number,
): Promise<{ readonly notClosed: number; readonly filed: number; readonly messages: number }> {
  const { rows } = await db.query<{ notClosed: number; filed: number; messages: number }>(
    `select count(*) filter (where state <> 'closed')::integer as "notClosed",
            count(*) filter (where created_at_ms > $2)::integer as filed,
            (select count(*)::integer from ticket_messages m join tickets own on own.id = m.ticket_id
              where own.customer_id = $1 and m.operator_id is null and m.at_ms > $2) as messages
       from tickets where customer_id = $1`,
    [customerId, sinceMs],
  );
  return rows[0] ?? { notClosed: 0, filed: 0, messages: 0 };
}

/** Closes tickets that were answered before then, without a message since. */
export async function closeAnswered(db: Queries, beforeMs: number, nowMs: number): Promise<void> {
  await db.query(
    `update tickets set state = 'closed', closed_at_ms = $2, updated_at_ms = $2
      where state = 'answered' and updated_at_ms < $1`,
    [beforeMs, nowMs],
  );
}

/** Deletes visitors' feedback that was closed before then; returns its ids. */
export async function deleteVisitorsOld(db: Queries, beforeMs: number): Promise<number[]> {
  const { rows } = await db.query<{ id: string }>(
    'delete from tickets where customer_id is null and closed_at_ms < $1 returning id',
    [beforeMs],
  );
  return rows.map(({ id }) => Number(id));
}
