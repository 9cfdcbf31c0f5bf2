// npm run check-journal -- FILE [--log MIRROR | --books FILE] [--state FILE]: plays a dump of the journal by the rules alone,
// with code that shares nothing with the exchange's own. Ends with 0 if everything follows, 1 if something does not, 2 if
// it, or something that was named, could not be checked.
import { parseArgs } from 'node:util';
import { readBooks } from './books-file.ts';
import { CannotCheck, CheckFailed } from './check-failed.ts';
import { checkJournal, type CheckResult } from './check-journal.ts';
import { journalHeads } from './journal-heads.ts';

const USAGE = 'Usage: npm run check-journal -- FILE [--log MIRROR | --books FILE] [--state FILE]\n';

interface Arguments {
  readonly log?: string | undefined;
  readonly books?: string | undefined;
  readonly state?: string | undefined;
}

function say(line: string): void {
  process.stdout.write(`${line}\n`);
}

async function main(file: string, { log, books: booksFile = log, state }: Arguments): Promise<void> {
  const startedAt = performance.now();
  const books = booksFile === undefined ? null : await readBooks(booksFile);
  const result = await checkJournal(file, {
    ...(books === null ? {} : { books }),
    ...(log === undefined ? {} : { heads: journalHeads(log) }),
    ...(state === undefined ? {} : { stateFile: state }),
    onProgress: ({ sequence, part }) =>
      process.stderr.write(`  sequence ${sequence}, ${(part * 100).toFixed(1)} % of the file\n`),
    onBooks: (sequence, hash) => say(`  books after ${sequence} as named: ${hash}`),
  });
  const seconds = (performance.now() - startedAt) / 1000;
  report(result, books?.size ?? null, seconds);
}

/** @param named books that were named; null: none were given */
function report(result: CheckResult, named: number | null, seconds: number): void {
  const { at, commands, now, booksHash, compared, beyond, passed, heads } = result;
  const left = heads === null ? 0 : heads.named - heads.compared;
  // A young log may name no books yet; a list of books, and a log of the journal, must name something.
  const isAny = heads === null ? named !== 0 : heads.named > 0;
  const isWhole = isAny && left === 0 && (named === null || compared === named);
  if (!isWhole) {
    say('NOT ALL COULD BE COMPARED that was named in public:');
    process.exitCode = 2;
  }
  if (named !== null) say(`  ${compared} of ${named} named books compared`);
  if (beyond.length > 0) say(`  ${beyond.length} of them lie beyond the end of the dump`);
  if (passed.length > 0) say(`  ${passed.length} of them lie before the saved state: check without it`);
  if (heads !== null) {
    say(`  ${heads.compared} of ${heads.named} signed heads of the journal compared`);
    if (left > 0) say(`  ${left} of them are of a longer journal than the dump`);
    if (heads.sequence < at.sequence)
      say(`  Note: what is after sequence ${heads.sequence} was not signed yet.`);
  } else say('  Note: without --log nothing says that this is the journal that was signed in public.');
  const memory = Math.round(process.resourceUsage().maxRSS / 1024);
  say(`The journal follows from the rules, up to sequence ${at.sequence}: ${commands} commands.`);
  say(`  ${now} of them now, ${Math.round((now / seconds) * 60)} a minute, at most ${memory} MB`);
  say(`  journal ${at.hash}`);
  say(`  books   ${booksHash}`);
}

try {
  const text = { type: 'string' } as const;
  const { values, positionals } = parseArgs({
    options: { log: text, books: text, state: text },
    allowPositionals: true,
  });
  const [file, ...more] = positionals;
  if (file === undefined || more.length > 0) throw new TypeError('one file is needed');
  if (values.log !== undefined && values.books !== undefined)
    throw new TypeError('--log has the books as well');
  await main(file, values);
} catch (error) {
  if (error instanceof CheckFailed) {
    // A dump is a text of strangers: a terminal obeys no part of it.
    say(`THE JOURNAL DOES NOT FOLLOW: ${error.message.slice(0, 2_000).replaceAll(/\p{Cc}/gu, '?')}`);
    process.exitCode = 1;
  } else {
    process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
    if (!(error instanceof CannotCheck)) process.stderr.write(USAGE);
    process.exitCode = 2;
  }
}
