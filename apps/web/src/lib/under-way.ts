import { useSyncExternalStore } from 'react';
import { createSignal } from './signal.ts';

/** Forms that wait for their answer, and lost answers that a reload would forget. A reload of the page waits for them. */
const open = new Set<object>();
const changed = createSignal<void>();

/** Adds or removes `owner`. */
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
