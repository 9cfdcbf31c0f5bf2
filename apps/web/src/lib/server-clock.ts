import { createSignal, type Signal } from '#lib/signal.ts';

/**
 * An estimate of the server's clock. Countdowns must not follow the phone's clock, which may be wrong or be changed.
 * Each reply with the server's time gives an estimate of the offset, exact to half its round trip; the estimate with
 * the shortest round trip is kept.
 */
export interface ServerClock {
  /** Milliseconds since the epoch by the server's clock. */
  now(): number;
  /** One observation: the server's time `serverMs`, requested at `sentMs` and received at `heardMs` by this device. */
  observe(serverMs: number, sentMs: number, heardMs: number): void;
  /** Emits when the estimate changes: times read before are no longer right. */
  readonly changed: Signal<void>;
  /** Server's time minus the device's, in milliseconds; undefined before the first observation. */
  offsetMs(): number | undefined;
}

/** A larger change is neither drift nor network delay: the server's clock was set (by the desk of a demo). */
const SET_MS = 30_000;
/** An older estimate is replaced even by one with a longer round trip, because clocks drift. */
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

export const serverClock = createServerClock();

let aheadMs = 0;
/** Emits when a demo's clock was put forward: all data on screen is then old. */
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
