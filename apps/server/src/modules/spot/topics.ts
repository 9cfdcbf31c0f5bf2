import type { PrivateTopics } from '../../engine/market-data/private-topics.ts';
import { newestRows, ownSides, privateTopic, rowsAndFills } from '../../module/private-topic.ts';
import type { MarketUnitsTable } from '../market/units.ts';
import type { OpenOrders } from './store.ts';
import { wireFill, wireOrder } from './wire.ts';

export interface SpotTopicsOptions {
  readonly exchange: OpenOrders;
  readonly units: MarketUnitsTable;
  readonly marketData: { readonly customers: Pick<PrivateTopics, 'subscribeOrders'> };
}

export function spotTopics({ exchange, units, marketData }: SpotTopicsOptions) {
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
        return exchange.openOrders(customerId).map(order => wireOrder(order, units.of(order.marketId)));
      },
    }),
  };
}
