import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useMemo } from 'react';
import type { CallOutput } from '@tallystick/protocol';
import type { WireConditionalOrder } from '@tallystick/protocol/wire';
import { callApi } from '#lib/api-client.ts';
import { pagesQuery } from '#lib/call-query.ts';
import { useSession } from '#lib/session.ts';
import { conditionalOrdersTopic, useTopic, type ConditionalOrdersState } from '#realtime/topics.ts';
import type { ConditionalRequest } from '../model/conditional.ts';

const waitingOf = (state: ConditionalOrdersState) => state.waiting;
const revisionOf = (state: ConditionalOrdersState) => state.revision;

/** The customer's conditional orders that wait, newest first, live; undefined for visitors and while loading. */
export function useConditionalOrders(
  marketId: number | undefined,
): readonly WireConditionalOrder[] | undefined {
  const session = useSession();
  const waiting = useTopic(session ? conditionalOrdersTopic() : undefined, waitingOf);
  return useMemo(
    () =>
      waiting &&
      [...waiting.values()]
        .filter(order => order.market_id === (marketId ?? order.market_id))
        .toSorted((a, b) => b.conditional_order_id - a.conditional_order_id),
    [waiting, marketId],
  );
}

export function placeConditional(
  request: ConditionalRequest,
  idempotencyKey: string,
): Promise<CallOutput<'POST lever/conditional_order'>> {
  return callApi('POST lever/conditional_order', request, { idempotencyKey });
}

export async function cancelConditional(conditionalOrderId: number): Promise<void> {
  await callApi('POST lever/cancel_conditional_order', { conditional_order_id: conditionalOrderId });
}

/** Returns how many. */
export async function cancelAllConditional(marketId: number | undefined): Promise<number> {
  const input = marketId === undefined ? {} : { market_id: marketId };
  return (await callApi('POST lever/cancel_conditional_orders', input)).cancelled;
}

const HISTORY_KEY = 'lever/conditional_orders';

/** Those that are over, newest first. */
export function conditionalHistoryQuery(marketId: number | undefined) {
  const input = { view: 'history' as const, market_id: marketId, limit: 20 };
  return pagesQuery('POST lever/conditional_orders', input, [HISTORY_KEY, marketId]);
}

/** Asks for the history again with each change. */
export function useConditionalNews(): void {
  const client = useQueryClient();
  const revision = useTopic(conditionalOrdersTopic(), revisionOf) ?? 0;
  useEffect(() => {
    if (revision > 0) void client.invalidateQueries({ queryKey: [HISTORY_KEY] });
  }, [client, revision]);
}
