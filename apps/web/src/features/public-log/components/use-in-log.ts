import { keepPreviousData, useQuery } from '@tanstack/react-query';
import type { WirePublicRecord } from '@tallystick/protocol/wire';
import type { PublicLogTrust } from '#lib/public-log-trust.ts';
import { checkedRecordsQuery } from '../api/public-log.ts';
import { inLogOf, type InLog } from '../model/check-record.ts';

/** Looks for all of these records in the log as this device knows it. */
export function useInLog(
  records: readonly WirePublicRecord[],
  trust: PublicLogTrust | null,
): { readonly state: InLog; readonly error: unknown; readonly retry: () => void } {
  const { data, error, refetch } = useQuery({
    ...checkedRecordsQuery(records, trust),
    // Until they are compared with a newer head, they stand as before.
    placeholderData: keepPreviousData,
  });
  return {
    state: data === undefined ? 'checking' : inLogOf(data),
    error,
    retry: () => void refetch(),
  };
}
