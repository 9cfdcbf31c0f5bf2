import { z } from 'zod';

/** One line of text without control characters, trimmed; at least one letter. */
export function line(longest: number) {
  return lineOrNothing(longest).refine(text => text !== '');
}

/** The same, or empty. */
export function lineOrNothing(longest: number) {
  return z
    .string()
    .max(longest)
    .refine(isClean)
    .transform(text => text.trim())
    .refine(text => !/[\r\n]/.test(text));
}

/** Text of several lines; may be empty. */
export function lines(longest: number) {
  return z
    .string()
    .max(longest)
    .refine(isClean)
    .transform(text => text.replaceAll('\r\n', '\n').trim());
}

/** A reason for the log, which is worth little without one. */
export const reason = line(500);

/** Whether PostgreSQL and UTF-8 can store it: no control characters but line ends and tabs, no half surrogate pair. */
function isClean(text: string): boolean {
  return text.isWellFormed() && !/\p{Cc}/u.test(text.replaceAll(/[\r\n\t]/g, ''));
}
