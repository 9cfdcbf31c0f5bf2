import type { SpotCommand } from '@tallystick/core/spot/command';
import type { EventOf } from '@tallystick/core/event';
import type { SpotPostingReason } from '@tallystick/core/spot/event';
import { ORDERS } from '../../projections/orders.ts';
import { TRADES } from '../../projections/trades.ts';
import { audited, type EngineProduct, journaled } from '../product.ts';

type Event = EventOf<'cancelTimerChanged' | 'orderPartRefused'>;

/** `Projections` handles the events of orders itself, because every order has several. */
export const SPOT: EngineProduct<SpotCommand, Event, SpotPostingReason> = {
  commands: journaled<SpotCommand>()({
    placeOrder:
      'customerId marketId side orderType timeInForce postOnly priceTicks quantityLots budgetMinor:bigint triggerTicks clientOrderId instructions:optional',
    amendOrder: 'customerId orderId priceTicks quantityLots budgetMinor:bigint triggerTicks',
    replaceOrder:
      'customerId cancelOrderId mode marketId side orderType timeInForce postOnly priceTicks quantityLots budgetMinor:bigint triggerTicks clientOrderId instructions:optional',
    orderBatch: 'customerId parts',
    setCancelTimer: 'customerId marketId afterMs scope line:optional',
    cancelOrder: 'customerId orderId',
    cancelAllOrders: 'customerId marketId',
    replaceOrders: 'customerId marketId cancel bids asks',
  }),
  postings: { orderFreeze: 'none', orderUnfreeze: 'none', trade: 'ledger' },
  answers: { cancelTimerChanged: (event, customerId) => event.customerId === customerId },
  tables: [audited(ORDERS), audited(TRADES)],
  batch: () => ({
    tables: [],
    on: {
      cancelTimerChanged: 'read from the exchange; the orders it takes off have rows',
      orderPartRefused: 'only the sender is told',
    },
  }),
};
