import type { SpotCommand } from '@tallystick/core/spot/command';
import type { SpotPostingReason } from '@tallystick/core/spot/event';
import { ORDERS } from '../../projections/orders.ts';
import { TRADES } from '../../projections/trades.ts';
import { audited, type EngineProduct, journaled } from '../product.ts';

/** `Projections` handles its events itself, because every order has several. */
export const SPOT: EngineProduct<SpotCommand, never, SpotPostingReason> = {
  commands: journaled<SpotCommand>()({
    placeOrder:
      'customerId marketId side orderType timeInForce postOnly priceTicks quantityLots budgetMinor:bigint triggerTicks clientOrderId',
    cancelOrder: 'customerId orderId',
    cancelAllOrders: 'customerId marketId',
    replaceOrders: 'customerId marketId cancel bids asks',
  }),
  postings: { orderFreeze: 'none', orderUnfreeze: 'none', trade: 'ledger' },
  tables: [audited(ORDERS), audited(TRADES)],
};
