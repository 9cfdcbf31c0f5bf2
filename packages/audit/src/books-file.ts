import { demand } from './check-failed.ts';
import { isWhole } from './numbers.ts';
import { namedRecords, shown } from './public-records.ts';

const HASH = /^[0-9a-f]{64}$/;

/**
 * The books hashes of a file, by sequence: lines of JSON with `sequence` and `hash`, or records of the public log, of which
 * those of the kind `books` count; or those of a folder that mirrors the public log.
 *
 * @throws CannotCheck for a line it does not understand, and for two hashes at one sequence
 */
export async function readBooks(file: string): Promise<Map<number, string>> {
  const books = new Map<number, string>();
  for await (const records of namedRecords(file)) {
    for (const { kind, body } of records) {
      if (kind !== null && kind !== 'books') continue;
      const { sequence, hash } = body;
      const what = shown(JSON.stringify(body));
      demand(
        isWhole(sequence, 0, Number.MAX_SAFE_INTEGER),
        `${file} names books without a sequence: ${what}`,
      );
      demand(typeof hash === 'string' && HASH.test(hash), `${file} has no hash for sequence ${sequence}`);
      const before = books.get(sequence) ?? hash;
      demand(before === hash, `${file} names two hashes for sequence ${sequence}`);
      books.set(sequence, hash);
    }
  }
  return books;
}
