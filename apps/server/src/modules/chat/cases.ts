import type { Language } from '@tallystick/protocol';
import type { Role } from '@tallystick/protocol/desk/roles';
import type pg from 'pg';
import type { Owner } from './owner.ts';

export type Queries = Pick<pg.ClientBase, 'query'>;

/** A row of `chat_cases`, with the names the desk shows. */
export interface ChatCase {
  readonly id: number;
  readonly customerId: number | null;
  readonly visitorHash: Buffer | null;
  readonly nickname: string | null;
  readonly language: Language;
  readonly revision: number;
  readonly lastSeq: number;
  readonly customerReadSeq: number;
  readonly deskReadSeq: number;
  readonly customerUnread: number;
  readonly deskUnread: number;
  readonly operatorId: number | null;
  readonly operatorName: string | null;
  readonly role: Role | null;
  readonly openedAtMs: number;
  readonly lastAtMs: number;
  readonly waitingSinceMs: number | null;
  readonly firstAnsweredAtMs: number | null;
  readonly closedAtMs: number | null;
  readonly stars: number | null;
  readonly ratingText: string | null;
  readonly earlierId: number | null;
}

/** Times and ids stay exact in float8. */
const SELECT = `select c.id::float8 as id, c.customer_id as "customerId", c.visitor_hash as "visitorHash", cu.nickname,
    c.language, c.revision, c.last_seq as "lastSeq", c.customer_read_seq as "customerReadSeq",
    c.desk_read_seq as "deskReadSeq", c.customer_unread as "customerUnread", c.desk_unread as "deskUnread",
    c.operator_id as "operatorId", o.name as "operatorName", c.role, c.opened_at_ms::float8 as "openedAtMs",
    c.last_at_ms::float8 as "lastAtMs", c.waiting_since_ms::float8 as "waitingSinceMs",
    c.first_answered_at_ms::float8 as "firstAnsweredAtMs", c.closed_at_ms::float8 as "closedAtMs", c.stars,
    c.rating_text as "ratingText",
    case when c.customer_id is null
      then (select max(e.id) from chat_cases e where e.visitor_hash = c.visitor_hash and e.id < c.id)
      else (select max(e.id) from chat_cases e where e.customer_id = c.customer_id and e.id < c.id)
    end::float8 as "earlierId"
  from chat_cases c left join customers cu on cu.id = c.customer_id left join operators o on o.id = c.operator_id`;

/** Null if there is none. `lock`: locks the row until the transaction ends. */
export async function findCase(db: Queries, id: number, lock = false): Promise<ChatCase | null> {
  const { rows } = await db.query<ChatCase>(`${SELECT} where c.id = $1${lock ? ' for update of c' : ''}`, [
    id,
  ]);
  return rows[0] ?? null;
}

const OWNED = '(c.customer_id = $1 or c.visitor_hash = $2)';

/** The owner's newest one, open or closed. */
export async function newestCase(db: Queries, owner: Owner): Promise<ChatCase | null> {
  const { rows } = await db.query<ChatCase>(
    `${SELECT} where ${OWNED} order by c.id desc limit 1`,
    ids(owner),
  );
  return rows[0] ?? null;
}

/** The one that is open, locked until the transaction ends. */
export async function lockOpenCase(db: Queries, owner: Owner): Promise<ChatCase | null> {
  const { rows } = await db.query<ChatCase>(
    `${SELECT} where ${OWNED} and c.closed_at_ms is null for update of c`,
    ids(owner),
  );
  return rows[0] ?? null;
}

/** Open ones: those waiting for the desk first, longest first, then those waiting for the customer. Closed ones: newest first. */
export async function listCases(
  db: Queries,
  view: 'open' | 'closed',
  beforeId: number | null,
  limit: number,
): Promise<ChatCase[]> {
  const { rows } =
    view === 'open'
      ? await db.query<ChatCase>(
          `${SELECT} where c.closed_at_ms is null
            order by c.waiting_since_ms nulls last, c.last_at_ms desc, c.id limit $1`,
          [limit],
        )
      : await db.query<ChatCase>(
          `${SELECT} where c.closed_at_ms is not null and ($2::bigint is null or c.id < $2)
            order by c.id desc limit $1`,
          [limit, beforeId],
        );
  return rows;
}

/** Inserts one without messages. Null if the owner has an open one. */
export async function insertCase(
  db: Queries,
  opened: {
    readonly owner: Owner;
    readonly networkPrint: Buffer | null;
    readonly language: Language;
    readonly atMs: number;
  },
): Promise<number | null> {
  const { rows } = await db.query<{ id: string }>(
    `insert into chat_cases (customer_id, visitor_hash, network_print, language, opened_at_ms, last_at_ms)
     values ($1, $2, $3, $4, $5, $5) on conflict do nothing returning id`,
    [...ids(opened.owner), opened.networkPrint, opened.language, opened.atMs],
  );
  return rows[0] === undefined ? null : Number(rows[0].id);
}

/** Until the transaction ends, `adoptCases` waits for this customer; waits for one that is running. */
export async function holdCustomer(db: Queries, customerId: number): Promise<void> {
  await db.query('select 1 from customers where id = $1 for key share', [customerId]);
}

/** How many the owner has begun since, and how many of all visitors of the network are open. */
export async function countCases(
  db: Queries,
  owner: Owner,
  networkPrint: Buffer | null,
  sinceMs: number,
): Promise<{ readonly own: number; readonly networkOpen: number }> {
  const { rows } = await db.query<{ own: number; networkOpen: number }>(
    `select (select count(*)::integer from chat_cases c where ${OWNED} and c.opened_at_ms >= $4) as own,
            (select count(*)::integer from chat_cases where network_print = $3 and closed_at_ms is null) as "networkOpen"`,
    [...ids(owner), networkPrint, sinceMs],
  );
  return rows[0] ?? { own: 0, networkOpen: 0 };
}

/** The customer has read up to a message. Recounts the unread ones. */
export async function setCustomerRead(db: Queries, id: number, seq: number): Promise<void> {
  await db.query(
    `update chat_cases c set revision = revision + 1, customer_read_seq = least($2, last_seq),
       customer_unread = (select count(*) from chat_messages m where m.case_id = c.id and m.seq > $2 and m.side = 'operator')
      where id = $1 and customer_read_seq < least($2, last_seq)`,
    [id, seq],
  );
}

export async function setDeskRead(db: Queries, id: number, seq: number): Promise<void> {
  await db.query(
    `update chat_cases c set revision = revision + 1, desk_read_seq = least($2, last_seq),
       desk_unread = (select count(*) from chat_messages m where m.case_id = c.id and m.seq > $2 and m.side = 'customer')
      where id = $1 and desk_read_seq < least($2, last_seq)`,
    [id, seq],
  );
}

export async function assign(
  db: Queries,
  id: number,
  to: { readonly operatorId: number | null; readonly role: Role | null },
): Promise<void> {
  await db.query('update chat_cases set revision = revision + 1, operator_id = $2, role = $3 where id = $1', [
    id,
    to.operatorId,
    to.role,
  ]);
}

export async function closeCase(
  db: Queries,
  id: number,
  by: 'customer' | 'operator' | 'silence',
  atMs: number,
): Promise<void> {
  await db.query(
    `update chat_cases set revision = revision + 1, closed_at_ms = $3, closed_by = $2, waiting_since_ms = null
      where id = $1 and closed_at_ms is null`,
    [id, by, atMs],
  );
}

export async function rateCase(db: Queries, id: number, stars: number, text: string): Promise<void> {
  await db.query(
    'update chat_cases set revision = revision + 1, stars = $2, rating_text = $3 where id = $1',
    [id, stars, text],
  );
}

/** Answered conversations without a message since. */
export async function silentCases(db: Queries, sinceMs: number): Promise<number[]> {
  const { rows } = await db.query<{ id: string }>(
    `select id from chat_cases where closed_at_ms is null and waiting_since_ms is null and last_at_ms < $1
      order by id limit 500`,
    [sinceMs],
  );
  return rows.map(({ id }) => Number(id));
}

function ids(owner: Owner): [customerId: number | null, visitorHash: Buffer | null] {
  return [owner.customerId, owner.visitorHash];
}
