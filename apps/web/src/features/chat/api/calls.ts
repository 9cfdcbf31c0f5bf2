import { useQuery } from '@tanstack/react-query';
import type { CallOutput, WireChatPicture } from '@tallystick/protocol';
import { callApi, readEnvelope, requestHeaders } from '#lib/api-client.ts';
import { useSession } from '#lib/session.ts';
import { chatAuth, mayHaveChat } from './visitor.ts';

/** Refetch interval of the unread count while no chat is open. */
const UNREAD_EVERY_MS = 20_000;

export function readState(): Promise<CallOutput<'POST chat/state'>> {
  return callApi('POST chat/state', chatAuth());
}

/** Number of unread messages; 0 while unknown. */
export function useUnreadAnswers(): number {
  const session = useSession();
  const query = useQuery({
    queryKey: ['chat/unread', session?.user.id],
    queryFn: ({ signal }) => callApi('POST chat/unread', chatAuth(), { signal }),
    enabled: mayHaveChat(),
    refetchInterval: UNREAD_EVERY_MS,
  });
  return query.data?.unread ?? 0;
}

/** Uploads a picture for the next message. Throws {@link ApiError}. */
export async function uploadChatPicture(file: Blob): Promise<WireChatPicture> {
  const form = new FormData();
  for (const [name, value] of Object.entries(chatAuth())) form.set(name, value);
  form.set('file', file, 'picture');
  const headers = requestHeaders();
  const response = await fetch('/api/chat/upload', { method: 'POST', headers, body: form });
  const reply: unknown = await response.json();
  return readEnvelope(response.status, reply, headers['Authorization']) as WireChatPicture;
}

/** The bytes of a picture from the customer's own conversation. Throws {@link ApiError}. */
export async function fetchChatPicture(pictureId: number, signal: AbortSignal): Promise<Blob> {
  const headers = requestHeaders();
  const body = new URLSearchParams({ ...chatAuth(), picture_id: String(pictureId) });
  const response = await fetch('/api/chat/picture', { method: 'POST', headers, body, signal });
  if (!response.ok) readEnvelope(response.status, await response.json(), headers['Authorization']);
  return response.blob();
}
