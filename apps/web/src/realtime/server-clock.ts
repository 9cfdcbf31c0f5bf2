/**
 * The server's clock as seen from here. Countdowns must not follow the phone's clock, which may be wrong
 * or be changed. Each reply that names the server's time gives an estimate of the offset, exact to within
 * half its round trip; the estimate with the shortest round trip is kept.
 */
export interface ServerClock {
  /** Milliseconds since the epoch by the server's clock. */
  now(): number;
  /** One observation: the server said `serverMs`, asked at `sentMs` and heard at `heardMs` by this device. */
  observe(serverMs: number, sentMs: number, heardMs: number): void;
  /** Distance to the device's clock in milliseconds; undefined before the first observation. */
  offsetMs(): number | undefined;
}

/** An estimate older than this gives way even to a slower one: clocks drift. */
const ESTIMATE_LIFETIME_MS = 120_000;

export function createServerClock(deviceNow: () => number = Date.now): ServerClock {
  let offset: number | undefined;
  let bestTrip = Infinity;
  let takenAt = 0;
  return {
    now: () => deviceNow() + (offset ?? 0),
    offsetMs: () => offset,
    observe(serverMs, sentMs, heardMs) {
      const trip = heardMs - sentMs;
      if (!Number.isFinite(serverMs) || trip < 0) return;
      const stale = heardMs - takenAt > ESTIMATE_LIFETIME_MS;
      if (offset !== undefined && trip > bestTrip && !stale) return;
      offset = Math.round(serverMs - (sentMs + trip / 2));
      bestTrip = trip;
      takenAt = heardMs;
    },
  };
}

/** The one clock of the app. */
export const serverClock = createServerClock();
