import { HOUR_MS } from './durations.ts';
import { isIntegerWithin } from './money/integer.ts';
import type { Refusal } from './refusal.ts';
import { refuse } from './refuse.ts';

/** Shortest notice for changes that are worse for customers. */
export const MIN_NOTICE_MS = 12 * HOUR_MS;
export const MAX_NOTICE_MS = 720 * HOUR_MS;

/** Whether the notice is too short or too long. */
export function refuseNotice(noticeMs: number): Refusal | null {
  if (isIntegerWithin(noticeMs, MIN_NOTICE_MS, MAX_NOTICE_MS)) return null;
  return refuse('notice_too_short', 'notice', {
    minimum: MIN_NOTICE_MS / HOUR_MS,
    maximum: MAX_NOTICE_MS / HOUR_MS,
  });
}
