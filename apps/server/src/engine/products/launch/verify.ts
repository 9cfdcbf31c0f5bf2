import { isDeepStrictEqual } from 'node:util';
import type { LaunchOffer, LaunchOrder, ReadonlyExchange } from '@tallystick/core';
import { allocate } from '@tallystick/core/launch/allocate';
import { listRoot } from '@tallystick/core/launch/allocation-list';
import {
  byOwner,
  compareLists,
  type ByOwner,
  type Compared,
  type Owners,
} from '../../projections/compare.ts';
import type { TableRule } from '../../projections/broken-rows.ts';
import { LAUNCH_ORDERS } from './tables.ts';
import type { Queryable } from '../../projections/queryable.ts';
import type { VerifiedProduct } from '../verified-product.ts';
import { select } from '../../projections/select.ts';

/**
 * Compares orders for new currencies with the exchange while it keeps them, recomputes every closed offer's root and
 * allocation from its rows alone, and sums the commitments. Returns the differences in words, if any.
 */
async function verify(database: Queryable, exchange: ReadonlyExchange): Promise<string[]> {
  const problems: string[] = [];
  for (const offer of exchange.launch.offers())
    problems.push(...(await verifyOffer(database, exchange, offer)));
  return problems;
}

async function verifyOffer(
  database: Queryable,
  exchange: ReadonlyExchange,
  offer: LaunchOffer,
): Promise<string[]> {
  const { offerId } = offer.terms;
  const orders = await select(database, LAUNCH_ORDERS, 'where offer_id = $1 order by order_id', [offerId]);
  const ended = offer.status === 'released' || offer.status === 'cancelled';
  if (!ended && !isDeepStrictEqual(orders, exchange.launch.orders(offerId))) {
    return [`orders of launch offer ${offerId} differ from the exchange’s`];
  }
  if (offer.result === null) return [];
  const figures = exchange.launch.figures(offerId)!;
  const problems: string[] = [];
  if (listRoot(figures, orders) !== offer.result.root) {
    problems.push(`the rows of launch offer ${offerId} have another root`);
  }
  const again = allocate(figures, orders);
  for (const [i, order] of orders.entries()) {
    if (
      order.allocatedMinor !== again[i]!.allocatedMinor ||
      !isDeepStrictEqual(order.spent, again[i]!.spent)
    ) {
      problems.push(`launch order ${order.orderId} computes to ${again[i]!.allocatedMinor}`);
    }
    if (offer.status === 'released' && order.releasedMinor !== order.allocatedMinor) {
      problems.push(`launch order ${order.orderId} was not released completely`);
    }
  }
  return problems;
}

const COMMITMENTS: TableRule = {
  what: 'commitments do not add up to those of launch order',
  sql: `select distinct order_id as name from (
      select order_id, currency_id, amount_minor::numeric as amount from launch_commitments
      union all
      select order_id, (pair->>0)::integer, -(pair->>1)::numeric
      from launch_orders, jsonb_array_elements(committed::jsonb) as pair
    ) as both_sides group by order_id, currency_id having sum(amount) <> 0`,
};

/** Orders of running offers; after an offer has ended only the table keeps them. */
const LISTED: ByOwner = exchange =>
  byOwner(openOffers(exchange).flatMap(({ terms }) => exchange.launch.orders(terms.offerId)));

function openOffers(exchange: ReadonlyExchange): LaunchOffer[] {
  return exchange.launch.offers().filter(({ status }) => status !== 'released' && status !== 'cancelled');
}

async function compareOrders(database: Queryable, state: Compared, owners: Owners): Promise<string[]> {
  const problems: string[] = [];
  const committed = state.of(LISTED) as (owner: number) => readonly LaunchOrder[];
  for (const { terms } of openOffers(state.exchange)) {
    const { offerId } = terms;
    const rows = await select(
      database,
      LAUNCH_ORDERS,
      'where offer_id = $1 and customer_id between $2 and $3 order by order_id',
      [offerId, owners.from, owners.to],
    );
    const told = rows.map(row => [row.customerId, row] as const);
    const core = (owner: number): LaunchOrder[] => committed(owner).filter(one => one.offerId === offerId);
    problems.push(...compareLists(`orders of launch offer ${offerId}`, owners, told, core));
  }
  return problems;
}

export const LAUNCH_VERIFIED: VerifiedProduct = {
  rules: [COMMITMENTS],
  verify,
  compared: [compareOrders],
  frozenInSpot: `select o.customer_id, c.currency_id, -c.amount_minor
    from launch_orders o join launch_commitments c using (order_id)
    where o.allocated_minor is null and not o.returned`,
};
