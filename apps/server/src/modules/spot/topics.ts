import type pg from 'pg';
import type { PrivateTopics } from '../../engine/market-data/private-topics.ts';
import { newestRows, ownSides, privateTopic, rowsAndFills } from '../../module/private-topic.ts';
import type { MarketUnitsTable } from '../market/units.ts';
import { waitingOrders } from './store.ts';
import { wireFill, wireOrder } from './wire.ts';

export interface SpotTopicsOptions {
  readonly pool: pg.Pool;
  readonly units: MarketUnitsTable;
  readonly marketData: { readonly customers: Pick<PrivateTopics, 'subscribeOrders'> };
}

export function spotTopics({ pool, units, marketData }: SpotTopicsOptions) {
  return {
    orders: privateTopic({
      kind: rowsAndFills(
        'orders',
        newestRows(
          (order: ReturnType<typeof wireOrder>) => order.order_id,
          order => order.status === 'waiting',
        ),
      ),
      subscribe: ({ customerId }, add) =>
        marketData.customers.subscribeOrders(customerId, ({ data: { orders, trades } }) =>
          add({
            rows: orders.map(order => wireOrder(order, units.of(order.marketId))),
            fills: ownSides(trades, customerId, (trade, role) =>
              wireFill(trade, role, units.of(trade.marketId)),
            ),
          }),
        ),
      async read({ customerId }) {
        const orders = await waitingOrders(pool, customerId);
        return orders.map(order => wireOrder(order, units.of(order.marketId)));
      },
    }),
  };
}
