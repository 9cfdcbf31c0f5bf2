import type pg from 'pg';
import type { MarketUnitsTable } from '../market/units.ts';
import { idsOf, type Deal, type EntryDetails, type Hold, type WalletSource } from '../wallet/source.ts';
import { findFills, type OpenOrders } from './store.ts';
import { wireFill } from './wire.ts';

export interface SpotWalletOptions {
  readonly pool: pg.Pool;
  readonly exchange: OpenOrders;
  readonly units: MarketUnitsTable;
}

/** Money frozen by orders, and the trades behind ledger entries. */
export function spotWalletSource({ pool, exchange, units }: SpotWalletOptions): WalletSource {
  return {
    async holds({ customerId, account, currency }) {
      const orders = account === 'spot' ? exchange.openOrders(customerId) : [];
      return orders.flatMap((order): Hold[] => {
        const market = units.of(order.marketId);
        const frozenIn = order.side === 'buy' ? market.quote : market.base;
        if (frozenIn.id !== currency.id || order.frozenMinor === 0n) return [];
        const { symbol } = market.market;
        return [
          {
            kind: 'order',
            reference: `order:${order.orderId}`,
            label: symbol,
            amountMinor: order.frozenMinor,
            atMs: order.placedAtMs,
          },
        ];
      });
    },

    async entries(customerId, references) {
      const fills = await findFills(pool, customerId, idsOf(references, 'trade'));
      return new Map(
        fills.map(({ trade, role }): [string, EntryDetails] => {
          const of = units.of(trade.marketId);
          const {
            side,
            price,
            quantity,
            fee,
            fee_currency: feeCurrency,
            order_id: orderId,
          } = wireFill(trade, role, of);
          const { id: marketId, symbol } = of.market;
          const traded = { price, quantity, fee, feeCurrency };
          const deal: Deal = { product: 'spot', marketId, symbol, side, traded, orderId, positionId: null };
          return [`trade:${trade.tradeId}`, { deal }];
        }),
      );
    },
  };
}
