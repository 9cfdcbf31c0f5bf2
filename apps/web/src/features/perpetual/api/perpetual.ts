import { queryOptions, useQuery } from '@tanstack/react-query';
import { useCallback } from 'react';
import type { CallInput, CallOutput } from '@tallystick/protocol';
import type { WirePerpetualTicker, WirePosition } from '@tallystick/protocol/wire';
import { callApi } from '#lib/api-client.ts';
import { callQuery, fetchPages, pagesQuery } from '#lib/call-query.ts';
import { useSession } from '#lib/session.ts';
import {
  perpetualTickersTopic,
  positionsTopic,
  useTopic,
  type PerpetualTickersById,
  type PositionsState,
} from '#realtime/topics.ts';
import type { OpenRequest } from '../model/ticket.ts';

/** Terms rarely change; prices come over the socket. */
export function positionQuery(positionId: number) {
  return queryOptions({
    queryKey: ['lever/detail', positionId],
    queryFn: async ({ signal }) =>
      (await callApi('GET lever/detail', { position_id: positionId }, { signal })).position,
    staleTime: 0,
  });
}

export const contractsQuery = queryOptions({ ...callQuery('GET lever/contracts', {}), staleTime: 60_000 });

export function useContracts(enabled = true) {
  return useQuery({ ...contractsQuery, enabled });
}

/** How often a trading page asks again: an operator may halt or resume a contract at any time. */
const STATUS_EVERY_MS = 30_000;

/** For the trading page only, because it repeats the call at an interval. */
export function useTradedContracts() {
  return useQuery({ ...contractsQuery, refetchInterval: STATUS_EVERY_MS });
}

/** One contract's live prices. Until the socket delivers any, the prices from the contract list. */
export function usePerpetualTicker(marketId: number): WirePerpetualTicker | undefined {
  const select = useCallback((tickers: PerpetualTickersById) => tickers.get(marketId), [marketId]);
  const live = useTopic(perpetualTickersTopic(), select);
  const { data } = useContracts();
  return live ?? data?.items.find(({ contract }) => contract.market_id === marketId)?.ticker;
}

/** Part of one contract's prices. The component renders again only when that part changes. */
export function usePerpetualPart<Part>(
  marketId: number,
  part: (ticker: WirePerpetualTicker) => Part,
): Part | undefined {
  const select = useCallback(
    (tickers: PerpetualTickersById) => {
      const ticker = tickers.get(marketId);
      return ticker && part(ticker);
    },
    [marketId, part],
  );
  const live = useTopic(perpetualTickersTopic(), select);
  const { data } = useContracts();
  if (live !== undefined) return live;
  const first = data?.items.find(({ contract }) => contract.market_id === marketId)?.ticker;
  return first && part(first);
}

const openOf = (state: PositionsState) => state.open;

/** The customer's positions and waiting orders by id, live; undefined for visitors and while loading. */
export function useOpenPositions(): ReadonlyMap<number, WirePosition> | undefined {
  const session = useSession();
  return useTopic(session ? positionsTopic() : undefined, openOf);
}

export interface HistoryFilter {
  readonly marketId: number | undefined;
  readonly fromMs: number | undefined;
  readonly toMs: number | undefined;
}

const historyInput = ({ marketId, fromMs, toMs }: HistoryFilter) => ({
  view: 'history' as const,
  market_id: marketId,
  from_ms: fromMs,
  to_ms: toMs,
});

const PAGE_SIZE = 20;
/** Page limit of one export. Longer histories are exported in parts, by date. */
const EXPORT_PAGES = 100;

export const HISTORY_KEY = 'lever/my_trade';

/** Ended positions, newest first. */
export function historyQuery(filter: HistoryFilter) {
  return pagesQuery('POST lever/my_trade', { ...historyInput(filter), limit: PAGE_SIZE }, [
    HISTORY_KEY,
    filter,
  ]);
}

/** Everything that happened to one position. A position has rarely more than a page of each. */
export function positionStoryQuery(positionId: number, version: number) {
  return queryOptions({
    queryKey: ['lever/story', positionId, version],
    queryFn: async ({ signal }) => {
      const input = { position_id: positionId, limit: 100 };
      const [fills, funding, liquidations, deleveragings, triggers, offsets, topUps] = await Promise.all([
        callApi('GET lever/fills', input, { signal }),
        callApi('GET lever/my_funding', input, { signal }),
        callApi('GET lever/liquidations', input, { signal }),
        callApi('GET lever/deleveragings', input, { signal }),
        callApi('GET lever/triggers', input, { signal }),
        callApi('GET lever/offsets', input, { signal }),
        callApi('GET lever/top_ups', input, { signal }),
      ]);
      return {
        positionId,
        fills: fills.items,
        funding: funding.items,
        liquidations: liquidations.items,
        deleveragings: deleveragings.items,
        triggers: triggers.items,
        offsets: offsets.items,
        topUps: topUps.items,
      };
    },
    // Keeps the previous events on screen while newer ones load.
    placeholderData: before => (before?.positionId === positionId ? before : undefined),
  });
}

export function fundingHistoryQuery(marketId: number) {
  return pagesQuery('GET lever/funding_history', { market_id: marketId, limit: PAGE_SIZE }, [
    'lever/funding_history',
    marketId,
  ]);
}

/** Ranges of the chart of funding rates. */
export const FUNDING_DAYS = [7, 30, 90] as const;
export type FundingDays = (typeof FUNDING_DAYS)[number];
/** Of a hundred rates each: 90 days of hourly funding. Where it is paid more often, the chart begins later. */
const FUNDING_PAGES = 22;
const DAY_MS = 86_400_000;

/** A contract's rates of the last days, newest first. */
export function fundingRangeQuery(marketId: number, days: FundingDays) {
  return queryOptions({
    queryKey: ['lever/funding_history', marketId, 'range', days],
    queryFn: () => {
      const input = { market_id: marketId, from_ms: Date.now() - days * DAY_MS };
      return fetchPages('GET lever/funding_history', input, FUNDING_PAGES);
    },
  });
}

export const insuranceQuery = callQuery('GET lever/insurance_history', { limit: 20 }, [
  'lever/insurance_history',
]);

export const ALERTS_KEY = ['lever/alerts'] as const;

export const alertsQuery = callQuery('GET lever/alerts', {}, ALERTS_KEY);

export function chooseAlerts(input: CallInput<'POST lever/alerts'>) {
  return callApi('POST lever/alerts', input);
}

export function openPosition(
  request: OpenRequest,
  idempotencyKey: string,
): Promise<CallOutput<'POST lever/submit'>> {
  return callApi('POST lever/submit', request, { idempotencyKey });
}

export function closePosition(
  input: CallInput<'POST lever/close'>,
  idempotencyKey: string,
): Promise<CallOutput<'POST lever/close'>> {
  return callApi('POST lever/close', input, { idempotencyKey });
}

export function closeAllPositions(
  { marketId }: { readonly marketId: number | undefined },
  idempotencyKey: string,
): Promise<CallOutput<'POST lever/close_all'>> {
  return callApi('POST lever/close_all', marketId === undefined ? {} : { market_id: marketId }, {
    idempotencyKey,
  });
}

export function reversePosition(
  { positionId }: { readonly positionId: number },
  idempotencyKey: string,
): Promise<CallOutput<'POST lever/reverse'>> {
  return callApi('POST lever/reverse', { position_id: positionId }, { idempotencyKey });
}

/** Closes a long and a short position of one contract against each other. */
export function offsetPositions(
  input: CallInput<'POST lever/offset'>,
  idempotencyKey: string,
): Promise<CallOutput<'POST lever/offset'>> {
  return callApi('POST lever/offset', input, { idempotencyKey });
}

export function setStops(input: CallInput<'POST lever/setstop'>): Promise<CallOutput<'POST lever/setstop'>> {
  return callApi('POST lever/setstop', input);
}

export function addMargin(
  input: CallInput<'POST lever/add_margin'>,
  idempotencyKey: string,
): Promise<CallOutput<'POST lever/add_margin'>> {
  return callApi('POST lever/add_margin', input, { idempotencyKey });
}

export function removeMargin(
  input: CallInput<'POST lever/remove_margin'>,
  idempotencyKey: string,
): Promise<CallOutput<'POST lever/remove_margin'>> {
  return callApi('POST lever/remove_margin', input, { idempotencyKey });
}

/** The same leverage again changes nothing, so it needs no key. */
export function changeLeverage(
  input: CallInput<'POST lever/change_leverage'>,
): Promise<CallOutput<'POST lever/change_leverage'>> {
  return callApi('POST lever/change_leverage', input);
}

export function setTopUp(input: CallInput<'POST lever/top_up'>): Promise<CallOutput<'POST lever/top_up'>> {
  return callApi('POST lever/top_up', input);
}

export function choiceQuery(marketId: number) {
  return callQuery('GET lever/choice', { market_id: marketId }, ['lever/choice', marketId]);
}

/** For orders that name no leverage: those of programs, and of other devices. */
export function setLeverage(input: CallInput<'POST lever/set_leverage'>) {
  return callApi('POST lever/set_leverage', input);
}

/** For positions ordered from now on. */
export function setTopUpDefault(input: CallInput<'POST lever/top_up_default'>) {
  return callApi('POST lever/top_up_default', input);
}

/** Cancels the resting orders of one contract, or of all. Resolves to their number. */
export async function cancelAllWaiting(marketId: number | undefined): Promise<number> {
  const input = marketId === undefined ? {} : { market_id: marketId };
  return (await callApi('POST lever/cancel_all', input)).cancelled;
}

/** All ended positions within the filter. */
export function fetchAllHistory(filter: HistoryFilter): Promise<WirePosition[]> {
  return fetchPages('POST lever/my_trade', historyInput(filter), EXPORT_PAGES);
}
