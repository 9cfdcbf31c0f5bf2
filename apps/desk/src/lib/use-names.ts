import type { DeskOutput } from '@tallystick/protocol/desk';
import { useMemo } from 'react';
import { useDesk } from './use-desk.ts';

/** What numbers of markets and currencies are called. */
export interface Names {
  readonly markets: ReadonlyMap<number, string>;
  readonly currencies: ReadonlyMap<number, string>;
}

/** Empty until they are read: what is shown then is the number. */
export function useNames(): Names {
  const { data } = useDesk('GET desk/markets', {}, { everyMs: false });
  return useMemo(() => namesOf(data?.items ?? []), [data]);
}

function namesOf(items: DeskOutput<'GET desk/markets'>['items']): Names {
  const markets = items.map(({ market }) => [market.id, market.symbol] as const);
  const currencies = items.flatMap(({ market }) =>
    [market.base, market.quote].map(({ id, code }) => [id, code] as const),
  );
  return { markets: new Map(markets), currencies: new Map(currencies) };
}
