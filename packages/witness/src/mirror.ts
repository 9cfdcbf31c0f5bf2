import { mkdir, rename, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { COSIGNATURE, readVerifierKey, type NoteKey } from '@tallystick/verify/note';
import { checkPublicLog, fetchLogCheck, type LogReport } from '@tallystick/verify/public-log/check';
import { fetchFile, FetchError } from './fetch-log.ts';
import { readIfThere, replaceFile } from './files.ts';

export interface MirrorOptions {
  readonly url: string;
  readonly folder: string;
  /** The log's keys. Empty: those that the mirror's own file of keys names, at first those that the log names. */
  readonly keys: readonly NoteKey[];
  readonly witnesses: readonly NoteKey[];
  readonly need: number;
}

export interface Mirrored {
  readonly report: LogReport;
  readonly fetched: number;
}

/** Names of keys, one a line: the log's own, and those of its witnesses. */
const KEYS = 'keys';
/** Files of a run that is not over. */
const INCOMING = '.incoming';

/**
 * Copies a public log into a folder that any web server can hold. What is there already is read again, not fetched. The whole
 * log is checked before anything of it counts: a log that does not go on from what the folder holds leaves the folder as
 * it was.
 *
 * @throws FetchError, or what the disk says
 */
export async function mirrorLog(options: MirrorOptions): Promise<Mirrored> {
  const { url, folder, witnesses, need } = options;
  const incoming = path.join(folder, INCOMING);
  await rm(incoming, { recursive: true, force: true });
  await mkdir(incoming, { recursive: true });
  const kept = await readIfThere(path.join(folder, 'checkpoint'));
  const keysText = (await readIfThere(path.join(folder, KEYS))) ?? (await fetchFile(url, KEYS));
  if (keysText === null && options.keys.length === 0)
    throw new FetchError(`${url} names no keys: give --key`);
  const fetched: string[] = [];
  const read = async (file: string): Promise<Uint8Array | null> => {
    const here = file === 'checkpoint' ? null : await readIfThere(path.join(folder, file));
    if (here !== null) return here;
    const bytes = await fetchFile(url, file);
    if (bytes === null) return null;
    await mkdir(path.dirname(path.join(incoming, file)), { recursive: true });
    await writeFile(path.join(incoming, file), bytes);
    fetched.push(file);
    return bytes;
  };
  const check = checkPublicLog({
    keys: options.keys.length > 0 ? options.keys : keysIn(Buffer.from(keysText ?? '').toString('utf8')),
    witnesses,
    need,
    kept: kept?.toString('utf8') ?? null,
  });
  const report = await fetchLogCheck(check, read);
  if (report.ok) {
    if (keysText !== null) await replaceFile(path.join(folder, KEYS), keysText);
    // The checkpoint was fetched first and comes last: what it covers is there before it is.
    for (const file of fetched.toReversed()) await takeOver(incoming, folder, file);
    await removePartial(folder, fetched);
  }
  await rm(incoming, { recursive: true, force: true });
  return { report, fetched: fetched.length };
}

/** The log's keys in a file of keys; those of witnesses are of another kind. */
export function keysIn(text: string): NoteKey[] {
  return text.split('\n').flatMap(line => readVerifierKey(line) ?? []);
}

export function witnessesIn(text: string): NoteKey[] {
  return text.split('\n').flatMap(line => readVerifierKey(line, COSIGNATURE) ?? []);
}

async function takeOver(incoming: string, folder: string, file: string): Promise<void> {
  const to = path.join(folder, file);
  await mkdir(path.dirname(to), { recursive: true });
  await rename(path.join(incoming, file), to);
}

/** Short tiles are not needed once the full one is there. */
async function removePartial(folder: string, fetched: readonly string[]): Promise<void> {
  const full = fetched.filter(file => file.startsWith('tile/') && !file.includes('.p/'));
  for (const file of full) await rm(path.join(folder, `${file}.p`), { recursive: true, force: true });
}
