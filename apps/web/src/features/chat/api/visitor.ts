import { currentSession } from '#lib/session.ts';
import { readStored, removeStored, writeStored } from '#lib/storage.ts';

const FORM = /^[A-Za-z0-9_-]{43}$/;

/** The secret by which this browser's visitor finds their conversations again, if it has one. */
export function storedVisitor(): string | undefined {
  const stored = readStored('chatVisitor');
  return stored !== undefined && FORM.test(stored) ? stored : undefined;
}

/** Nothing if another one has been made meanwhile. */
export function forgetVisitor(visitor: string): void {
  if (storedVisitor() === visitor) removeStored('chatVisitor');
}

/** Whether there can be a conversation at all: so long nobody is asked for one. */
export function mayHaveChat(): boolean {
  return currentSession() !== undefined || storedVisitor() !== undefined;
}

/** What each call of the chat carries: nothing with a session, which says who it is. Makes a visitor's secret. */
export function chatAuth(): { readonly visitor?: string } {
  if (currentSession() !== undefined) return {};
  const known = storedVisitor();
  if (known !== undefined) return { visitor: known };
  const bytes = crypto.getRandomValues(new Uint8Array(32));
  const made = btoa(String.fromCharCode(...bytes))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '');
  writeStored('chatVisitor', made);
  return { visitor: made };
}
