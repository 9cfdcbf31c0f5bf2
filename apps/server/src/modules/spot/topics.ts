import type { OrderView, ReadonlyExchange } from '@tallystick/core';
import type { PrivateTopics } from '../../engine/market-data/private-topics.ts';
import { newestRows, ownSides, privateTopic, rowsAndFills } from '../../module/private-topic.ts';
import type { MarketUnitsTable } from '../market/units.ts';
import type { OpenOrders } from './store.ts';
import { wireFill, wireOrder } from './wire.ts';

export interface SpotTopicsOptions {
  readonly exchange: OpenOrders & Pick<ReadonlyExchange, 'trailingExtremeTicks'>;
  readonly units: MarketUnitsTable;
  readonly marketData: { readonly customers: Pick<PrivateTopics, 'subscribeOrders'> };
}

export function spotTopics({ exchange, units, marketData }: SpotTopicsOptions) {
  const wire = (order: OrderView): ReturnType<typeof wireOrder> =>
    wireOrder(order, units.of(order.marketId), exchange.trailingExtremeTicks(order.orderId));
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
            rows: orders.map(wire),
            fills: ownSides(trades, customerId, (trade, role) =>
              wireFill(trade, role, units.of(trade.marketId)),
            ),
          }),
        ),
      async read({ customerId }) {
        return exchange.openOrders(customerId).map(wire);
      },
    }),
  };
}
