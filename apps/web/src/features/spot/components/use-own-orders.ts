import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect } from 'react';
import type { WireMarket, WireOrder } from '@tallystick/protocol/wire';
import { useTranslation } from '#i18n/use-translation.ts';
import { useSession } from '#lib/session.ts';
import { ordersTopic, useTopic, type OrdersState } from '#realtime/topics.ts';
import { formatDecimal } from '#ui/format.ts';
import { showToast } from '#ui/toast.ts';
import { cancelTimersQuery } from '../api/cancel-timers.ts';
import { addToHistory, trailsQuery } from '../api/orders.ts';
import { watches } from '../model/order-types.ts';
import { endedByClock, newsworthy, restingTicks, sameTicks, type RestingTicks } from '../model/own-orders.ts';

const waitingOf = (state: OrdersState) => state.waiting;
const NOBODY: RestingTicks = { bids: new Set(), asks: new Set() };

/** The customer's waiting orders by id, live; undefined for visitors and while loading. */
export function useWaitingOrders(): ReadonlyMap<number, WireOrder> | undefined {
  const session = useSession();
  return useTopic(session ? ordersTopic() : undefined, waitingOf);
}

const someTrails = (state: OrdersState) =>
  [...state.waiting.values()].some(({ type, triggered }) => type === 'trailing_stop' && !triggered);

/** Where the waiting trailing stops would fire, by order id, as last heard; undefined without any. */
export function useTrails(): ReadonlyMap<number, string | null> | undefined {
  const session = useSession();
  const enabled = useTopic(session ? ordersTopic() : undefined, someTrails) ?? false;
  return useQuery({ ...trailsQuery, enabled }).data;
}

/** Prices of this market at which the customer's own orders rest. */
export function useRestingTicks(market: WireMarket): RestingTicks {
  const session = useSession();
  const select = useCallback((state: OrdersState) => restingTicks(state.waiting.values(), market), [market]);
  return useTopic(session ? ordersTopic() : undefined, select, sameTicks) ?? NOBODY;
}

/** Keeps the order history current and announces what became of orders that were waiting: fills, and ends by the clock. */
export function useOrderNews(): void {
  const { t } = useTranslation('spot');
  const client = useQueryClient();
  const isCustomer = useSession() !== undefined;
  useEffect(() => {
    if (!isCustomer) return;
    const store = ordersTopic();
    let seenRevision = store.read()?.revision ?? 0;
    let seenTrade = Math.max(0, ...(store.read()?.fills ?? []).map(fill => fill.trade_id));
    const look = () => {
      const state = store.read();
      if (!state) return;
      // A new snapshot restarts the revision count.
      if (state.revision < seenRevision) seenRevision = 0;
      const recent = state.changed
        .filter(({ revision }) => revision > seenRevision)
        .map(({ order }) => order);
      seenRevision = state.revision;
      for (const order of recent.toReversed()) if (order.status !== 'waiting') addToHistory(client, order);
      const ended = endedByClock(recent);
      if (ended.cancel_timer > 0) void client.invalidateQueries({ queryKey: cancelTimersQuery.queryKey });
      for (const reason of ['expired', 'cancel_timer'] as const) {
        if (ended[reason] > 0) showToast(t(`ended.${reason}`, { count: ended[reason] }));
      }
      const orders = new Map(
        state.changed.map(({ order }) => [order.order_id, order]).toReversed() as [number, WireOrder][],
      );
      const isStop = (orderId: number) => watches(orders.get(orderId)?.type ?? 'limit');
      const news = newsworthy(state.fills, seenTrade, isStop);
      seenTrade = Math.max(seenTrade, ...state.fills.map(fill => fill.trade_id));
      const latest = news[0];
      const order = latest && orders.get(latest.order_id);
      if (!latest || !order) return;
      const params = {
        symbol: order.symbol,
        amount: `${formatDecimal(latest.quantity)} ${order.symbol.split('/')[0] ?? ''}`,
        price: formatDecimal(latest.price),
        percent: formatDecimal(order.filled_percent),
      };
      const isWhole = order.status === 'completed';
      showToast(t(`news.${order.side}.${isWhole ? 'whole' : 'part'}`, params), 'good');
    };
    return store.watch(look);
  }, [client, isCustomer, t]);
}
