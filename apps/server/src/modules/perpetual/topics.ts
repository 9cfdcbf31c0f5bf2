import type { FastifyBaseLogger } from 'fastify';
import type pg from 'pg';
import type { CustomerPositions, PositionTopics } from '../../engine/market-data/position-topics.ts';
import { newestRows, newInFront, ownSides, privateTopic, rowsAndFills } from '../../module/private-topic.ts';
import type { Perpetual } from './perpetual.ts';
import { wireOrder } from './order-wire.ts';
import { findPositions, openPositions, type OpenPositions } from './store.ts';
import { wirePerpetualFill } from './wire.ts';

export interface PerpetualTopicsOptions extends Pick<Perpetual, 'wire' | 'alerts' | 'units'> {
  readonly pool: pg.Pool;
  readonly exchange: OpenPositions;
  readonly marketData: { readonly perpetual: { readonly customers: PositionTopics } };
  readonly log: Pick<FastifyBaseLogger, 'error'>;
}

export function perpetualTopics(options: PerpetualTopicsOptions) {
  const { pool, exchange, marketData, log, alerts, units, wire } = options;
  /** A commit's changes; positions changed only by funding are read from the database. */
  const changeOf = async (customerId: number, { positions, trades, fundedIds }: CustomerPositions) => {
    const funded = await findPositions(pool, customerId, fundedIds);
    const fills = ownSides(trades, customerId, (trade, role) =>
      wirePerpetualFill(trade, role, units.of(trade.marketId)),
    );
    return { rows: [...positions, ...funded].map(wire), fills };
  };
  return {
    positions: privateTopic({
      kind: rowsAndFills(
        'positions',
        newestRows(
          (position: ReturnType<typeof wire>) => position.position_id,
          ({ status }) => status === 'pending' || status === 'holding',
        ),
      ),
      subscribe({ customerId }, add) {
        // Sequential: funded positions are read from the database, and a newer change must not overtake them.
        let queue = Promise.resolve();
        return marketData.perpetual.customers.subscribe(customerId, ({ data }) => {
          queue = queue
            .then(async () => add(await changeOf(customerId, data)))
            .catch((error: unknown) =>
              log.error({ err: error }, 'positions after funding could not be read'),
            );
        });
      },
      read: async ({ customerId }) => openPositions(exchange, customerId).map(wire),
    }),
    perpetual_orders: privateTopic({
      kind: newestRows(
        (order: ReturnType<typeof wireOrder>) => order.order_id,
        ({ status }) => status === 'open',
      ),
      subscribe: ({ customerId }, add) =>
        marketData.perpetual.customers.subscribe(customerId, ({ data: { orders } }) => {
          if (orders.length > 0) add(orders.map(order => wireOrder(order, units.of(order.marketId))));
        }),
      read: async ({ customerId }) =>
        exchange.perpetual.ordersOf(customerId).map(order => wireOrder(order, units.of(order.marketId))),
    }),
    perpetual_alerts: privateTopic({
      kind: newInFront((alert: ReturnType<typeof alerts.recent>[number]) => alert.alert_id),
      subscribe: ({ customerId }, add) => alerts.subscribe(customerId, add),
      read: async ({ customerId }) => alerts.recent(customerId),
    }),
  };
}
