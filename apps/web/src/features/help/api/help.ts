import { keepPreviousData, useMutation, useQuery } from '@tanstack/react-query';
import type { CallInput } from '@tallystick/protocol';
import { useLanguage } from '#i18n/setup.ts';
import { callApi } from '#lib/api-client.ts';
import { callQuery } from '#lib/call-query.ts';
import { queryClient } from '#lib/query-client.ts';
import { useSession } from '#lib/session.ts';

const LONG_MS = 5 * 60_000;

/** All articles, and the most read ones. */
export function useArticles() {
  const language = useLanguage();
  return useQuery({ ...callQuery('GET help/articles', {}, ['help/articles', language]), staleTime: LONG_MS });
}

/** Searches if the query is not empty. Keeps the previous results until new ones arrive. */
export function useHelpSearch(q: string) {
  const language = useLanguage();
  return useQuery({
    ...callQuery('GET help/search', { q }, ['help/search', language, q]),
    enabled: q !== '',
    staleTime: LONG_MS,
    placeholderData: keepPreviousData,
  });
}

/** One article, by its slug or by the code it explains. */
export function useArticle(asked: CallInput<'GET help/article'>) {
  const language = useLanguage();
  const who = useSession()?.token !== undefined;
  return useQuery({
    ...callQuery('GET help/article', asked, ['help/article', language, who, asked.slug, asked.code]),
    enabled: asked.slug !== undefined || asked.code !== undefined,
    staleTime: LONG_MS,
  });
}

/** Sends whether the article was useful. */
export function useJudge(slug: string) {
  return useMutation({
    mutationFn: (useful: boolean) => callApi('POST help/useful', { slug, useful }),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: ['help/article'] }),
  });
}

/** The operator's support site that replaces the chat; null if there is none. */
export function useCustomerUrl() {
  return useQuery({ ...callQuery('POST set/get_customer_url', {}), staleTime: LONG_MS });
}
