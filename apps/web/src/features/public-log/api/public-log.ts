import { queryOptions, useInfiniteQuery } from '@tanstack/react-query';
import type { CallOutput } from '@tallystick/protocol';
import type { WirePublicRecord } from '@tallystick/protocol/wire';
import type { PublicLogTrust } from '#lib/public-log-trust.ts';
import { callApi } from '#lib/api-client.ts';
import { pagesQuery } from '#lib/call-query.ts';
import { checkRecord, checkRecords, type CheckedRecord } from '../model/check-record.ts';

export type RecordKind = WirePublicRecord['kind'];

export interface PublicHead {
  readonly head: CallOutput<'GET public_log/head'>;
  readonly keys: readonly string[];
}

export const publicHeadQuery = queryOptions({
  queryKey: ['public-log', 'head'],
  queryFn: async ({ signal }): Promise<PublicHead> => {
    const head = await callApi('GET public_log/head', {}, { signal });
    // After it: a key that has signed the head is listed by now.
    const { keys } = await callApi('GET signed_log/keys', { log: 'public' }, { signal });
    return { head, keys: keys.map(key => key.public_key) };
  },
});

export function useRecords(kind: RecordKind | undefined) {
  return useInfiniteQuery(
    pagesQuery('GET public_log/records', { limit: 20, kind }, ['public-log', 'records', kind]),
  );
}

export async function fetchPublicGrowth(from: number, to: number): Promise<readonly string[]> {
  return (await callApi('GET signed_log/consistency', { log: 'public', from, to })).hashes;
}

export async function fetchInclusion(number: number, size: number): Promise<readonly string[]> {
  return (await callApi('GET public_log/inclusion', { number, size })).hashes;
}

/** A record, checked against the head that this device trusts. */
export function checkedRecordQuery(record: WirePublicRecord, trust: PublicLogTrust | null) {
  return queryOptions<CheckedRecord>({
    queryKey: ['public-log', 'record', record, trust?.note],
    queryFn: () => checkRecord(record, trust, fetchInclusion),
    staleTime: Infinity,
  });
}

/** Several of them, as they stand together. */
export function checkedRecordsQuery(records: readonly WirePublicRecord[], trust: PublicLogTrust | null) {
  return queryOptions<readonly CheckedRecord[]>({
    queryKey: ['public-log', 'together', records, trust?.note],
    queryFn: () => checkRecords(records, trust, fetchInclusion),
    staleTime: Infinity,
  });
}
