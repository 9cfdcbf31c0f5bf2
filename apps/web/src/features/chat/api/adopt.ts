import { callApi } from '#lib/api-client.ts';
import { ApiError } from '#lib/errors.ts';
import { queryClient } from '#lib/query-client.ts';
import { currentSession, onSessionChange } from '#lib/session.ts';
import { createSignal } from '#lib/signal.ts';
import { forgetVisitor, storedVisitor } from './visitor.ts';

/** What a visitor said here is the customer's now: an open chat reads anew. */
export const adopted = createSignal<void>();

/**
 * Whoever logs in or registers in this browser goes on with what they said in it before. The secret is kept until the
 * server has answered, and then nobody else who uses this browser takes anything over.
 */
async function adopt(): Promise<void> {
  const visitor = storedVisitor();
  if (visitor === undefined || currentSession() === undefined) return;
  try {
    await callApi('POST chat/adopt', { visitor });
  } catch (error) {
    // Offline, most likely: the next start tries again.
    if (error instanceof ApiError) return;
    throw error;
  }
  forgetVisitor(visitor);
  adopted.emit();
  await queryClient.invalidateQueries({ queryKey: ['chat/unread'] });
}

/** From the start of the app on. */
export function adoptVisitorChats(): void {
  onSessionChange(() => void adopt());
  void adopt();
}
