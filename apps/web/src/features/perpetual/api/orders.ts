import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useMemo } from 'react';
import type { CallOutput } from '@tallystick/protocol';
import type { WirePerpetualOrder, WirePosition } from '@tallystick/protocol/wire';
import { callApi } from '#lib/api-client.ts';
import { callQuery, pagesQuery } from '#lib/call-query.ts';
import { useSession } from '#lib/session.ts';
import { contractOrdersTopic, useTopic, type ContractOrdersState } from '#realtime/topics.ts';
import { heldOf, NOTHING_HELD, type Held, type PositionMode } from '../model/held.ts';
import type { OrderRequest } from '../model/request.ts';
import { listOrders, type WaitingOrder } from '../model/waiting.ts';
import { useOpenPositions } from './perpetual.ts';

const openOf = (state: ContractOrdersState) => state.open;
const revisionOf = (state: ContractOrdersState) => state.revision;
const NO_POSITIONS: readonly WirePosition[] = [];
const NO_ORDERS: readonly WirePerpetualOrder[] = [];

/** The customer's waiting orders of hedge and net mode by id, live; undefined for visitors and while loading. */
export function useContractOrders(): ReadonlyMap<number, WirePerpetualOrder> | undefined {
  const session = useSession();
  return useTopic(session ? contractOrdersTopic() : undefined, openOf);
}

/** All resting orders of one contract or of all, of whatever mode; undefined for visitors and while loading. */
export function useWaitingOrders(marketId: number | undefined): readonly WaitingOrder[] | undefined {
  const positions = useOpenPositions();
  const orders = useContractOrders();
  return useMemo(
    () => positions && orders && listOrders(positions.values(), orders.values(), marketId),
    [positions, orders, marketId],
  );
}

function modeQuery(marketId: number) {
  return callQuery('GET lever/mode', { market_id: marketId }, ['lever/mode', marketId]);
}

/** What orders of the contract meet; undefined while the customer's mode is not known. Visitors have none. */
export function useHeld(marketId: number): Held | undefined {
  const session = useSession();
  // Another device may change it: asked again whenever the page is looked at again.
  const { data } = useQuery({ ...modeQuery(marketId), enabled: session !== undefined, staleTime: 0 });
  const positions = useOpenPositions();
  const orders = useContractOrders();
  const mode = data?.mode;
  return useMemo(() => {
    if (!session) return NOTHING_HELD;
    return mode && heldOf(mode, positions?.values() ?? NO_POSITIONS, orders?.values() ?? NO_ORDERS, marketId);
  }, [session, mode, positions, orders, marketId]);
}

/** Returns a call that chooses the mode. Every place that shows it follows. */
export function useSetMode(marketId: number) {
  const client = useQueryClient();
  return useCallback(
    async (mode: PositionMode) => {
      const answer = await callApi('POST lever/mode', { market_id: marketId, mode });
      client.setQueryData(modeQuery(marketId).queryKey, answer);
      return answer;
    },
    [client, marketId],
  );
}

/** Returns a call that asks for the mode again: an order may have been refused because another device has changed it. */
export function useAskMode(marketId: number) {
  const client = useQueryClient();
  return useCallback(
    () => void client.invalidateQueries({ queryKey: modeQuery(marketId).queryKey }),
    [client, marketId],
  );
}

export function placeOrder(
  request: OrderRequest,
  idempotencyKey: string,
): Promise<CallOutput<'POST lever/order'>> {
  return callApi('POST lever/order', request, { idempotencyKey });
}

/** Cancels a resting order. One that opens a position of its own has its id, all others have their own. */
export async function cancelWaiting({ orderId, isMerged }: Pick<WaitingOrder, 'orderId' | 'isMerged'>) {
  await callApi(isMerged ? 'POST lever/cancel_order' : 'POST lever/cancel', { order_id: orderId });
}

const ORDERS_KEY = 'lever/orders';

/** Orders of hedge and net mode that are over, newest first. */
export function orderHistoryQuery(marketId: number | undefined) {
  const input = { view: 'history' as const, market_id: marketId, limit: 20 };
  return pagesQuery('POST lever/orders', input, [ORDERS_KEY, marketId]);
}

/** Asks for the history again with each change of an order. */
export function useOrderNews(): void {
  const client = useQueryClient();
  const revision = useTopic(contractOrdersTopic(), revisionOf) ?? 0;
  useEffect(() => {
    if (revision > 0) void client.invalidateQueries({ queryKey: [ORDERS_KEY] });
  }, [client, revision]);
}
