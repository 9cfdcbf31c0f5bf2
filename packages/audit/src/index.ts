export { Checker } from './checker.ts';
export { CheckFailed } from './check-failed.ts';
export { checkJournal } from './check-journal.ts';
export { readBooks } from './books-file.ts';
export { chainHash, DUMP_KIND, JournalLines, START, type Place, type Row } from './journal.ts';
export { LAYOUTS } from './fields.ts';
export { linesOf } from './lines-of.ts';
export type { Command, Refusal } from './part.ts';
export type { Posting } from './books.ts';
