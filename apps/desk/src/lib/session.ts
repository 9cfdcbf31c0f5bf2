import { useSyncExternalStore } from 'react';

const KEY = 'tallystick-desk-token';
const listeners = new Set<() => void>();
/** For this tab only: closing it logs out, and no other page can read it. */
let token = sessionStorage.getItem(KEY);

export function currentToken(): string | null {
  return token;
}

export function setToken(next: string | null): void {
  token = next;
  if (next === null) sessionStorage.removeItem(KEY);
  else sessionStorage.setItem(KEY, next);
  for (const listener of listeners) listener();
}

/** Called whenever somebody logs in or out. */
export function onTokenChange(listener: () => void): void {
  listeners.add(listener);
}

export function useToken(): string | null {
  return useSyncExternalStore(listener => {
    listeners.add(listener);
    return () => listeners.delete(listener);
  }, currentToken);
}
