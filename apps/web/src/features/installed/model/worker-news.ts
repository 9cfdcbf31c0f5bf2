import { useSyncExternalStore } from 'react';
import { createSignal } from '#lib/signal.ts';

/** Events of the service worker. Kept apart from the code that talks to it, which most first visits never load. */

/** The path opened by a pressed notification. */
export const goneTo = createSignal<string>();
/** The push service changed this device's address, so the server must be told. */
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
