import { DAY_MS } from '@tallystick/core/durations';

/** Banks make statements each month: after two and a few days a new one is missing. */
export const STATEMENT_COUNTS_MS = 65 * DAY_MS;
/** Other addresses than custody's that may be shown: each is asked for at every audit point. */
export const MOST_OTHER_ADDRESSES = 20;
/** What was signed earlier is not taken in. */
export const OLDEST_MESSAGE_MS = 30 * DAY_MS;
