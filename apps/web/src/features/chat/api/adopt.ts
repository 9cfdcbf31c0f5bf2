import { callApi } from '#lib/api-client.ts';
import { ApiError } from '#lib/errors.ts';
import { queryClient } from '#lib/query-client.ts';
import { currentSession, onSessionChange } from '#lib/session.ts';
import { createSignal } from '#lib/signal.ts';
import { forgetVisitor, storedVisitor } from './visitor.ts';

/** A visitor's conversation now belongs to the customer: an open chat must reload. */
export const adopted = createSignal<void>();

/**
 * A login or registration in this browser takes over the visitor's conversation. The secret is kept until the
 * server has answered; after that no other customer of this browser can take it over.
 */
async function adopt(): Promise<void> {
  const visitor = storedVisitor();
  if (visitor === undefined || currentSession() === undefined) return;
  try {
    await callApi('POST chat/adopt', { visitor });
  } catch (error) {
    // Probably offline: the next start tries again.
    if (error instanceof ApiError) return;
    throw error;
  }
  forgetVisitor(visitor);
  adopted.emit();
  await queryClient.invalidateQueries({ queryKey: ['chat/unread'] });
}

/** Call once at the start of the app. */
export function adoptVisitorChats(): void {
  onSessionChange(() => void adopt());
  void adopt();
}
