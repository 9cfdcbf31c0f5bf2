import { useSyncExternalStore } from 'react';
import { createSignal } from './signal.ts';

const changed = createSignal<void>();
let sinceMs: number | undefined;

/** Milliseconds since 1970 of the oldest stored data on screen; undefined if all is current. */
export function showSince(atMs: number | undefined): void {
  if (sinceMs === atMs) return;
  sinceMs = atMs;
  changed.emit();
}

export function useShownSince(): number | undefined {
  return useSyncExternalStore(changed.listen, () => sinceMs);
}
