import type { LaunchAmount, LaunchOrder } from '@tallystick/core';
import type pg from 'pg';
import { decodeAmounts, LAUNCH_COMMITMENTS, LAUNCH_ORDERS } from '../../engine/products/launch/tables.ts';
import type { StampedRow } from '../../engine/projections/projection.ts';
import { select } from '../../engine/projections/select.ts';
import { Conditions } from '../../http/page.ts';
import type { LaunchTexts } from './config.ts';

type Queryable = Pick<pg.Pool, 'query'> | Pick<pg.ClientBase, 'query'>;

export type StoredOrder = StampedRow<typeof LAUNCH_ORDERS>;
export type StoredCommitment = StampedRow<typeof LAUNCH_COMMITMENTS>;

export interface OrderFilter {
  readonly customerId?: number | undefined;
  readonly offerId?: number | undefined;
  readonly state?: 'under_review' | 'passed' | 'returned' | undefined;
  /** Orders older than this one. */
  readonly beforeId?: number | null;
  readonly limit: number;
}

/** Far above the number of offers ever open at once. */
const MOST_REVIEWED = 1_000;
const READ_AT_ONCE = 2_000;

const STATES = {
  under_review: 'allocated_minor is null and not returned',
  passed: 'allocated_minor is not null and not returned',
  returned: 'returned',
} as const;

/** Newest first. */
export async function listOrders(pool: Queryable, filter: OrderFilter): Promise<StoredOrder[]> {
  const where = new Conditions()
    .add('order_id < ?', filter.beforeId ?? Number.MAX_SAFE_INTEGER)
    .addIf('customer_id = ?', filter.customerId)
    .addIf('offer_id = ?', filter.offerId);
  const state = filter.state === undefined ? '' : `and ${STATES[filter.state]}`;
  const limit = where.parameter(filter.limit);
  const rest = `where ${where.sql} ${state} order by order_id desc limit ${limit}`;
  return select(pool, LAUNCH_ORDERS.stamped, rest, where.values);
}

/** The customer's commitments to offers that have not closed; each customer has one order per offer. */
export function reviewedOrders(pool: Queryable, customerId: number): Promise<StoredOrder[]> {
  return listOrders(pool, { customerId, state: 'under_review', limit: MOST_REVIEWED });
}

/** The customer's orders with coins or payment not yet released; oldest first. */
export async function lockedOrders(pool: Queryable, customerId: number): Promise<StoredOrder[]> {
  const rest = `where customer_id = $1 and not returned and allocated_minor > released_minor order by order_id`;
  return select(pool, LAUNCH_ORDERS.stamped, rest, [customerId]);
}

/** All of an offer's orders, by id. Read in parts: decoding a hundred thousand at once would block the process. */
export async function ordersOf(pool: Queryable, offerId: number): Promise<LaunchOrder[]> {
  const orders: LaunchOrder[] = [];
  for (;;) {
    const rest = 'where offer_id = $1 and order_id > $2 order by order_id limit $3';
    const rows = await select(pool, LAUNCH_ORDERS, rest, [
      offerId,
      orders.at(-1)?.orderId ?? 0,
      READ_AT_ONCE,
    ]);
    orders.push(...rows);
    if (rows.length < READ_AT_ONCE) return orders;
  }
}

/** By order, oldest first. */
export async function commitmentsOf(
  pool: Queryable,
  orderIds: readonly number[],
): Promise<Map<number, StoredCommitment[]>> {
  const rest = 'where order_id = any($1::bigint[]) order by commitment_id';
  const commitments = await select(pool, LAUNCH_COMMITMENTS.stamped, rest, [orderIds]);
  const byOrder = Map.groupBy(commitments, one => one.orderId);
  return new Map(orderIds.map(id => [id, byOrder.get(id) ?? []]));
}

/** What the customer's invitees committed, by offer. */
export async function invitedCommitments(
  pool: Queryable,
  customerId: number,
): Promise<Map<number, (readonly LaunchAmount[])[]>> {
  const { rows } = await pool.query<{ offer_id: string; committed: string }>(
    `select o.offer_id, o.committed from launch_orders o join customers c on c.id = o.customer_id
     where c.invited_by = $1 and not o.returned`,
    [customerId],
  );
  const byOffer = new Map<number, (readonly LaunchAmount[])[]>();
  for (const { offer_id, committed } of rows) {
    const list = byOffer.get(Number(offer_id)) ?? [];
    list.push(decodeAmounts(committed));
    byOffer.set(Number(offer_id), list);
  }
  return byOffer;
}

export async function readTexts(pool: Queryable): Promise<Map<number, LaunchTexts>> {
  const { rows } = await pool.query<{ offer_id: string; about: Record<string, string> }>(
    'select offer_id, about from launch_texts',
  );
  return new Map(rows.map(({ offer_id, about }) => [Number(offer_id), { about }]));
}

export async function writeTexts(db: Queryable, offerId: number, { about }: LaunchTexts): Promise<void> {
  await db.query(
    `insert into launch_texts (offer_id, about) values ($1, $2)
     on conflict (offer_id) do update set about = excluded.about`,
    [offerId, about],
  );
}
