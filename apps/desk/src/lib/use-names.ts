import { useQuery } from '@tanstack/react-query';
import type { DeskOutput } from '@tallystick/protocol/desk';
import { useMemo } from 'react';
import { callDesk } from './api.ts';

/** What numbers of markets and currencies are called. */
export interface Names {
  readonly markets: ReadonlyMap<number, string>;
  readonly currencies: ReadonlyMap<number, string>;
}

/** A coin that was launched meanwhile is called by its number no longer than this. */
const FRESH_MS = 60_000;

/**
 * Empty until they are read: what is shown then is the number. They are kept when a page is left, unlike what pages
 * show: names do not change, and a page that opens with numbers and turns them into names flickers.
 */
export function useNames(): Names {
  const { data } = useQuery({
    queryKey: ['names'],
    queryFn: ({ signal }) => callDesk('GET desk/markets', {}, signal),
    staleTime: FRESH_MS,
    gcTime: Infinity,
  });
  return useMemo(() => namesOf(data?.items ?? []), [data]);
}

function namesOf(items: DeskOutput<'GET desk/markets'>['items']): Names {
  const markets = items.map(({ market }) => [market.id, market.symbol] as const);
  const currencies = items.flatMap(({ market }) =>
    [market.base, market.quote].map(({ id, code }) => [id, code] as const),
  );
  return { markets: new Map(markets), currencies: new Map(currencies) };
}
