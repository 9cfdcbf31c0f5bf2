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
const changed = createSignal<Session | undefined>();
/** Tells that the server no longer knows the token (type 999), with the server's words. */
export const sessionLost = createSignal<string>();

onStoredElsewhere(['token', 'user'], () => {
  current = load();
  changed.emit(current);
});

export function currentSession(): Session | undefined {
  return current;
}

export function startSession(session: Session): void {
  writeStored('token', session.token);
  writeStoredJson('user', session.user);
  current = session;
  changed.emit(current);
}

export function updateSessionUser(user: SessionUser): void {
  if (current) startSession({ token: current.token, user });
}

export function endSession(): void {
  removeStored('token');
  removeStored('user');
  if (!current) return;
  current = undefined;
  changed.emit(undefined);
}

export function onSessionChange(listener: (session: Session | undefined) => void): () => void {
  return changed.listen(listener);
}

/** The session, or undefined for a visitor; follows log-in and log-out in every tab. */
export function useSession(): Session | undefined {
  return useSyncExternalStore(onSessionChange, currentSession);
}
