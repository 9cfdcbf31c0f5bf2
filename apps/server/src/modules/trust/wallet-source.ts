import { formatMinor } from '@tallystick/core/money/decimal';
import type pg from 'pg';
import type { WalletSource } from '../wallet/source.ts';
import { hostedOrders } from './store.ts';

/** Principals that are deposited. */
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
          amount: formatMinor(order.principalMinor, currency.decimals),
          at_ms: order.boughtAtMs,
        }));
    },
  };
}
