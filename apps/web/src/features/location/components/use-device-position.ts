import { useState } from 'react';
import { positionOf, type Position } from '../model/place.ts';

const TIMEOUT_MS = 20_000;

export type Finding = 'idle' | 'locating' | 'denied' | 'unavailable';

/** Requests the device's position, only on demand; the browser asks for permission. */
export function useDevicePosition(onFound: (position: Position) => void) {
  const [finding, setFinding] = useState<Finding>('idle');
  const find = () => {
    // Absent without a secure connection.
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
