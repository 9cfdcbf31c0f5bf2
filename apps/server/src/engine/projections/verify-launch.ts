import { isDeepStrictEqual } from 'node:util';
import type { Exchange, LaunchOffer } from '@tallystick/core';
import { allocate } from '@tallystick/core/launch/allocate';
import { listRoot } from '@tallystick/core/launch/allocation-list';
import { launchOrderOf, type LaunchOrderRow } from './launch-rows.ts';
import type { Queryable } from './queryable.ts';

/**
 * Compares orders for new currencies with the exchange as long as it keeps them, computes every closed offer's root
 * and allocation again from its rows alone, and adds up the commitments. Words of disagreement, or nothing.
 */
export async function verifyLaunch(database: Queryable, exchange: Exchange): Promise<string[]> {
  const problems: string[] = [];
  for (const offer of exchange.launch.offers())
    problems.push(...(await verifyOffer(database, exchange, offer)));
  const { rows } = await database.query<{ order_id: string }>(OTHER_COMMITMENTS);
  for (const { order_id } of rows) problems.push(`the commitments of launch order ${order_id} do not add up`);
  return problems;
}

async function verifyOffer(database: Queryable, exchange: Exchange, offer: LaunchOffer): Promise<string[]> {
  const { offerId } = offer.terms;
  const { rows } = await database.query<LaunchOrderRow>(
    'select * from launch_orders where offer_id = $1 order by order_id',
    [offerId],
  );
  const orders = rows.map(launchOrderOf);
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

const OTHER_COMMITMENTS = `
  with single as (
    select order_id, currency_id, sum(amount_minor) as amount
    from launch_commitments group by order_id, currency_id
  ), whole as (
    select order_id, (pair->>0)::integer as currency_id, (pair->>1)::numeric as amount
    from launch_orders, jsonb_array_elements(committed::jsonb) as pair
  )
  select distinct coalesce(single.order_id, whole.order_id) as order_id
  from single full join whole using (order_id, currency_id)
  where single.amount is distinct from whole.amount
  limit 10`;
