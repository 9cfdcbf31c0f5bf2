const HOUR_MS = 3_600_000;

/** What is worse for customers is announced at least so long before. */
export const MIN_NOTICE_MS = 12 * HOUR_MS;
export const MAX_NOTICE_MS = 720 * HOUR_MS;
