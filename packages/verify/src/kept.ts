import { isHash } from './bytes.ts';

/** Two kept checkpoints, in any order, and the log's proof that one contains the other. */
export interface KeptLog {
  readonly notes: readonly [string, string];
  readonly hashes: readonly string[];
}

/** Reads files as the log's calls return them, with or without the envelope; a note may be bare. Null if one is invalid. */
export function readKept([first, second, growth]: readonly [string, string, string]): KeptLog | null {
  const one = noteIn(first);
  const other = noteIn(second);
  const hashes = parse(growth)?.['hashes'];
  if (one === null || other === null || !Array.isArray(hashes) || !hashes.every(isHash)) return null;
  return { notes: [one, other], hashes };
}

function noteIn(text: string): string | null {
  const note = text.includes('\n\n— ') ? text : parse(text)?.['note'];
  return typeof note === 'string' ? note : null;
}

function parse(text: string): Readonly<Record<string, unknown>> | null {
  try {
    const value = JSON.parse(text) as unknown;
    if (typeof value !== 'object' || value === null) return null;
    const record = value as Readonly<Record<string, unknown>>;
    const { data } = record;
    return typeof data === 'object' && data !== null ? (data as Readonly<Record<string, unknown>>) : record;
  } catch {
    // A note is no JSON. The caller reports what is neither.
    return null;
  }
}
