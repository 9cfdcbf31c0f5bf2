import { HOUR_MS } from '@tallystick/core/durations';

export interface InstallState {
  /** Times the app was opened, at least an hour apart. */
  readonly visits: number;
  readonly lastVisitMs: number;
  /** The customer is asked only once; later the settings offer it. */
  readonly isAnswered: boolean;
}

/** Only returning customers are asked. */
const FROM_VISIT = 2;
const NEVER_HERE: InstallState = { visits: 0, lastVisitMs: 0, isAnswered: false };

export function acceptState(stored: unknown): InstallState {
  if (typeof stored !== 'object' || stored === null) return NEVER_HERE;
  const { visits, lastVisitMs, isAnswered }: Partial<InstallState> = stored;
  return {
    visits: Number.isSafeInteger(visits) ? (visits ?? 0) : 0,
    lastVisitMs: Number.isSafeInteger(lastVisitMs) ? (lastVisitMs ?? 0) : 0,
    isAnswered: isAnswered === true,
  };
}

export function withVisit(state: InstallState, nowMs: number): InstallState {
  if (state.visits > 0 && Math.abs(nowMs - state.lastVisitMs) < HOUR_MS) return state;
  return { ...state, visits: state.visits + 1, lastVisitMs: nowMs };
}

export function isTimeToAsk(state: InstallState): boolean {
  return !state.isAnswered && state.visits >= FROM_VISIT;
}
