import { queryOptions } from '@tanstack/react-query';
import type { CallOutput } from '@tallystick/protocol';
import { callApi } from '#lib/api-client.ts';
import { callQuery } from '#lib/call-query.ts';
import { ApiError } from '#lib/errors.ts';

export type BalanceProof = CallOutput<'GET liability/proof'>;
export type ListedPoint = CallOutput<'GET liability/points'>['points'][number];

const POINTS = 48;
const REFRESH_MS = 60_000;

export const pointsQuery = {
  ...callQuery('GET liability/points', { limit: POINTS }),
  refetchInterval: REFRESH_MS,
};

/** What the customer was owed at the point; null while there is none. A proof never changes. */
export function balanceProofQuery(point: number | undefined) {
  return queryOptions({
    queryKey: ['liability/proof', point],
    enabled: point !== undefined,
    staleTime: Infinity,
    queryFn: async ({ signal }) => {
      try {
        return await callApi('GET liability/proof', { point: point! }, { signal });
      } catch (error) {
        if (error instanceof ApiError && error.code === 'not_found') return null;
        throw error;
      }
    },
  });
}
