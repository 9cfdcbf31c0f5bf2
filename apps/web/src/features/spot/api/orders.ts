import { queryOptions, type QueryClient } from '@tanstack/react-query';
import type { CallOutput } from '@tallystick/protocol';
import type { WireFill, WireOrder } from '@tallystick/protocol/wire';
import { callApi } from '#lib/api-client.ts';
import { fetchPages, pagesQuery } from '#lib/call-query.ts';
import type { AmendRequest } from '../model/amend.ts';
import type { OrderRequest } from '../model/order-types.ts';

export interface HistoryFilter {
  readonly marketId: number | undefined;
  /** From (inclusive) and to (exclusive), milliseconds. */
  readonly fromMs: number | undefined;
  readonly toMs: number | undefined;
}

type OrderPage = CallOutput<'GET coin/list'>;

const PAGE_SIZE = 20;
/** Page limit of one export. Longer histories are exported in parts, by date. */
const EXPORT_PAGES = 100;

const historyInput = ({ marketId, fromMs, toMs }: HistoryFilter) => ({
  view: 'history' as const,
  market_id: marketId,
  from_ms: fromMs,
  to_ms: toMs,
});

const HISTORY = 'coin/list';

/**
 * Finished orders, newest first, page by page. {@link addToHistory} keeps them current while they are shown. Refetched
 * whenever opened, for orders that ended while not shown.
 */
export function historyQuery(filter: HistoryFilter) {
  return {
    ...pagesQuery('GET coin/list', { ...historyInput(filter), limit: PAGE_SIZE }, [HISTORY, filter]),
    staleTime: Number.POSITIVE_INFINITY,
    refetchOnMount: 'always' as const,
  };
}

function belongs(order: WireOrder, filter: HistoryFilter): boolean {
  return (
    (filter.marketId === undefined || filter.marketId === order.market_id) &&
    (filter.fromMs === undefined || order.placed_at_ms >= filter.fromMs) &&
    (filter.toMs === undefined || order.placed_at_ms < filter.toMs)
  );
}

interface HistoryPages {
  readonly pages: readonly OrderPage[];
  readonly pageParams: readonly unknown[];
}

/** Adds a finished order at the top of every loaded history whose filter it matches. */
export function addToHistory(client: QueryClient, order: WireOrder): void {
  for (const [key, data] of client.getQueriesData<HistoryPages>({ queryKey: [HISTORY] })) {
    const filter = key[1] as HistoryFilter;
    const [first, ...rest] = data?.pages ?? [];
    if (!data || !first || !belongs(order, filter)) continue;
    const isKnown = data.pages.some(page => page.items.some(item => item.order_id === order.order_id));
    if (isKnown) continue;
    client.setQueryData<HistoryPages>(key, {
      ...data,
      pages: [{ ...first, items: [order, ...first.items] }, ...rest],
    });
  }
  // A pending response may be older than the end of this order.
  void client.invalidateQueries({
    queryKey: [HISTORY],
    predicate: ({ state }) => state.fetchStatus === 'fetching',
  });
}

export function orderQuery(orderId: number) {
  return queryOptions({
    queryKey: ['coin/detail', orderId],
    queryFn: async ({ signal }) =>
      (await callApi('GET coin/detail', { order_id: orderId }, { signal })).order,
    staleTime: 0,
  });
}

/** How often it is asked where trailing stops stand: between two answers the prices that are shown tell. */
const TRAILS_EVERY_MS = 5000;

/** Where the waiting trailing stops would fire, by order id. The exchange tells nobody when one moves: prices do. */
export const trailsQuery = queryOptions({
  queryKey: ['coin/trails'],
  queryFn: async ({ signal }) => {
    const { items } = await callApi('GET coin/list', { view: 'open', limit: 100 }, { signal });
    const trailing = items.filter(({ type }) => type === 'trailing_stop');
    return new Map(trailing.map(order => [order.order_id, order.trail_trigger_price]));
  },
  refetchInterval: TRAILS_EVERY_MS,
  staleTime: 0,
});

/** An order's fills, newest first; an order has rarely more than a page of them. */
export function fillsQuery(orderId: number) {
  return queryOptions({
    queryKey: ['coin/fills', orderId],
    queryFn: async ({ signal }) =>
      (await callApi('GET coin/fills', { order_id: orderId, limit: 100 }, { signal })).items,
  });
}

/** The customer's total worth in USDT and BTC, for the warning about large orders. */
export const portfolioQuery = queryOptions({
  queryKey: ['wallet/list', 'totals'],
  queryFn: async ({ signal }) => {
    const { total_usdt, total_btc } = await callApi('POST wallet/list', {}, { signal });
    return { USDT: total_usdt, BTC: total_btc };
  },
  staleTime: 30_000,
});

export function placeOrder(
  request: OrderRequest,
  idempotencyKey: string,
): Promise<CallOutput<'POST coin/trade'>> {
  return callApi('POST coin/trade', request, { idempotencyKey });
}

export function amendOrder(
  request: AmendRequest,
  idempotencyKey: string,
): Promise<CallOutput<'POST coin/amend'>> {
  return callApi('POST coin/amend', request, { idempotencyKey });
}

export async function cancelOrder(orderId: number): Promise<WireOrder> {
  return (await callApi('PUT coin/trade', { order_id: orderId })).order;
}

/** Cancels the waiting orders of one market, or of all. Resolves to their number. */
export async function cancelAllOrders(marketId: number | undefined): Promise<number> {
  const input = marketId === undefined ? {} : { market_id: marketId };
  return (await callApi('POST coin/cancel_all', input)).cancelled;
}

export function fetchAllOrders(filter: HistoryFilter): Promise<WireOrder[]> {
  return fetchPages('GET coin/list', historyInput(filter), EXPORT_PAGES);
}

/** The fills within the filter; the server filters by market, the dates are applied here. */
export async function fetchAllFills({ marketId, fromMs, toMs }: HistoryFilter): Promise<WireFill[]> {
  const fills = await fetchPages('GET coin/fills', { market_id: marketId }, EXPORT_PAGES);
  return fills.filter(fill => (fromMs ?? 0) <= fill.at_ms && fill.at_ms < (toMs ?? Number.POSITIVE_INFINITY));
}
