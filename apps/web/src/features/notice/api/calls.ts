import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { callApi } from '#lib/api-client.ts';

/** Notices, newest first, page by page. */
export function useNotices() {
  return useInfiniteQuery({
    queryKey: ['news/list'],
    queryFn: ({ pageParam }) =>
      callApi('POST news/list', { limit: 20, ...(pageParam ? { cursor: pageParam } : {}) }),
    initialPageParam: '',
    getNextPageParam: last => last.next_cursor,
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
