import type { WireUser } from '@tallystick/protocol';
import { useSyncExternalStore } from 'react';
import { createSignal } from './signal.ts';
import {
  onStoredElsewhere,
  readStored,
  readStoredJson,
  removeStored,
  writeStored,
  writeStoredJson,
} from './storage.ts';

export type SessionUser = WireUser;

export interface Session {
  readonly token: string;
  readonly user: SessionUser;
}

function isUser(value: unknown): value is SessionUser {
  return typeof value === 'object' && value !== null && 'id' in value && 'account' in value;
}

function load(): Session | undefined {
  const token = readStored('token');
  const user = readStoredJson('user', isUser);
  return token && user ? { token, user } : undefined;
}

let current = load();
/** Emits when another session begins or this one ends: data of the old one must be dropped. */
const replaced = createSignal<Session | undefined>();
/** Emits then, and when the customer's data in the same session change. */
const changed = createSignal<void>();
/** Emits the server's message when it no longer knows the token (type 999). */
export const sessionLost = createSignal<string>();

onStoredElsewhere(['token', 'user'], () => {
  keep(load());
});

export function currentSession(): Session | undefined {
  return current;
}

export function startSession(session: Session): void {
  writeStored('token', session.token);
  writeStoredJson('user', session.user);
  keep(session);
}

function keep(session: Session | undefined): void {
  const isAnother = session?.token !== current?.token;
  current = session;
  changed.emit();
  if (isAnother) replaced.emit(session);
}

/** Ignored if another customer has logged in since the request. */
export function updateSessionUser(user: SessionUser): void {
  if (current?.user.id === user.id) startSession({ token: current.token, user });
}

export function endSession(): void {
  removeStored('token');
  removeStored('user');
  if (current) keep(undefined);
}

/** Called when another session begins or this one ends; not when the customer's data in it change. */
export function onSessionChange(listener: (session: Session | undefined) => void): () => void {
  return replaced.listen(listener);
}

/** The session, or undefined for a visitor; updates on log-in and log-out in any tab. */
export function useSession(): Session | undefined {
  return useSyncExternalStore(changed.listen, currentSession);
}
