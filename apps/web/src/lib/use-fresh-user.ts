import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import type { CallOutput } from '@tallystick/protocol';
import { callApi } from './api-client.ts';
import { updateSessionUser, useSession } from './session.ts';

/**
 * Fetches the customer's data and stores them in the session. Those from the log-in may be old: the account may have
 * been frozen or verified since.
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
