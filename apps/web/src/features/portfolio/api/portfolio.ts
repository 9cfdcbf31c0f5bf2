import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { readPortfolio } from '@tallystick/protocol/portfolio/read-portfolio';
import { callQuery } from '#lib/call-query.ts';

/** While it is shown: prices move all the time, and one look is one moment. */
const REFRESH_MS = 10_000;

/** Everything the customer has, as the model takes it; what is computed from it asks for nothing more. */
export function usePortfolio() {
  const { data, error, refetch } = useQuery({
    ...callQuery('GET wallet/portfolio', {}),
    refetchInterval: REFRESH_MS,
    staleTime: 0,
  });
  const facts = useMemo(() => data && readPortfolio(data), [data]);
  return { facts, error, refetch };
}
