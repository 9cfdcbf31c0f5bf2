import { HOUR_MS, isWhole } from '../numbers.ts';

/** Worse terms are announced at least 12 hours and at most 30 days ahead. */
export function isNotice(noticeMs: number): boolean {
  return isWhole(noticeMs, 12 * HOUR_MS, 720 * HOUR_MS);
}
