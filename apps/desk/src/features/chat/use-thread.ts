import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { callDesk } from '#lib/api.ts';
import { queryClient } from '#lib/query-client.ts';
import { missingAfter, withNews, type Thread } from './thread.ts';

const keyOf = (caseId: number) => ['GET desk/chat', { case_id: caseId }] as const;
const PAGE = 50;

/** Messages that arrived, by socket or as an answer, for the conversation on the page. */
export function addNews(news: Thread): void {
  queryClient.setQueryData<Thread>(keyOf(news.case.case_id), known =>
    known === undefined ? known : withNews(known, news),
  );
}

/** One conversation, updated by `addNews`; missing messages in between are requested. */
export function useThread(caseId: number) {
  const query = useQuery({
    queryKey: keyOf(caseId),
    queryFn: async ({ signal }): Promise<Thread> => {
      const read = await callDesk('GET desk/chat', { case_id: caseId }, signal);
      // The fresh page is merged with what was loaded, so earlier pages stay.
      const known = queryClient.getQueryData<Thread>(keyOf(caseId));
      return known === undefined ? read : withNews(known, read);
    },
  });
  const thread = query.data;
  const after = thread === undefined ? null : missingAfter(thread);
  useEffect(() => {
    if (thread === undefined || after === null) return;
    const ask = async (): Promise<void> => {
      const input = { case_id: caseId, after_seq: after, limit: 100 };
      const { items } = await callDesk('GET desk/chat_messages', input);
      addNews({ case: thread.case, messages: items, notes: [] });
    };
    // Probably offline: the next connection reads the conversation again.
    ask().catch(() => undefined);
  }, [after, caseId, thread]);
  return query;
}

/** Loads the page of messages before the oldest one. */
export async function loadEarlier({
  case: { case_id: caseId },
  messages,
  ...thread
}: Thread & { case: Thread['case'] }) {
  const before = messages[0]?.seq ?? 1;
  const { items } = await callDesk('GET desk/chat_messages', {
    case_id: caseId,
    before_seq: before,
    limit: PAGE,
  });
  const known = queryClient.getQueryData<Thread>(keyOf(caseId));
  if (known !== undefined) addNews({ ...thread, case: known.case, messages: items, notes: [] });
}
