import pg from 'pg';
import { CannotCheck, journalHeads, readBooks } from '@tallystick/audit';
import { HaltError, OtherVersion } from '../../engine/engine-error.ts';
import { SNAPSHOT } from '../audit-journal.ts';
import { DifferenceFound } from '../audit-result.ts';
import { auditDump } from './audit-dump.ts';
import { readSources } from './compare-cores.ts';
import { exportJournal } from './export-journal.ts';
import { exportRecords } from './export-records.ts';
import { readLiabilities } from './read-liabilities.ts';
import { reportDump } from './report-dump.ts';

export interface DumpArguments {
  /** A mirror of the public log: all that it says of the journal is compared. */
  readonly log?: string | undefined;
  /** A list of books and liabilities, instead of it. */
  readonly books?: string | undefined;
  readonly state?: string | undefined;
  readonly unreleased: boolean;
}

type Say = (line: string) => void;

/** Where the verdict goes, and what stands beside it. */
interface Said {
  readonly say: Say;
  readonly warn: Say;
}

/** `--export FILE [--books FILE]`: the exit code. */
export async function runExport(
  databaseUrl: string,
  file: string,
  {
    untilSequence,
    books,
  }: { readonly untilSequence?: number | undefined; readonly books?: string | undefined },
  say: Say,
): Promise<number> {
  const stored = new pg.Client({ connectionString: databaseUrl, application_name: 'tallystick export' });
  await stored.connect();
  try {
    await stored.query(SNAPSHOT);
    const { sequence, hash } = await exportJournal(stored, file, {
      ...(untilSequence === undefined ? {} : { untilSequence }),
      onProgress: ({ sequence: at, head }) => process.stderr.write(`  ${at} of ${head}\n`),
    });
    say(`The journal up to sequence ${sequence} is in ${file}.`);
    say(`  journal ${hash.toString('hex')}`);
    if (books !== undefined) {
      const records = await exportRecords(stored, books, sequence);
      say(
        `What the public log says of it, ${records} records, is in ${books}: compare them with a mirror's.`,
      );
    }
    return 0;
  } finally {
    await stored.end();
  }
}

/** `--dump FILE`: the exit code. 0: everything follows, 1: something does not, 2: it, or something named, could not be checked. */
export async function runDumpAudit(
  file: string,
  { log, books = log, state, unreleased }: DumpArguments,
  { say, warn }: Said,
): Promise<number> {
  const startedAt = performance.now();
  try {
    const result = await auditDump(file, {
      unreleased,
      ...(books === undefined
        ? {}
        : { books: await readBooks(books), liabilities: await readLiabilities(books) }),
      ...(log === undefined ? {} : { heads: journalHeads(log), sources: await readSources(log) }),
      ...(state === undefined ? {} : { stateFile: state }),
      onProgress: ({ sequence, head }) => process.stderr.write(`  ${sequence} of ${head}\n`),
      onBooks: (sequence, hash) => say(`  books after ${sequence} as named: ${hash}`),
      onLiabilities: (sequence, point) => say(`  owed after ${sequence} as audit point ${point} says`),
      onUnreleased: core => warn(unreleasedWarning(core, 'the dump')),
    });
    return reportDump(
      result,
      { named: books !== undefined, seconds: (performance.now() - startedAt) / 1000 },
      say,
    );
  } catch (error) {
    return failed(error, { say, warn });
  }
}

/** Said before code runs that nobody has released. */
export function unreleasedWarning(core: string, from: string): string {
  return (
    `WARNING: running the core ${core} from ${from}, which was never released. It is a program of whoever made it: it can ` +
    'do on this machine all that you can, and that its rows lead to what they say is its own word.'
  );
}

function failed(error: unknown, { say, warn }: Said): number {
  if (error instanceof OtherVersion || error instanceof CannotCheck || error instanceof TypeError) {
    warn(printable(error.message));
    return 2;
  }
  if (error instanceof DifferenceFound) {
    const { table, key, what, stored, computed } = error.difference;
    say(printable(`THE FIRST DIFFERENCE: ${table}, ${key}: ${what}`));
    say(printable(`  stored    ${stored ?? 'nothing'}`));
    say(printable(`  computed  ${computed ?? 'nothing'}`));
    return 1;
  }
  // Cores run in realms of their own, so their error classes are recognised by name.
  const isBroken = error instanceof Object && 'name' in error && error.name === 'InvariantBroken';
  if (error instanceof HaltError || isBroken) {
    say(printable(`THE FIRST DIFFERENCE: journal: ${(error as Error).message}`));
    return 1;
  }
  // The file is not there, or cannot be unpacked.
  if (!(error instanceof Error && 'errno' in error)) throw error;
  warn(error.message);
  return 2;
}

/** A dump is a text of strangers: a terminal obeys no part of it. */
function printable(text: string): string {
  return text.slice(0, 2_000).replaceAll(/\p{Cc}/gu, '?');
}
