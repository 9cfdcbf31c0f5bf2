import { useQuery, type QueryClient } from '@tanstack/react-query';
import type { CallInput, CallOutput } from '@tallystick/protocol';
import { callApi } from '#lib/api-client.ts';
import { callQuery } from '#lib/call-query.ts';

export type PriceAlert = CallOutput<'GET alert/list'>['items'][number];

const KEY = ['alert/list'];
/** Short, so that a fired alert is shown soon. */
const EVERY_MS = 15_000;

/** Newest first, of one market or all. */
export function usePriceAlerts(marketId?: number) {
  return useQuery({
    ...callQuery('GET alert/list', {}, KEY),
    select: ({ items }) =>
      marketId === undefined ? items : items.filter(({ market_id }) => market_id === marketId),
    refetchInterval: EVERY_MS,
  });
}

export async function addAlert(client: QueryClient, input: CallInput<'POST alert/add'>): Promise<void> {
  await callApi('POST alert/add', input);
  await client.invalidateQueries({ queryKey: KEY });
}

export async function editAlert(client: QueryClient, input: CallInput<'POST alert/edit'>): Promise<void> {
  await callApi('POST alert/edit', input);
  await client.invalidateQueries({ queryKey: KEY });
}

export async function deleteAlert(client: QueryClient, id: number): Promise<void> {
  await callApi('POST alert/delete', { alert_id: id });
  await client.invalidateQueries({ queryKey: KEY });
}
