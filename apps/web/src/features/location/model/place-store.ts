import { useSyncExternalStore } from 'react';
import { createSignal } from '#lib/signal.ts';
import { onSessionChange } from '#lib/session.ts';
import { NOWHERE, type Place } from './place.ts';

let current = NOWHERE;
const changed = createSignal<Place>();

/** In memory only: where somebody lives is not left on the device. */
export function choosePlace(place: Place): void {
  current = place;
  changed.emit(current);
}

// The next customer on this device starts anew.
onSessionChange(session => {
  if (!session) choosePlace(NOWHERE);
});

/** What was last chosen on /choose-location. */
export function usePlace(): Place {
  return useSyncExternalStore(changed.listen, () => current);
}
