import type pg from 'pg';
import { maskContact } from './contact.ts';
import { contactsOf } from './store.ts';
import { pageOf, readCursor } from '../../http/page.ts';
import type { QueueFilter, QueueItem, QueuePage } from '../../queue/queue-kind.ts';

type Queries = Pick<pg.ClientBase, 'query'>;

/** Customers as queues name them: the contact masked, or the nickname. */
async function customerNames(db: Queries, ids: readonly number[]): Promise<ReadonlyMap<number, string>> {
  const { rows } = await db.query<{
    id: number;
    nickname: string;
    phone: string | null;
    email: string | null;
  }>('select id, nickname, phone, email from customers where id = any($1)', [ids]);
  return new Map(
    rows.map(row => {
      const [contact] = contactsOf(row);
      return [row.id, contact === undefined ? row.nickname : maskContact(contact)];
    }),
  );
}

/** Operators' names by id; null gives an empty name. */
export async function operatorNames(
  db: Queries,
  ids: readonly (number | null)[],
): Promise<(id: number | null) => string> {
  const { rows } = await db.query<{ id: number; name: string }>(
    'select id, name from operators where id = any($1)',
    [ids.filter(id => id !== null)],
  );
  const names = new Map(rows.map(row => [row.id, row.name]));
  return id => (id === null ? '' : (names.get(id) ?? ''));
}

export interface CustomerFacts {
  readonly name: string;
  readonly verification: string;
  readonly createdAtMs: number;
}

/** Facts shown with every decision about a customer's money. */
export async function customerFacts(db: Queries, customerId: number): Promise<CustomerFacts> {
  const { rows } = await db.query<Omit<CustomerFacts, 'name'>>(
    'select verification, created_at_ms::float8 as "createdAtMs" from customers where id = $1',
    [customerId],
  );
  const names = await customerNames(db, [customerId]);
  return { verification: '', createdAtMs: 0, ...rows[0], name: names.get(customerId) ?? '' };
}

/** A store's query for one page. It asks for one row more, which only shows that there is a next page. */
export interface QueueRead<State> {
  readonly state: State;
  readonly customerId: number | undefined;
  /** The last row of the page before. */
  readonly after: number | null;
  readonly limit: number;
}

/** A page of a queue with its customers named. `states` are the queue's. Throws invalid_input for a wrong cursor. */
export async function queuePage<
  const State extends string,
  Row extends { readonly id: number; readonly customerId: number | null },
>(
  db: Queries,
  states: readonly [State, ...State[]],
  { state, customerId, cursor, limit }: QueueFilter,
  read: (asked: QueueRead<State>) => Promise<readonly Row[]>,
  itemOf: (row: Row, customer: string) => QueueItem,
): Promise<QueuePage> {
  const rows = await read({
    state: states.find(one => one === state) ?? states[0],
    customerId,
    after: readCursor(cursor, 1)?.[0] ?? null,
    limit: limit + 1,
  });
  const names = await customerNames(
    db,
    rows.flatMap(row => row.customerId ?? []),
  );
  return pageOf(
    rows,
    limit,
    row => String(row.id),
    row => itemOf(row, names.get(row.customerId ?? 0) ?? ''),
  );
}
