import type { TableRule } from '../../projections/broken-rows.ts';
import { compareRows } from '../../projections/compare.ts';
import { quotesOf } from '../../projections/house-quotes.ts';
import { ORDERS } from '../../projections/orders.ts';
import { completeSince, firstKept } from '../../history/floors.ts';
import type { VerifiedProduct } from '../verified-product.ts';

/** Each must return no rows. */
const SUMS: readonly TableRule[] = [
  {
    what: 'trades do not add up to what was filled of order',
    // Of older orders, some trades or the order itself may be gone.
    sql: `select order_id as name from (
        select order_id, filled_lots as lots, filled_quote_minor as quote, fee_minor as fee, placed_at_ms from orders
        union all
        select taker_order_id, -quantity_lots, -quote_minor, -taker_fee_minor, null from trades
        union all
        select maker_order_id, -quantity_lots, -quote_minor, -maker_fee_minor, null from trades
      ) as both_sides group by order_id having (sum(lots), sum(quote), sum(fee)) <> (0, 0, 0)
        and case when max(placed_at_ms) is null then order_id >= ${firstKept('orders')}
          else max(placed_at_ms) >= ${completeSince('trades')} end`,
  },
  {
    what: 'an order that has ended still freezes funds:',
    sql: `select order_id as name from orders where status <> 'waiting' and frozen_minor <> 0`,
  },
];

export const SPOT_VERIFIED: VerifiedProduct = {
  rules: SUMS,
  compared: [
    compareRows(
      'waiting orders',
      ORDERS,
      `status = 'waiting'`,
      exchange => owner => exchange.openOrders(owner),
      quotesOf,
    ),
  ],
  frozenInSpot: `select o.customer_id, case o.side when 'buy' then m.quote_id else m.base_id end, -o.frozen_minor
    from orders o join unnest($1::integer[], $2::integer[], $3::integer[]) as m (id, base_id, quote_id)
      on m.id = o.market_id
    where o.status = 'waiting' and o.order_id <> all ($4::bigint[])
    union all select unnest($5::integer[]), unnest($6::integer[]), -unnest($7::bigint[])`,
};
