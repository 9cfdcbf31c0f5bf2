// npm run check-journal -- FILE [--books FILE|MIRROR] [--state FILE]: plays a dump of the journal by the rules alone, with code
// that shares nothing with the exchange's own. Ends with 0 if everything follows, 1 if something does not, 2 if it
// could not be checked.
import { parseArgs } from 'node:util';
import { readBooks } from './books-file.ts';
import { CheckFailed } from './check-failed.ts';
import { checkJournal } from './check-journal.ts';

const USAGE = 'Usage: npm run check-journal -- FILE [--books FILE|MIRROR] [--state FILE]\n';

function say(line: string): void {
  process.stdout.write(`${line}\n`);
}

async function main(
  file: string,
  booksFile: string | undefined,
  stateFile: string | undefined,
): Promise<void> {
  const startedAt = performance.now();
  const { at, commands, now, booksHash, beyond } = await checkJournal(file, {
    ...(booksFile === undefined ? {} : { books: await readBooks(booksFile) }),
    ...(stateFile === undefined ? {} : { stateFile }),
    onProgress: ({ sequence, part }) =>
      process.stderr.write(`  sequence ${sequence}, ${(part * 100).toFixed(1)} % of the file\n`),
    onBooks: (sequence, hash) => say(`  books after ${sequence} as named: ${hash}`),
  });
  const seconds = (performance.now() - startedAt) / 1000;
  const memory = Math.round(process.resourceUsage().maxRSS / 1024);
  say(`The journal follows from the rules, up to sequence ${at.sequence}: ${commands} commands.`);
  say(`  ${now} of them now, ${Math.round((now / seconds) * 60)} a minute, at most ${memory} MB`);
  say(`  journal ${at.hash}`);
  say(`  books   ${booksHash}`);
  if (beyond.length > 0) say(`  Note: ${beyond.length} named books lie beyond the end of the file.`);
}

try {
  const { values, positionals } = parseArgs({
    options: { books: { type: 'string' }, state: { type: 'string' } },
    allowPositionals: true,
  });
  const [file, ...more] = positionals;
  if (file === undefined || more.length > 0) throw new TypeError('one file is needed');
  await main(file, values.books, values.state);
} catch (error) {
  if (error instanceof CheckFailed) {
    say(`THE JOURNAL DOES NOT FOLLOW: ${error.message}`);
    process.exitCode = 1;
  } else {
    process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n${USAGE}`);
    process.exitCode = 2;
  }
}
