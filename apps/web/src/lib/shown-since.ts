import { useSyncExternalStore } from 'react';
import { createSignal } from './signal.ts';

const changed = createSignal<void>();
let sinceMs: number | undefined;

/** Milliseconds since 1970, of the oldest that is on screen as it was kept; undefined: all is as the server has it. */
export function showSince(atMs: number | undefined): void {
  if (sinceMs === atMs) return;
  sinceMs = atMs;
  changed.emit();
}

export function useShownSince(): number | undefined {
  return useSyncExternalStore(changed.listen, () => sinceMs);
}
