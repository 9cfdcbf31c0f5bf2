import type { ReadonlyExchange } from '@tallystick/core';
import { booksLines } from '@tallystick/core/books-lines';
import { sha256 } from './replay.ts';

/** SHA-256 over the sorted lines of the books, lower-case hex: docs/auditing.md. */
export function booksHashOf(exchange: ReadonlyExchange): string {
  return sha256([...booksLines(exchange)].toSorted().join('\n'));
}
