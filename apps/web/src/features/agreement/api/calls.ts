import { useQuery } from '@tanstack/react-query';
import type { CallInput, CallOutput } from '@tallystick/protocol';
import { currentLanguage } from '#i18n/setup.ts';
import { callApi } from '#lib/api-client.ts';
import { callQuery } from '#lib/call-query.ts';
import { queryClient } from '#lib/query-client.ts';

export type AgreementInfo = CallOutput<'GET contract/info'>;

/** In the language of the app, and so with the hash of that language's text. */
export function useAgreement() {
  return useQuery({
    ...callQuery('GET contract/info', {}, ['contract/info', currentLanguage()]),
    // The text must not change while it is read; the server refuses an outdated one.
    staleTime: Number.POSITIVE_INFINITY,
  });
}

/** Signs exactly the text that was shown. */
export async function signAgreement(input: CallInput<'POST contract/add'>): Promise<void> {
  await callApi('POST contract/add', input);
  await queryClient.invalidateQueries({ queryKey: ['contract/info'] });
}
