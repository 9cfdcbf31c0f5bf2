import type { SpotCommand } from '@tallystick/core/spot/command';
import type { SpotPostingReason } from '@tallystick/core/spot/event';
import { ORDERS } from '../../projections/orders.ts';
import { TRADES } from '../../projections/trades.ts';
import { audited, type EngineProduct } from '../product.ts';

/** `Projections` handles its events itself, because every order has several. */
export const SPOT: EngineProduct<SpotCommand, never, SpotPostingReason> = {
  commands: {
    placeOrder: {
      customerId: 'plain',
      marketId: 'plain',
      side: 'plain',
      orderType: 'plain',
      timeInForce: 'plain',
      postOnly: 'plain',
      priceTicks: 'plain',
      quantityLots: 'plain',
      budgetMinor: 'bigint',
      triggerTicks: 'plain',
      clientOrderId: 'plain',
    },
    cancelOrder: { customerId: 'plain', orderId: 'plain' },
    cancelAllOrders: { customerId: 'plain', marketId: 'plain' },
  },
  postings: { orderFreeze: 'none', orderUnfreeze: 'none', trade: 'ledger' },
  tables: [audited(ORDERS), audited(TRADES)],
};
