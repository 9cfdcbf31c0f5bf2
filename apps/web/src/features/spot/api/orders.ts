import { infiniteQueryOptions, queryOptions, type QueryClient } from '@tanstack/react-query';
import type { CallInput, CallOutput } from '@tallystick/protocol';
import type { WireFill, WireOrder } from '@tallystick/protocol/wire';
import { callApi } from '#lib/api-client.ts';
import type { OrderRequest } from '../model/ticket.ts';

export interface HistoryFilter {
  readonly marketId: number | undefined;
  /** From (inclusive) and to (exclusive), milliseconds. */
  readonly fromMs: number | undefined;
  readonly toMs: number | undefined;
}

type OrderPage = CallOutput<'GET coin/list'>;

const PAGE_SIZE = 20;
const EXPORT_PAGE_SIZE = 100;
/** More rows than this are exported in parts, by date. */
const EXPORT_PAGES = 100;

function historyInput(
  filter: HistoryFilter,
  cursor: string | null,
  limit: number,
): CallInput<'GET coin/list'> {
  return {
    view: 'history',
    limit,
    ...(filter.marketId === undefined ? {} : { market_id: filter.marketId }),
    ...(filter.fromMs === undefined ? {} : { from_ms: filter.fromMs }),
    ...(filter.toMs === undefined ? {} : { to_ms: filter.toMs }),
    ...(cursor === null ? {} : { cursor }),
  };
}

const HISTORY = 'coin/list';

/**
 * Finished orders, newest first, page by page. Kept current by {@link addToHistory} while it is looked at; asked for again
 * whenever it is opened, for what ended unseen.
 */
export function historyQuery(filter: HistoryFilter) {
  return infiniteQueryOptions({
    queryKey: [HISTORY, filter],
    queryFn: ({ pageParam, signal }) =>
      callApi('GET coin/list', historyInput(filter, pageParam, PAGE_SIZE), { signal }),
    initialPageParam: null as string | null,
    getNextPageParam: (page: OrderPage) => page.next_cursor,
    staleTime: Number.POSITIVE_INFINITY,
    refetchOnMount: 'always' as const,
  });
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

/** Puts a finished order at the head of every loaded history it belongs to; the pages below stay as they are. */
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
  // What is still on its way may have left before this one ended.
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

/** An order's fills, newest first; an order has rarely more than a page of them. */
export function fillsQuery(orderId: number) {
  return queryOptions({
    queryKey: ['coin/fills', orderId],
    queryFn: async ({ signal }) =>
      (await callApi('GET coin/fills', { order_id: orderId, limit: 100 }, { signal })).items,
  });
}

/** Everything the customer has, worth in USDT and BTC: what "a large part" is measured by. */
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

export async function cancelOrder(orderId: number): Promise<WireOrder> {
  return (await callApi('PUT coin/trade', { order_id: orderId })).order;
}

/** Cancels the waiting orders of one market, or of all; resolves to how many there were. */
export async function cancelAllOrders(marketId: number | undefined): Promise<number> {
  const input = marketId === undefined ? {} : { market_id: marketId };
  return (await callApi('POST coin/cancel_all', input)).cancelled;
}

async function collect<Item>(
  fetchPage: (
    cursor: string | null,
  ) => Promise<{ readonly items: Item[]; readonly next_cursor: string | null }>,
): Promise<Item[]> {
  const items: Item[] = [];
  let cursor: string | null = null;
  for (let page = 0; page < EXPORT_PAGES; page += 1) {
    const next: { readonly items: Item[]; readonly next_cursor: string | null } = await fetchPage(cursor);
    items.push(...next.items);
    cursor = next.next_cursor;
    if (cursor === null) break;
  }
  return items;
}

export function fetchAllOrders(filter: HistoryFilter): Promise<WireOrder[]> {
  return collect(cursor => callApi('GET coin/list', historyInput(filter, cursor, EXPORT_PAGE_SIZE)));
}

/** The fills within the filter; the server filters by market, the dates are applied here. */
export async function fetchAllFills({ marketId, fromMs, toMs }: HistoryFilter): Promise<WireFill[]> {
  const fills = await collect(cursor =>
    callApi('GET coin/fills', {
      limit: EXPORT_PAGE_SIZE,
      ...(marketId === undefined ? {} : { market_id: marketId }),
      ...(cursor === null ? {} : { cursor }),
    }),
  );
  return fills.filter(fill => (fromMs ?? 0) <= fill.at_ms && fill.at_ms < (toMs ?? Number.POSITIVE_INFINITY));
}
