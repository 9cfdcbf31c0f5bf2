import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import type { CallInput, WireIdentity } from '@tallystick/protocol';
import { callApi } from '#lib/api-client.ts';
import { callQuery } from '#lib/call-query.ts';
import { queryClient } from '#lib/query-client.ts';
import { currentSession, updateSessionUser } from '#lib/session.ts';
import { noticesTopic } from '#realtime/topics.ts';

const KEY = ['user/identity'];

/** Both levels. Refetched when a notice comes or the page is shown again, as an operator may have decided. */
export function useIdentity() {
  useEffect(
    () =>
      noticesTopic().watch(() => {
        void queryClient.invalidateQueries({ queryKey: KEY });
        void queryClient.invalidateQueries({ queryKey: ['user/center'] });
      }),
    [],
  );
  return useQuery({
    ...callQuery('GET user/identity', {}, KEY),
    refetchOnWindowFocus: 'always',
    refetchInterval: 20_000,
  });
}

function keep(identity: WireIdentity): void {
  queryClient.setQueryData(KEY, identity);
  const user = currentSession()?.user;
  if (user) updateSessionUser({ ...user, verification: 'under_review' });
}

export async function applyBasic(input: CallInput<'POST user/real_name'>): Promise<void> {
  keep(await callApi('POST user/real_name', input));
}

export async function applyAdvanced(input: CallInput<'POST user/real_name2'>): Promise<void> {
  keep(await callApi('POST user/real_name2', input));
}
