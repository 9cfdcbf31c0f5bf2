import type pg from 'pg';
import type { WalletSource } from '../wallet/source.ts';
import { hostedOrders } from './store.ts';

/** Principals of hosted orders. */
export function trustWalletSource(pool: pg.Pool): WalletSource {
  return {
    async holds({ customerId, account, currency }) {
      const orders = account === 'trust' ? await hostedOrders(pool, customerId) : [];
      return orders
        .filter(order => order.currencyId === currency.id)
        .map(order => ({
          kind: 'trust',
          reference: `trust:${order.orderId}`,
          label: String(order.cycleDays),
          amountMinor: order.principalMinor,
          atMs: order.boughtAtMs,
        }));
    },
  };
}
