import { queryOptions, useQuery, type QueryClient } from '@tanstack/react-query';
import type { CallOutput } from '@tallystick/protocol';
import type { WireOption } from '@tallystick/protocol/wire';
import { callApi } from '#lib/api-client.ts';
import { callQuery, fetchPages, pagesQuery } from '#lib/call-query.ts';
import { useSession } from '#lib/session.ts';
import { verdictOf } from '../model/standing.ts';
import type { Mode, Purchase, Terms } from '../model/ticket.ts';

/** Refetch interval: what the exchange can cover changes with every purchase. */
const TERMS_EVERY_MS = 10_000;
const PAGE_SIZE = 20;
/** Page limit of one export. Longer histories are exported in parts, by date. */
const EXPORT_PAGES = 100;

const TERMS = 'microtrade/seconds';
const FUNDS = 'microtrade/payable_currencies';
const PRACTICE = 'microtrade/practice';
const HISTORY = 'microtrade/lists';
/** The remaining own limits; a stake counts as soon as it is placed. */
const LIMITS = 'limits/self';

/** The markets with options. */
export function useOptionMarkets() {
  return useQuery({
    queryKey: ['microtrade/markets'],
    queryFn: async ({ signal }) => (await callApi('GET microtrade/markets', {}, { signal })).markets,
    staleTime: 60_000,
  });
}

function termsQuery(marketId: number) {
  return callQuery('GET microtrade/seconds', { market_id: marketId }, [TERMS, marketId]);
}

/** Current times, rates and stakes of a market. */
export function useTerms(marketId: number) {
  return useQuery({ ...termsQuery(marketId), refetchInterval: TERMS_EVERY_MS });
}

/** Refetches the terms and resolves to them, so that the page is current after a refusal. */
export function renewTerms(client: QueryClient, marketId: number): Promise<Terms> {
  return client.fetchQuery({ ...termsQuery(marketId), staleTime: 0 });
}

/** Currencies that can be staked on a market, with the customer's balances; not fetched for visitors. */
export function usePayable(marketId: number) {
  const isCustomer = useSession() !== undefined;
  return useQuery({
    queryKey: [FUNDS, marketId],
    queryFn: async ({ signal }) =>
      (await callApi('GET microtrade/payable_currencies', { market_id: marketId }, { signal })).currencies,
    enabled: isCustomer,
  });
}

export function usePractice(enabled: boolean) {
  return useQuery({
    queryKey: [PRACTICE],
    queryFn: async ({ signal }) => (await callApi('GET microtrade/practice', {}, { signal })).balances,
    enabled: useSession() !== undefined && enabled,
  });
}

/** Refetches what purchases, results and transfers change, where it is shown. */
export async function refreshFunds(client: QueryClient): Promise<void> {
  const keys = [FUNDS, PRACTICE, TERMS, LIMITS];
  await Promise.all(keys.map(key => client.invalidateQueries({ queryKey: [key] })));
}

export async function resetPractice(client: QueryClient, currencyId: number): Promise<void> {
  const { balances } = await callApi('POST microtrade/practice', { currency_id: currencyId });
  client.setQueryData([PRACTICE], balances);
  await refreshFunds(client);
}

export function buyOption(
  purchase: Purchase,
  idempotencyKey: string,
): Promise<CallOutput<'POST microtrade/submit'>> {
  return callApi('POST microtrade/submit', purchase, { idempotencyKey });
}

export function optionQuery(optionId: number) {
  return queryOptions({
    queryKey: ['microtrade/detail', optionId],
    queryFn: async ({ signal }) =>
      (await callApi('GET microtrade/detail', { option_id: optionId }, { signal })).option,
    // A settled option never changes.
    staleTime: query => (query.state.data?.state === 'settled' ? Number.POSITIVE_INFINITY : 0),
  });
}

export interface HistoryFilter {
  readonly mode: Mode;
  readonly marketId: number | undefined;
  readonly direction: WireOption['direction'] | undefined;
  readonly outcome: NonNullable<WireOption['outcome']> | undefined;
  /** From (inclusive) and to (exclusive), milliseconds. */
  readonly fromMs: number | undefined;
  readonly toMs: number | undefined;
}

type OptionPage = CallOutput<'GET microtrade/lists'>;

const historyInput = ({ mode, marketId, direction, outcome, fromMs, toMs }: HistoryFilter) => ({
  view: 'history' as const,
  practice: mode === 'practice',
  market_id: marketId,
  direction,
  outcome,
  from_ms: fromMs,
  to_ms: toMs,
});

/**
 * Settled options, newest first, page by page. {@link addToHistory} keeps them current while they are shown. Refetched
 * whenever opened, for options settled while not shown.
 */
export function historyQuery(filter: HistoryFilter) {
  return {
    ...pagesQuery('GET microtrade/lists', { ...historyInput(filter), limit: PAGE_SIZE }, [HISTORY, filter]),
    staleTime: Number.POSITIVE_INFINITY,
    refetchOnMount: 'always' as const,
  };
}

function belongs(option: WireOption, filter: HistoryFilter): boolean {
  return (
    option.practice === (filter.mode === 'practice') &&
    (filter.marketId === undefined || filter.marketId === option.market_id) &&
    (filter.direction === undefined || filter.direction === option.direction) &&
    (filter.outcome === undefined || filter.outcome === option.outcome) &&
    (filter.fromMs === undefined || option.bought_at_ms >= filter.fromMs) &&
    (filter.toMs === undefined || option.bought_at_ms < filter.toMs)
  );
}

interface HistoryPages {
  readonly pages: readonly OptionPage[];
  readonly pageParams: readonly unknown[];
}

/** Adds a settled option at the top of every loaded history whose filter it matches. */
export function addToHistory(client: QueryClient, option: WireOption): void {
  if (verdictOf(option) === undefined) return;
  client.setQueryData(optionQuery(option.option_id).queryKey, option);
  for (const [key, data] of client.getQueriesData<HistoryPages>({ queryKey: [HISTORY] })) {
    const [first, ...rest] = data?.pages ?? [];
    if (!data || !first || !belongs(option, key[1] as HistoryFilter)) continue;
    const isKnown = data.pages.some(page => page.items.some(item => item.option_id === option.option_id));
    if (isKnown) continue;
    client.setQueryData<HistoryPages>(key, {
      ...data,
      pages: [{ ...first, items: [option, ...first.items] }, ...rest],
    });
  }
  // A pending response may be older than this settlement.
  void client.invalidateQueries({
    queryKey: [HISTORY],
    predicate: ({ state }) => state.fetchStatus === 'fetching',
  });
}

/** Needed after a lost connection, as options may have settled meanwhile. */
export function renewHistory(client: QueryClient): Promise<void> {
  return client.invalidateQueries({ queryKey: [HISTORY] });
}

export function fetchAllOptions(filter: HistoryFilter): Promise<WireOption[]> {
  return fetchPages('GET microtrade/lists', historyInput(filter), EXPORT_PAGES);
}
