import { useSyncExternalStore } from 'react';
import { createSignal } from './signal.ts';
import { onStoredElsewhere, readStoredJson, writeStoredJson, type StorageKey } from './storage.ts';

/** A choice stored on this device; every screen and tab that shows it is updated. */
export interface StoredStore<T> {
  readonly read: () => T;
  readonly change: (next: (current: T) => T) => void;
  readonly watch: (listener: () => void) => () => void;
}

/** `accept` turns any stored value (undefined, another version's shape) into a valid one. */
export function createStoredStore<T>(key: StorageKey, accept: (stored: unknown) => T): StoredStore<T> {
  const isAnything = (value: unknown): value is unknown => value !== undefined;
  const load = () => accept(readStoredJson(key, isAnything));
  const changed = createSignal<void>();
  let current = load();
  onStoredElsewhere([key], () => {
    current = load();
    changed.emit();
  });
  return {
    read: () => current,
    change(next) {
      current = next(current);
      writeStoredJson(key, current);
      changed.emit();
    },
    watch: listener => changed.listen(listener),
  };
}

export function useStored<T>(store: StoredStore<T>): T {
  return useSyncExternalStore(store.watch, store.read);
}
