import { check } from './check-failed.ts';
import { isWhole } from './numbers.ts';
import { linesOf } from './lines-of.ts';

/**
 * The books hashes of a file, by sequence: lines of JSON with `sequence` and `hash`, as `npm run audit` writes them, or
 * records of the public log, of which those of the kind `books` count.
 */
export async function readBooks(file: string): Promise<Map<number, string>> {
  const books = new Map<number, string>();
  for await (const lines of linesOf(file)) {
    for (const line of lines) {
      if (line === '') continue;
      const { sequence, hash } = bodyOf(JSON.parse(line) as Line) ?? {};
      if (sequence === undefined) continue;
      check(isWhole(sequence, 1, Number.MAX_SAFE_INTEGER), `${file} names the sequence ${sequence}`);
      check(/^[0-9a-f]{64}$/.test(hash ?? ''), `${file} has no hash for sequence ${sequence}`);
      const before = books.get(sequence) ?? hash;
      check(before === hash, `${file} names two hashes for sequence ${sequence}`);
      books.set(sequence, hash!);
    }
  }
  return books;
}

interface Body {
  readonly sequence?: number;
  readonly hash?: string;
}

type Line = Body & { readonly kind?: string; readonly body?: Body | string };

function bodyOf(line: Line): Body | null {
  if (line.kind === undefined) return line;
  if (line.kind !== 'books') return null;
  return typeof line.body === 'string' ? (JSON.parse(line.body) as Body) : (line.body ?? null);
}
