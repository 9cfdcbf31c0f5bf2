import { DAY_MS, MINUTE_MS } from '@tallystick/core/durations';

/** A customer's messages in one conversation: in a minute, and altogether. Whoever needs more begins another one. */
export const MESSAGES_PER_MINUTE = { count: 30, withinMs: MINUTE_MS };
export const MESSAGES_PER_CASE = 5_000;
/** Conversations somebody begins in a day. One is open at a time. */
export const CASES_PER_DAY = 20;
/** The same for all visitors of one network together, whoever's they become; and how many of theirs are open at once. */
export const VISITOR_CASES_OF_NETWORK = { burst: 60, everyMs: DAY_MS / 60 };
export const VISITOR_CASES_OPEN = 20;
/** A visitor’s secret costs nothing, so what visitors send counts for their network, and for all of them together. */
export const VISITOR_MESSAGES_OF_NETWORK = { burst: 600, everyMs: 10_000 };
export const VISITOR_PICTURES_OF_NETWORK = { burst: 40, everyMs: 3_600_000 };
export const VISITOR_PICTURES_OF_ALL = { burst: 1_000, everyMs: MINUTE_MS };
export const VISITOR_CASES_OF_ALL = { burst: 1_000, everyMs: MINUTE_MS };
/** Pictures somebody uploads in a day. */
export const PICTURES_PER_DAY = 40;
/** A picture that no message has. */
export const PICTURE_KEPT_MS = 24 * 3_600_000;
/** After an answer and so much silence a conversation is over. */
export const SILENT_MS = 3 * DAY_MS;
/** What an open page is given at first. */
export const NEWEST_MESSAGES = 40;
/** Between two signs that somebody is writing. */
export const TYPING_EVERY_MS = 1_000;
/** Visitors' conversations that have ended, as long as their feedback is kept. */
export const VISITORS_KEPT_MS = 180 * DAY_MS;
/** Pictures an operator uploads in a day: some two hundred conversations at once are theirs. */
export const OPERATOR_PICTURES_PER_DAY = 400;
