import { useQuery } from '@tanstack/react-query';
import type { DeskOutput } from '@tallystick/protocol/desk';
import { useMemo } from 'react';
import { callDesk } from './api.ts';

/** Names of markets and currencies by number. */
export interface Names {
  readonly markets: ReadonlyMap<number, string>;
  readonly currencies: ReadonlyMap<number, string>;
}

/** A coin that was launched meanwhile is shown by its number for at most this time. */
const FRESH_MS = 60_000;

/**
 * Empty until loaded; numbers are shown meanwhile. Unlike pages' data, names stay cached when a page is left: they do not
 * change, and replacing numbers by names would flicker.
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
