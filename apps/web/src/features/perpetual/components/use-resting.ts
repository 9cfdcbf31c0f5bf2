import { useMemo } from 'react';
import type { WireMarket } from '@tallystick/protocol/wire';
import { useWaitingOrders } from '../api/orders.ts';
import { restingTicks } from '../model/waiting.ts';

/** Prices of a contract's book at which the customer's own orders rest; the same object while no order changes. */
export function useRestingTicks(market: WireMarket): ReturnType<typeof restingTicks> {
  const orders = useWaitingOrders(market.id);
  return useMemo(() => restingTicks(orders ?? [], market), [orders, market]);
}
