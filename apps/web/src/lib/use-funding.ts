import { useQuery } from '@tanstack/react-query';
import { callQuery } from './call-query.ts';

/** Changed by operators only. */
const FRESH_MS = 60_000;

/** Which coins can be paid in and taken out, and how. */
export function useFunding() {
  return useQuery({ ...callQuery('GET wallet/funding', {}, ['wallet/funding']), staleTime: FRESH_MS });
}
