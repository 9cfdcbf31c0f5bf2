import { DAY_MS, MINUTE_MS } from '@tallystick/core/durations';

/** A customer's messages in one conversation, per minute and in total. After that, a new conversation is needed. */
export const MESSAGES_PER_MINUTE = { count: 30, withinMs: MINUTE_MS };
export const MESSAGES_PER_CASE = 5_000;
/** Conversations one customer or visitor may begin in a day; one can be open at a time. */
export const CASES_PER_DAY = 20;
/** New conversations of all visitors of one network together, and how many of these may be open at once. */
export const VISITOR_CASES_OF_NETWORK = { burst: 60, everyMs: DAY_MS / 60 };
export const VISITOR_CASES_OPEN = 20;
/** Visitors can make any number of secrets, so they are limited by network, and all together. */
export const VISITOR_MESSAGES_OF_NETWORK = { burst: 600, everyMs: 10_000 };
export const VISITOR_PICTURES_OF_NETWORK = { burst: 40, everyMs: 3_600_000 };
export const VISITOR_PICTURES_OF_ALL = { burst: 1_000, everyMs: MINUTE_MS };
export const VISITOR_CASES_OF_ALL = { burst: 1_000, everyMs: MINUTE_MS };
/** Pictures one customer or visitor may upload in a day. */
export const PICTURES_PER_DAY = 40;
/** How long a picture without a message is kept. */
export const PICTURE_KEPT_MS = 24 * 3_600_000;
/** A conversation ends after an answer and this much silence. */
export const SILENT_MS = 3 * DAY_MS;
/** Messages a page gets when it opens. */
export const NEWEST_MESSAGES = 40;
/** Shortest time between two typing signals. */
export const TYPING_EVERY_MS = 1_000;
/** How long visitors' ended conversations are kept: as long as their feedback. */
export const VISITORS_KEPT_MS = 180 * DAY_MS;
/** Pictures an operator may upload in a day, for up to two hundred conversations. */
export const OPERATOR_PICTURES_PER_DAY = 400;
