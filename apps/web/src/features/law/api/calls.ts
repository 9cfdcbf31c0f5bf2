import { useQuery } from '@tanstack/react-query';
import type { CallInput, CallOutput } from '@tallystick/protocol';
import { currentLanguage } from '#i18n/setup.ts';
import { callApi } from '#lib/api-client.ts';
import { queryClient } from '#lib/query-client.ts';

export type LawDocument = CallOutput<'GET document/read'>;
export type DocumentName = LawDocument['document'];

/** In the language of the app. What is being read must not change under the reader. */
export function useDocument(document: DocumentName, version: string | undefined) {
  return useQuery({
    queryKey: ['document/read', currentLanguage(), document, version],
    queryFn: ({ signal }) =>
      callApi('GET document/read', { document, ...(version ? { version } : {}) }, { signal }),
  });
}

export async function acceptDocument(input: CallInput<'POST document/accept'>): Promise<void> {
  await callApi('POST document/accept', input);
  await queryClient.invalidateQueries({ queryKey: ['document/read'] });
  await queryClient.invalidateQueries({ queryKey: ['document/list'] });
}
