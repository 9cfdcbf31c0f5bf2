import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import type { CallInput } from '@tallystick/protocol';
import { callApi } from '#lib/api-client.ts';
import { callQuery } from '#lib/call-query.ts';
import { queryClient } from '#lib/query-client.ts';
import { noticesTopic } from '#realtime/topics.ts';

const KEY = ['user/source_of_funds'];

/** Whether the customer is asked where their money comes from. Refetched when a notice comes: an operator may have asked. */
export function useSourceOfFunds() {
  useEffect(() => noticesTopic().watch(() => void queryClient.invalidateQueries({ queryKey: KEY })), []);
  return useQuery({
    ...callQuery('GET user/source_of_funds', {}, KEY),
    refetchOnMount: 'always',
    refetchOnWindowFocus: 'always',
  });
}

export async function answerSourceOfFunds(input: CallInput<'POST user/source_of_funds'>): Promise<void> {
  queryClient.setQueryData(KEY, await callApi('POST user/source_of_funds', input));
}
