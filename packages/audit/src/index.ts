export { Checker } from './checker.ts';
export { CheckFailed } from './check-failed.ts';
export type { Command, Refusal } from './part.ts';
export type { Entry, Posting } from './books.ts';
