import type pg from 'pg';
import { decodeBody } from './codec.ts';
import type { ExchangeBodies, FeedEvent, FeedKind } from '../events/event.ts';
import { expandFills } from './fills.ts';
import type { FillsOf } from './subscriber.ts';

type Db = Pick<pg.ClientBase, 'query'>;

/** A subscriber's position: everything up to and including it is done. */
export interface Position {
  /** In `exchange_events`. */
  readonly sequence: number;
  readonly ordinal: number;
  /** In `office_events`. */
  readonly office: number;
}

export const BEGINNING: Position = { sequence: 0, ordinal: -1, office: 0 };

export interface Page {
  /** In order within a customer; events of the exchange and of the office are merged by time. */
  readonly events: readonly FeedEvent[];
  /** The position once all of them are done. */
  readonly end: Position;
  /** Whether there may be more. */
  readonly full: boolean;
}

/** The newest readable event. Nothing is ever added before it. */
export async function headOf(db: Db): Promise<Position> {
  const { rows } = await db.query<{ sequence: string; ordinal: number; office: string }>(
    `select coalesce(newest.sequence, 0) as sequence, coalesce(newest.ordinal, -1) as ordinal,
            coalesce((select max(position) from office_events), 0) as office
       from (select 1) as one
       left join lateral (select sequence, ordinal from exchange_events
                           order by sequence desc, ordinal desc limit 1) as newest on true`,
  );
  const { sequence, ordinal, office } = rows[0]!;
  return { sequence: Number(sequence), ordinal, office: Number(office) };
}

/** Whether `a` is behind `b` in one of the two tables. */
export function isBehind(a: Position, b: Position): boolean {
  return (
    a.sequence < b.sequence || (a.sequence === b.sequence && a.ordinal < b.ordinal) || a.office < b.office
  );
}

/** Kinds as the tables store them: fills are ranges of trades. */
export function storedKinds(kinds: readonly FeedKind[]): string[] {
  return kinds.map(kind => (kind === 'orderFilled' ? 'fills' : kind));
}

/** The kinds and the end of the next page, without reading it; null if there is none. */
export async function nextRow(
  db: Db,
  after: Position,
  kinds: readonly string[],
): Promise<{ readonly id: string; readonly end: Position } | null> {
  const query = { after, head: await headOf(db), kinds, limit: 1 };
  const [exchange] = await exchangeRows(db, query);
  const [office] = await officeRows(db, query);
  if (exchange !== undefined && (office === undefined || exchange.atMs <= office.atMs))
    return { id: idOf(exchange), end: { ...placeOf(exchange), office: after.office } };
  return office === undefined ? null : { id: idOf(office), end: { ...after, office: office.office } };
}

/**
 * The next rows of these kinds after a position, at most `limit` of either table; fills only of the customers that
 * `fillsOf` returns. Throws if a row cannot be decoded.
 */
export async function readPage(
  db: Db,
  after: Position,
  kinds: readonly FeedKind[],
  limit: number,
  fillsOf?: FillsOf,
): Promise<Page> {
  const head = await headOf(db);
  // Called once the head is known, so that no customer who wanted fills before it is missed.
  const customers = await fillsOf?.(db);
  const stored = storedKinds(customers?.length === 0 ? kinds.filter(kind => kind !== 'orderFilled') : kinds);
  const exchange = await exchangeRows(db, { after, head, kinds: stored, limit });
  const office = await officeRows(db, { after, head, kinds: stored, limit });
  // If one table has more rows, later rows of the other are left for the next page.
  const untilMs = Math.min(
    exchange.length < limit ? Infinity : latest(exchange),
    office.length < limit ? Infinity : latest(office),
  );
  const first = until(exchange, untilMs);
  // A limit of one means exactly one event: the caller searches for the one that fails.
  const second = limit === 1 && first.length === 1 ? [] : until(office, untilMs);
  const exchangeDone = first.length === exchange.length && exchange.length < limit;
  const officeDone = second.length === office.length && office.length < limit;
  return {
    events: await eventsOf(db, first, second, customers),
    end: {
      ...placeOf(exchangeDone ? furthest(after, head) : (first.at(-1) ?? after)),
      office: officeDone ? Math.max(after.office, head.office) : (second.at(-1)?.office ?? after.office),
    },
    full: !exchangeDone || !officeDone,
  };
}

interface Row {
  /** Position in the exchange's table; 0 for office events. */
  readonly sequence: number;
  readonly ordinal: number;
  /** Position in the office's table; 0 for exchange events. */
  readonly office: number;
  readonly kind: string;
  readonly version: number;
  readonly customerId: number | null;
  readonly atMs: number;
  readonly body: string;
}

interface Query {
  readonly after: Position;
  readonly head: Position;
  readonly kinds: readonly string[];
  readonly limit: number;
}

const COLUMNS = 'kind, version, customer_id as "customerId", at_ms::float8 as "atMs", body';

async function exchangeRows(db: Db, { after, head, kinds, limit }: Query): Promise<readonly Row[]> {
  const { rows } = await db.query<Row>(
    `select sequence::float8 as sequence, ordinal, 0 as office, ${COLUMNS} from exchange_events
      where (sequence, ordinal) > ($1, $2) and (sequence, ordinal) <= ($3, $4) and kind = any ($5)
      order by sequence, ordinal limit $6`,
    [after.sequence, after.ordinal, head.sequence, head.ordinal, kinds, limit],
  );
  return rows;
}

async function officeRows(db: Db, { after, head, kinds, limit }: Query): Promise<readonly Row[]> {
  const { rows } = await db.query<Row>(
    `select 0 as sequence, 0 as ordinal, position::float8 as office, ${COLUMNS} from office_events
      where position > $1 and position <= $2 and kind = any ($3) order by position limit $4`,
    [after.office, head.office, kinds, limit],
  );
  return rows;
}

function latest(rows: readonly Row[]): number {
  return rows.reduce((most, row) => Math.max(most, row.atMs), 0);
}

/** The rows before the first later one; within a table the order is its own. */
function until(rows: readonly Row[], untilMs: number): readonly Row[] {
  const end = rows.findIndex(row => row.atMs > untilMs);
  return end === -1 ? rows : rows.slice(0, end);
}

function placeOf({
  sequence,
  ordinal,
}: Pick<Position, 'sequence' | 'ordinal'>): Pick<Position, 'sequence' | 'ordinal'> {
  return { sequence, ordinal };
}

function idOf(row: Row): string {
  return row.office > 0 ? `office-${row.office}` : `exchange-${row.sequence}-${row.ordinal}`;
}

/** Old rows are deleted, so a head may lie before a position read long ago. */
function furthest(a: Position, b: Position): Position {
  return isBehind({ ...a, office: 0 }, { ...b, office: 0 }) ? b : a;
}

/** Merged by time; at equal times the exchange's events come first. */
async function eventsOf(
  db: Db,
  first: readonly Row[],
  second: readonly Row[],
  fillsOf: readonly number[] | undefined,
): Promise<readonly FeedEvent[]> {
  const rows: Row[] = [];
  let next = 0;
  for (const row of second) {
    while (next < first.length && first[next]!.atMs <= row.atMs) rows.push(first[next++]!);
    rows.push(row);
  }
  rows.push(...first.slice(next));
  const decoded = rows.map(row => ({ row, body: decodeBody(row.kind, row.version, row.body) }));
  const fills = decoded.filter(({ row }) => row.kind === 'fills');
  const filled = await expandFills(
    db,
    fills.map(({ row, body }) => ({ ...row, body: body as ExchangeBodies['fills'] })),
    fillsOf,
  );
  let nextFills = 0;
  return decoded.flatMap(({ row, body }): readonly FeedEvent[] => {
    if (row.kind === 'fills') return filled[nextFills++]!;
    const { kind, customerId, atMs } = row;
    // The kind's decoder has validated the body.
    return [{ id: idOf(row), kind, customerId, atMs, body } as FeedEvent];
  });
}
