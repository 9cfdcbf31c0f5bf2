import type { DatabaseLog } from './log.ts';

/** Of one message stands one line in the log in this time. */
const EVERY_MS = 10_000;

type Say = (details: object, message: string) => void;

/**
 * A log for what others can make happen any number of times, or what is tried again and again: of each message the first
 * line is written at once, then one in ten seconds, which says in `others` how many were left out. `nowMs`: monotonic.
 */
export function seldom(log: DatabaseLog, nowMs?: () => number): DatabaseLog {
  return {
    info: (details, message) => log.info(details, message),
    warn: saySeldom((details, message) => log.warn(details, message), nowMs),
    error: saySeldom((details, message) => log.error(details, message), nowMs),
  };
}

/** The same for one level. Messages are few and written in the program: what differs is in the details. */
export function saySeldom(say: Say, nowMs: () => number = () => performance.now()): Say {
  const said = new Map<string, { atMs: number; others: number }>();
  return (details, message) => {
    const before = said.get(message);
    if (before !== undefined && nowMs() - before.atMs < EVERY_MS) {
      before.others++;
      return;
    }
    const others = before?.others ?? 0;
    said.set(message, { atMs: nowMs(), others: 0 });
    say(others === 0 ? details : { ...details, others }, message);
  };
}
