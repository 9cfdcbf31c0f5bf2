import { useSyncExternalStore } from 'react';
import { createSignal } from './signal.ts';

/**
 * Deeds whose answer is not known yet: sent, or sent and lost. What would reload the page waits for them, as the keys that
 * make a repetition harmless live as long as the page.
 */
const open = new Set<object>();
const changed = createSignal<void>();

/** Notes or forgets that a deed of this owner is open. */
export function setUnderWay(owner: object, isOpen: boolean): void {
  if (open.has(owner) === isOpen) return;
  if (isOpen) open.add(owner);
  else open.delete(owner);
  changed.emit();
}

export function isAnythingUnderWay(): boolean {
  return open.size > 0;
}

export function useAnythingUnderWay(): boolean {
  return useSyncExternalStore(changed.listen, isAnythingUnderWay);
}
