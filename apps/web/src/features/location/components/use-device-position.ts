import { useState } from 'react';
import { positionOf, type Position } from '../model/place.ts';

const TIMEOUT_MS = 20_000;

export type Finding = 'idle' | 'locating' | 'denied' | 'unavailable';

/** Asks the device where it is, when told to and not before; the device asks its owner. */
export function useDevicePosition(onFound: (position: Position) => void) {
  const [finding, setFinding] = useState<Finding>('idle');
  const find = () => {
    // Absent where the page did not come over a secure connection.
    if (!('geolocation' in navigator)) {
      setFinding('unavailable');
      return;
    }
    setFinding('locating');
    navigator.geolocation.getCurrentPosition(
      ({ coords }) => {
        const position = positionOf(coords.latitude, coords.longitude);
        setFinding(position ? 'idle' : 'unavailable');
        if (position) onFound({ ...position, accuracyMetres: Math.ceil(coords.accuracy) });
      },
      error => setFinding(error.code === error.PERMISSION_DENIED ? 'denied' : 'unavailable'),
      { timeout: TIMEOUT_MS, enableHighAccuracy: false },
    );
  };
  return { finding, find };
}
