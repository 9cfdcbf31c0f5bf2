import pg from 'pg';
import { readBooks } from '@tallystick/audit';
import { HaltError } from '../../engine/engine-error.ts';
import { SNAPSHOT } from '../audit-journal.ts';
import { DifferenceFound } from '../audit-result.ts';
import { auditDump } from './audit-dump.ts';
import { exportJournal } from './export-journal.ts';
import { exportRecords } from './export-records.ts';
import { readLiabilities } from './read-liabilities.ts';

export interface DumpArguments {
  readonly books?: string | undefined;
  readonly state?: string | undefined;
  readonly unreleased: boolean;
}

type Say = (line: string) => void;

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

/** `--dump FILE`: the exit code. */
export async function runDumpAudit(file: string, { books, state, unreleased }: DumpArguments, say: Say) {
  const startedAt = performance.now();
  try {
    const result = await auditDump(file, {
      unreleased,
      ...(books === undefined
        ? {}
        : { books: await readBooks(books), liabilities: await readLiabilities(books) }),
      ...(state === undefined ? {} : { stateFile: state }),
      onProgress: ({ sequence, head }) => process.stderr.write(`  ${sequence} of ${head}\n`),
      onBooks: (sequence, hash) => say(`  books after ${sequence} as named: ${hash}`),
      onLiabilities: (sequence, point) => say(`  owed after ${sequence} as audit point ${point} says`),
    });
    const seconds = (performance.now() - startedAt) / 1000;
    const memory = Math.round(process.resourceUsage().maxRSS / 1024);
    say(
      `The journal leads to every state it names, up to sequence ${result.sequence}: ${result.commands} commands.`,
    );
    say(
      `  ${result.now} of them now, ${Math.round((result.now / seconds) * 60)} a minute, at most ${memory} MB; ` +
        `${result.states} named states`,
    );
    say(`  journal ${result.journalHash}`);
    say(`  state   ${result.stateHash ?? 'none'}`);
    say(`  books   ${result.booksHash ?? 'none'}`);
    for (const core of result.unreleased) say(`  Note: the core ${core.slice(0, 12)} came with the dump.`);
    if (result.beyond.length > 0)
      say(`  Note: ${result.beyond.length} named moments lie beyond the end of the file.`);
    return 0;
  } catch (error) {
    if (error instanceof DifferenceFound) {
      const { table, key, what, stored, computed } = error.difference;
      say(`THE FIRST DIFFERENCE: ${table}, ${key}: ${what}`);
      say(`  stored    ${stored ?? 'nothing'}`);
      say(`  computed  ${computed ?? 'nothing'}`);
      return 1;
    }
    // Cores run in realms of their own, so their error classes are recognised by name.
    const isBroken = error instanceof Object && 'name' in error && error.name === 'InvariantBroken';
    if (!(error instanceof HaltError) && !isBroken) throw error;
    say(`THE FIRST DIFFERENCE: journal: ${(error as Error).message}`);
    return 1;
  }
}
