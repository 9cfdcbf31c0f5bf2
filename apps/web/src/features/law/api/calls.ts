import { useQuery } from '@tanstack/react-query';
import type { CallInput, CallOutput } from '@tallystick/protocol';
import { currentLanguage } from '#i18n/setup.ts';
import { callApi } from '#lib/api-client.ts';
import { callQuery } from '#lib/call-query.ts';
import { queryClient } from '#lib/query-client.ts';

export type LawDocument = CallOutput<'GET document/read'>;
export type DocumentName = LawDocument['document'];

/** In the language of the app. The text must not change while it is read. */
export function useDocument(document: DocumentName, version: string | undefined) {
  return useQuery(
    callQuery('GET document/read', { document, ...(version ? { version } : {}) }, [
      'document/read',
      currentLanguage(),
      document,
      version,
    ]),
  );
}

export async function acceptDocument(input: CallInput<'POST document/accept'>): Promise<void> {
  await callApi('POST document/accept', input);
  await queryClient.invalidateQueries({ queryKey: ['document/read'] });
  await queryClient.invalidateQueries({ queryKey: ['document/list'] });
}
