import { currentSession } from '#lib/session.ts';
import { readStored, removeStored, writeStored } from '#lib/storage.ts';

const FORM = /^[A-Za-z0-9_-]{43}$/;

/** The secret that gives this browser's visitor access to their conversations, if there is one. */
export function storedVisitor(): string | undefined {
  const stored = readStored('chatVisitor');
  return stored !== undefined && FORM.test(stored) ? stored : undefined;
}

/** Removes the secret, unless another one has replaced it meanwhile. */
export function forgetVisitor(visitor: string): void {
  if (storedVisitor() === visitor) removeStored('chatVisitor');
}

/** Whether a conversation can exist. If not, the server is not asked. */
export function mayHaveChat(): boolean {
  return currentSession() !== undefined || storedVisitor() !== undefined;
}

/** Identification for each chat call: none with a session, else the visitor's secret, which is made if missing. */
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
