import { useInfiniteQuery, useMutation, useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import type { PushTopic } from '@tallystick/protocol/push-message';
import { callApi } from '#lib/api-client.ts';
import { queryClient } from '#lib/query-client.ts';
import { useSession } from '#lib/session.ts';
import { noticesTopic } from '#realtime/topics.ts';

const listsAreOld = (): void => void queryClient.invalidateQueries({ queryKey: ['news/list'] });

/** Fetches the list again when the server tells of a new notice. Only customers are told; says whether this is one. */
function useNewNotices(): boolean {
  const hasSession = useSession() !== undefined;
  useEffect(() => {
    if (!hasSession) return undefined;
    return noticesTopic().watch(listsAreOld);
  }, [hasSession]);
  return hasSession;
}

/** Notices of a category or all, newest first, page by page. */
export function useNotices(topic: PushTopic | undefined) {
  const hasSession = useNewNotices();
  return useInfiniteQuery({
    queryKey: ['news/list', 'pages', hasSession, topic],
    queryFn: ({ pageParam, signal }) =>
      callApi(
        'POST news/list',
        { limit: 20, ...(topic ? { topic } : {}), ...(pageParam ? { cursor: pageParam } : {}) },
        { signal },
      ),
    initialPageParam: '',
    getNextPageParam: last => last.next_cursor,
  });
}

/** The newest notice, if there is one, and how many are unread. */
export function useLatestNotice() {
  const hasSession = useNewNotices();
  return useQuery({
    queryKey: ['news/list', 'latest', hasSession],
    queryFn: ({ signal }) => callApi('POST news/list', { limit: 1 }, { signal }),
    select: ({ items, unread }) => ({ latest: items[0], unread }),
    staleTime: 60_000,
  });
}

/** A notice to read: whoever opens it has read it. */
export function useNotice(id: number | undefined) {
  return useQuery({
    queryKey: ['news/detail', id],
    queryFn: async () => {
      const notice = await callApi('POST news/detail', { id: id ?? 0 });
      listsAreOld();
      return notice;
    },
    enabled: id !== undefined,
    staleTime: 5 * 60_000,
  });
}

/** Marks all notices as read, or those of a category. */
export function useReadAll() {
  return useMutation({
    mutationFn: (topic: PushTopic | undefined) => callApi('POST news/read', topic ? { topic } : {}),
    onSettled: listsAreOld,
  });
}
