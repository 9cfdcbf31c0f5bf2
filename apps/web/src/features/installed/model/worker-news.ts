import { useSyncExternalStore } from 'react';
import { createSignal } from '#lib/signal.ts';

/** What the worker and its versions tell the app. Beside what speaks with them: most first visits end without that. */

/** A pressed notification leads there. */
export const goneTo = createSignal<string>();
/** The push service gave this device another address: the server has to hear of it. */
export const pushAddressChanged = createSignal<void>();

/** `waiting`: a new version is there. `replaced`: another window has already changed to it. */
export type NewVersion = 'waiting' | 'replaced';

const changed = createSignal<void>();
let newVersion: NewVersion | undefined;

export function foundVersion(version: NewVersion | undefined): void {
  newVersion = version;
  changed.emit();
}

export function currentNewVersion(): NewVersion | undefined {
  return newVersion;
}

export function useNewVersion(): NewVersion | undefined {
  return useSyncExternalStore(changed.listen, currentNewVersion);
}
