import { LOG_PROBLEMS } from '@tallystick/verify/public-log/check';
import { COSIGNATURE, readVerifierKey, type NoteKey, type SignatureKind } from '@tallystick/verify/note';
import { visibleLines } from '@tallystick/verify/visible';
import { readArgs, UsageError, wholeOf } from './args.ts';
import { FetchError } from './fetch-log.ts';
import { mirrorLog } from './mirror.ts';

const USAGE = `Copies a public log into a folder that any web server can hold, and checks all of it.

  tallystick-mirror URL FOLDER [--key KEY]... [--witness KEY]... [--need K]
      URL is where the log's files begin, as https://exchange.example/tlog/public, or another mirror. Run it again to go on:
      a log that was rewritten since is refused, and the folder stays as it was.

  --key KEY      The log's key, NAME+ID+BASE64. Without it, the keys that had signed the log the first time are trusted.
  --witness KEY  A witness to trust; with --need K, at least K of them must have signed.

Ends with 0 if the folder holds the newest log, 1 if the log is not what it should be, 2 if it could not be had, or is only
an older copy of what the folder holds.`;

/** What the check calls the checkpoint that a copy had before. */
const KEPT = 'kept checkpoint';

/** Runs the mirror once; returns its exit code. */
export async function runMirror(
  words: readonly string[],
  world: { readonly print: (line: string) => void },
): Promise<number> {
  // Names and answers of others reach a terminal.
  const print = (text: string): void => world.print(visibleLines(text));
  try {
    const args = readArgs(words, ['--key', '--witness', '--need']);
    const [url, folder] = args.words;
    if (url === undefined || folder === undefined || args.words.length > 2) throw new UsageError(USAGE);
    const witnesses = keysOf(args.all('--witness'), COSIGNATURE);
    const need = wholeOf(args.one('--need'), 0, witnesses.length, 0);
    const keys = keysOf(args.all('--key'));
    const { report, fetched, mended } = await mirrorLog({ url, folder, keys, witnesses, need });
    if (!report.ok) {
      const isOwn = report.file === KEPT;
      const file = isOwn ? `${folder}/checkpoint, the copy's own` : report.file;
      print(`✗ ${file}: ${LOG_PROBLEMS[report.problem]}. ${folder} stays as it was.`);
      return 1;
    }
    const { checkpoint, cosigners } = report;
    print(`✓ ${checkpoint.origin}: ${checkpoint.size} records, ${fetched} files fetched, all checked.`);
    for (const file of mended)
      print(`! ${file}, the copy's own file, did not fit and was fetched once more.`);
    const mark = cosigners.length === 0 ? '·' : '✓';
    if (witnesses.length > 0)
      print(`${mark} ${cosigners.length} of ${witnesses.length} witnesses have signed it.`);
    return 0;
  } catch (error) {
    const isOurs = error instanceof UsageError || error instanceof FetchError;
    if (!isOurs && (error as NodeJS.ErrnoException).code === undefined) throw error;
    print((error as Error).message);
    return 2;
  }
}

function keysOf(texts: readonly string[], kind?: SignatureKind): NoteKey[] {
  return texts.map(text => {
    const key = readVerifierKey(text, kind);
    if (key === null) throw new UsageError(`${text} is no such key`);
    return key;
  });
}
