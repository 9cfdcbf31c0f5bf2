import { createSignal, type Signal } from '#lib/signal.ts';

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
  /** Emits when the estimate has changed: what was read before was another time. */
  readonly changed: Signal<void>;
  /** Distance to the device's clock in milliseconds; undefined before the first observation. */
  offsetMs(): number | undefined;
}

/** No clock drifts and no trip errs by so much: the server's clock was set (see the demo's clock at the desk). */
const SET_MS = 30_000;
/** An estimate older than this gives way even to a slower one: clocks drift. */
const ESTIMATE_LIFETIME_MS = 120_000;

export function createServerClock(deviceNow: () => number = Date.now): ServerClock {
  let offset: number | undefined;
  let bestTrip = Infinity;
  let takenAt = 0;
  const changed = createSignal<void>();
  return {
    changed,
    now: () => deviceNow() + (offset ?? 0),
    offsetMs: () => offset,
    observe(serverMs, sentMs, heardMs) {
      const trip = heardMs - sentMs;
      if (!Number.isFinite(serverMs) || trip < 0) return;
      const stale = heardMs - takenAt > ESTIMATE_LIFETIME_MS;
      const estimate = Math.round(serverMs - (sentMs + trip / 2));
      const wasSet = offset !== undefined && Math.abs(estimate - offset) > SET_MS + trip;
      if (offset !== undefined && trip > bestTrip && !stale && !wasSet) return;
      const isNew = offset !== estimate;
      offset = estimate;
      bestTrip = trip;
      takenAt = heardMs;
      if (isNew) changed.emit();
    },
  };
}

/** The one clock of the app. */
export const serverClock = createServerClock();

let aheadMs = 0;
/** Emits when a demo's clock was put forward: whatever is shown is of a time that is over. */
export const clockAdvanced = createSignal<void>();

/** By how much a demo's clock was put forward; 0 in live. */
export function clockAheadMs(): number {
  return aheadMs;
}

export function observeClockAhead(ms: number): void {
  if (!Number.isFinite(ms) || ms === aheadMs) return;
  aheadMs = ms;
  clockAdvanced.emit();
}
