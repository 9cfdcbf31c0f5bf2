import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import type { CallOutput } from '@tallystick/protocol';
import { callApi } from './api-client.ts';
import { updateSessionUser, useSession } from './session.ts';

/**
 * Asks who the customer is now: what the session keeps is as old as the log-in, and since then the account may have
 * been frozen or verified. The answer becomes part of the session.
 */
export function useFreshUser() {
  const isCustomer = useSession() !== undefined;
  const query = useQuery<CallOutput<'GET user/center'>>({
    queryKey: ['user/center'],
    queryFn: ({ signal }) => callApi('GET user/center', {}, { signal }),
    enabled: isCustomer,
  });
  const { data } = query;
  useEffect(() => {
    if (data) updateSessionUser(data);
  }, [data]);
  return query;
}
