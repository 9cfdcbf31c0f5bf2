import { DAY_MS } from '@tallystick/core/durations';

/** A key may be lost or sold: after that time an address counts as observed until it signs again. */
export const SIGNATURE_COUNTS_MS = 90 * DAY_MS;
/** Banks make statements each month: after two and a few days a new one is missing. */
export const STATEMENT_COUNTS_MS = 65 * DAY_MS;
/** What was signed earlier is not taken in. */
export const OLDEST_MESSAGE_MS = 30 * DAY_MS;
