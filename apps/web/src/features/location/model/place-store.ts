import { useSyncExternalStore } from 'react';
import { createSignal } from '#lib/signal.ts';
import { onSessionChange } from '#lib/session.ts';
import { NOWHERE, type Place } from './place.ts';

let current = NOWHERE;
const changed = createSignal<Place>();

/** In memory only, so that no address stays on the device. */
export function choosePlace(place: Place): void {
  current = place;
  changed.emit(current);
}

// The next customer on this device starts empty.
onSessionChange(session => {
  if (!session) choosePlace(NOWHERE);
});

/** The place last chosen on /choose-location. */
export function usePlace(): Place {
  return useSyncExternalStore(changed.listen, () => current);
}
