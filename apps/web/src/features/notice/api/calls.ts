import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { callApi } from '#lib/api-client.ts';
import { queryClient } from '#lib/query-client.ts';
import { useSession } from '#lib/session.ts';
import { noticesTopic } from '#realtime/topics.ts';

/** Fetches the list again when the server tells of a new notice. Only customers are told. */
function useNewNotices(): void {
  const hasSession = useSession() !== undefined;
  useEffect(() => {
    if (!hasSession) return undefined;
    return noticesTopic().watch(() => void queryClient.invalidateQueries({ queryKey: ['news/list'] }));
  }, [hasSession]);
}

/** Notices, newest first, page by page. */
export function useNotices() {
  useNewNotices();
  return useInfiniteQuery({
    queryKey: ['news/list'],
    queryFn: ({ pageParam }) =>
      callApi('POST news/list', { limit: 20, ...(pageParam ? { cursor: pageParam } : {}) }),
    initialPageParam: '',
    getNextPageParam: last => last.next_cursor,
  });
}

/** The newest notice; null where there is none. */
export function useLatestNotice() {
  useNewNotices();
  return useQuery({
    queryKey: ['news/list', 'latest'],
    queryFn: async () => (await callApi('POST news/list', { limit: 1 })).items[0] ?? null,
    staleTime: 60_000,
  });
}

export function useNotice(id: number | undefined) {
  return useQuery({
    queryKey: ['news/detail', id],
    queryFn: () => callApi('POST news/detail', { id: id ?? 0 }),
    enabled: id !== undefined,
    staleTime: 5 * 60_000,
  });
}
