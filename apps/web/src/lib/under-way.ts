import { useSyncExternalStore } from 'react';
import { createSignal } from './signal.ts';

/**
 * Forms that wait for their answer, and actions with a lost answer that a reload would forget. A reload of the page waits for
 * them.
 */
const open = new Set<object>();
const changed = createSignal<void>();

/** Notes or forgets that something of this owner is open. */
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
