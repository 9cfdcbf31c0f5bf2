import { useQuery, type QueryClient } from '@tanstack/react-query';
import type { CallInput, CallOutput } from '@tallystick/protocol';
import { callApi } from '#lib/api-client.ts';
import { callQuery } from '#lib/call-query.ts';

export type NotificationSettings = CallOutput<'GET tell/settings'>;

const KEY = ['tell/settings'];

export function useNotificationSettings() {
  return useQuery(callQuery('GET tell/settings', {}, KEY));
}

/** Shown at once. If it fails, it is reverted and the promise rejects. */
export async function choose(client: QueryClient, choice: CallInput<'POST tell/choose'>): Promise<void> {
  const cancelled = client.cancelQueries({ queryKey: KEY });
  client.setQueryData<NotificationSettings>(
    KEY,
    old =>
      old && {
        ...old,
        events: old.events.map(one => (one.event === choice.event ? changed(one, choice) : one)),
      },
  );
  try {
    await cancelled;
    await callApi('POST tell/choose', choice);
  } finally {
    await client.invalidateQueries({ queryKey: KEY });
  }
}

function changed<Event extends NotificationSettings['events'][number]>(
  event: Event,
  { mail, push }: CallInput<'POST tell/choose'>,
): Event {
  return {
    ...event,
    ...(typeof mail === 'boolean' ? { mail } : {}),
    ...(typeof push === 'boolean' ? { push } : {}),
  };
}

export async function setQuiet(client: QueryClient, quiet: CallInput<'POST tell/quiet'>): Promise<void> {
  const settings = await callApi('POST tell/quiet', quiet);
  await client.cancelQueries({ queryKey: KEY });
  client.setQueryData(KEY, settings);
}
