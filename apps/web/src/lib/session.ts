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
/** Another session or none: whoever keeps anything of the old one drops it. */
const replaced = createSignal<Session | undefined>();
/** That, or the same session knows more of its customer. */
const changed = createSignal<void>();
/** Tells that the server no longer knows the token (type 999), with the server's words. */
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

/** Nothing if that is not who is logged in by now: the answer was on its way for too long. */
export function updateSessionUser(user: SessionUser): void {
  if (current?.user.id === user.id) startSession({ token: current.token, user });
}

export function endSession(): void {
  removeStored('token');
  removeStored('user');
  if (current) keep(undefined);
}

/** Called when another session begins or this one ends; not when the same one learns more of its customer. */
export function onSessionChange(listener: (session: Session | undefined) => void): () => void {
  return replaced.listen(listener);
}

/** The session, or undefined for a visitor; follows log-in and log-out in every tab. */
export function useSession(): Session | undefined {
  return useSyncExternalStore(changed.listen, currentSession);
}
