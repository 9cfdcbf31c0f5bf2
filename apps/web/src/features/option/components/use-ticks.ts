import { useMemo } from 'react';
import type { WireIndexTick } from '@tallystick/protocol';
import { tickersTopic, useTopic, type TickersById } from '#realtime/topics.ts';
import { indexTopic } from '../api/topics.ts';
import type { IndexTick } from '../model/plot.ts';

const all = (ticks: readonly WireIndexTick[]) => ticks;
const newest = (ticks: readonly WireIndexTick[]) => ticks.at(-1);

function named([number, price, atMs]: WireIndexTick): IndexTick {
  return { number, price, atMs };
}

/** A market's index ticks, live, oldest first; undefined while loading. */
export function useTicks(marketId: number): readonly IndexTick[] | undefined {
  const ticks = useTopic(indexTopic(marketId), all);
  return useMemo(() => ticks?.map(named), [ticks]);
}

/** A market's newest index tick. */
export function useLastTick(marketId: number): IndexTick | undefined {
  const tick = useTopic(indexTopic(marketId), newest);
  return useMemo(() => tick && named(tick), [tick]);
}

/** Any market's index price, with the decimals of the market's prices. For lists, not for settlement. */
export function useIndexPrice(marketId: number): string | undefined {
  const select = useMemo(
    () => (tickers: TickersById) => tickers.get(marketId)?.index_price ?? undefined,
    [marketId],
  );
  return useTopic(tickersTopic(), select);
}
