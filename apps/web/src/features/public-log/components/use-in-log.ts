import { keepPreviousData, useQueries } from '@tanstack/react-query';
import type { WirePublicRecord } from '@tallystick/protocol/wire';
import type { PublicLogTrust } from '#lib/public-log-trust.ts';
import { checkedRecordQuery } from '../api/public-log.ts';
import { inLogOf, type InLog } from '../model/check-record.ts';

/** Looks for all of these records in the log as this device knows it. */
export function useInLog(
  records: readonly WirePublicRecord[],
  trust: PublicLogTrust | null,
): { readonly state: InLog; readonly error: unknown; readonly retry: () => void } {
  const queries = useQueries({
    queries: records.map(record => ({
      ...checkedRecordQuery(record, trust),
      // Until it is compared with a newer head, it stands as before.
      placeholderData: keepPreviousData,
    })),
  });
  return {
    state: inLogOf(queries.map(({ data }) => data)),
    error: queries.find(({ error }) => error !== null)?.error ?? null,
    retry: () => void Promise.all(queries.map(query => query.refetch())),
  };
}
