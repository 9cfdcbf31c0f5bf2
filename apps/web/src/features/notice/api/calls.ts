import { useInfiniteQuery, useMutation, useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import type { PushTopic } from '@tallystick/protocol/push-message';
import { callApi } from '#lib/api-client.ts';
import { callQuery, pagesQuery } from '#lib/call-query.ts';
import { queryClient } from '#lib/query-client.ts';
import { useSession } from '#lib/session.ts';
import { noticesTopic } from '#realtime/topics.ts';

const listsAreOld = (): void => void queryClient.invalidateQueries({ queryKey: ['news/list'] });

/** Refetches notices when a new one arrives. Only customers get such events; returns whether this is one. */
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
  return useInfiniteQuery(
    pagesQuery('POST news/list', { limit: 20, topic }, ['news/list', 'pages', hasSession, topic]),
  );
}

/** The newest notice, if there is one, and how many are unread. */
export function useLatestNotice() {
  const hasSession = useNewNotices();
  return useQuery({
    ...callQuery('POST news/list', { limit: 1 }, ['news/list', 'latest', hasSession]),
    select: ({ items, unread }) => ({ latest: items[0], unread }),
    staleTime: 60_000,
  });
}

/** A notice to read. Opening it marks it as read. */
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
