import { DAY_MS } from '@tallystick/core/durations';
import { positiveModulo } from './time.ts';
import type { RecordedCandles } from './recorded-candles.ts';

/**
 * A replay's position: at `wallMs` the recording was at `recordedMs`, played at `speed`. It is stored, so that a
 * restart continues at the place reached by now.
 */
export interface ReplayAnchor {
  readonly wallMs: number;
  readonly recordedMs: number;
  readonly speed: number;
}

/** At the first start two thirds of a recording are history. */
const HISTORY_SHARE = 2 / 3;

/** Shifting by whole weeks keeps weekends at weekends; shorter recordings are shifted by days or hours. */
const SHIFTS_MS = [7 * DAY_MS, DAY_MS, 60 * 60_000, 5 * 60_000];

/** The recorded time at `wallMs`. */
export function recordedAt(anchor: ReplayAnchor, wallMs: number): number {
  return anchor.recordedMs + (wallMs - anchor.wallMs) * anchor.speed;
}

/**
 * The position to play from: the stored one, moved to now if the speed was changed, or a first one two thirds into the
 * longest recording, shifted by a whole number of weeks, days or hours.
 */
export function chooseAnchor(
  recordings: readonly RecordedCandles[],
  kept: ReplayAnchor | null,
  speed: number,
  nowMs: number,
): ReplayAnchor {
  if (kept && kept.speed === speed) return kept;
  if (kept) return { wallMs: nowMs, recordedMs: recordedAt(kept, nowMs), speed };
  const longest = recordings.reduce((a, b) => (b.lengthMs * b.count > a.lengthMs * a.count ? b : a));
  const span = longest.lengthMs * longest.count;
  const wanted = longest.startMs + span * HISTORY_SHARE;
  const shift = SHIFTS_MS.find(one => one <= span / 6) ?? longest.lengthMs;
  const behind = positiveModulo(wanted - nowMs, shift);
  const recordedMs = behind <= shift / 2 ? wanted - behind : wanted - behind + shift;
  return { wallMs: nowMs, recordedMs, speed };
}
