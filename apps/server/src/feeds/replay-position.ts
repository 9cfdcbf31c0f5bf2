import { DAY_MS } from '@tallystick/core/durations';
import { positiveModulo } from './time.ts';
import type { RecordedCandles } from './recorded-candles.ts';

/**
 * Where a replay stood at a moment: at `wallMs` the recording played its `recordedMs`, at `speed`. Whoever runs the
 * feed keeps it, so that a restart goes on where the market would be by now.
 */
export interface ReplayAnchor {
  readonly wallMs: number;
  readonly recordedMs: number;
  readonly speed: number;
}

/** Two thirds of a recording are history when it is first played. */
const HISTORY_SHARE = 2 / 3;

/** A shift by whole weeks keeps weekends at weekends; shorter recordings are shifted by what they allow. */
const SHIFTS_MS = [7 * DAY_MS, DAY_MS, 60 * 60_000, 5 * 60_000];

/** What a recorded time is at `wallMs`. */
export function recordedAt(anchor: ReplayAnchor, wallMs: number): number {
  return anchor.recordedMs + (wallMs - anchor.wallMs) * anchor.speed;
}

/**
 * The anchor to play from: the kept one, moved to now if the speed was changed since, or a first one, two thirds into
 * the longest recording and a whole number of weeks, days or hours away from now.
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
