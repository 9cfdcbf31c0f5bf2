import { useQuery, type QueryClient } from '@tanstack/react-query';
import type { CallInput } from '@tallystick/protocol';
import { callApi } from '#lib/api-client.ts';
import { callQuery } from '#lib/call-query.ts';
import { useSession } from '#lib/session.ts';

const KEY = ['limits/self'];

/** The customer's own limits and their current use; not fetched for visitors. */
export function useLimits() {
  const isCustomer = useSession() !== undefined;
  return useQuery({
    ...callQuery('GET limits/self', {}, KEY),
    enabled: isCustomer,
    // Refetched, as options settle and positions close meanwhile.
    refetchInterval: 15_000,
    refetchOnWindowFocus: 'always',
  });
}

export async function setLimits(client: QueryClient, input: CallInput<'POST limits/self'>): Promise<void> {
  const limits = await callApi('POST limits/self', input);
  // A pending response may be older than the change.
  await client.cancelQueries({ queryKey: KEY });
  client.setQueryData(KEY, limits);
}
