import { formatMinor } from '@tallystick/core/money/decimal';
import type pg from 'pg';
import type { MarketUnitsTable } from '../market/units.ts';
import { idsOf, type EntryDetails, type Hold, type WalletSource } from '../wallet/source.ts';
import { findFills, waitingOrders } from './store.ts';
import { wireFill } from './wire.ts';

export interface SpotWalletOptions {
  readonly pool: pg.Pool;
  readonly units: MarketUnitsTable;
}

/** Money that waits in orders, and what entries of trades were dealt for. */
export function spotWalletSource({ pool, units }: SpotWalletOptions): WalletSource {
  return {
    async holds({ customerId, account, currency }) {
      const orders = account === 'spot' ? await waitingOrders(pool, customerId) : [];
      return orders.flatMap((order): Hold[] => {
        const market = units.of(order.marketId);
        const frozenIn = order.side === 'buy' ? market.quote : market.base;
        if (frozenIn.id !== currency.id || order.frozenMinor === 0n) return [];
        const amount = formatMinor(order.frozenMinor, currency.decimals);
        const { symbol } = market.market;
        return [
          {
            kind: 'order',
            reference: `order:${order.orderId}`,
            label: symbol,
            amount,
            at_ms: order.placedAtMs,
          },
        ];
      });
    },

    async entries(customerId, references) {
      const fills = await findFills(pool, customerId, idsOf(references, 'trade'));
      return new Map(
        fills.map(({ trade, role }): [string, EntryDetails] => {
          const fill = wireFill(trade, role, units.of(trade.marketId));
          const { market_id, symbol, side, price, quantity, fee, fee_currency, order_id } = fill;
          const deal = { market_id, symbol, side, price, quantity, fee, fee_currency, order_id };
          return [`trade:${trade.tradeId}`, { deal: { product: 'spot', ...deal, position_id: null } }];
        }),
      );
    },
  };
}
