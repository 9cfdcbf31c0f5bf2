import { statSync } from 'node:fs';
import { mkdir, mkdtemp, readdir, readFile, rename, rm } from 'node:fs/promises';
import path from 'node:path';
import { openCheckpoint, type Checkpoint } from '@tallystick/verify/checkpoint';
import { cosignersOf } from '@tallystick/verify/cosignature';
import { COSIGNATURE, readNote, readVerifierKey, verifierKeyOf, type NoteKey } from '@tallystick/verify/note';
import {
  checkPublicLog,
  fetchLogCheck,
  type LogCheckOptions,
  type LogReport,
} from '@tallystick/verify/public-log/check';
import { fetchFile, FetchError } from './fetch-log.ts';
import { readIfThere, syncFolder, writeSynced } from './files.ts';
import { isOlderHead } from './own-entries.ts';

export interface MirrorOptions {
  readonly url: string;
  readonly folder: string;
  /** The log's keys. Empty: those that the mirror's own file of keys names, at first those that have signed the log. */
  readonly keys: readonly NoteKey[];
  readonly witnesses: readonly NoteKey[];
  readonly need: number;
}

export interface Mirrored {
  readonly report: LogReport;
  readonly fetched: number;
  /** The copy's own files that did not fit and were fetched once more. */
  readonly mended: readonly string[];
}

const CHECKPOINT = 'checkpoint';
/** Names of keys, one a line: the log's own, and those of its witnesses. */
const KEYS = 'keys';
/** Begins the names of folders for files of runs that are not over. */
const INCOMING = '.incoming-';
/** A log that was rewritten fits nowhere. */
const MOST_GUESSES = 2;
/** No run is so long. */
const LEFT_OVER_MS = 86_400_000;
/** A mirror is for others to read. */
const FOR_ALL = 0o644;

/**
 * Copies a public log into a folder that any web server can hold. What is there already is read again, not fetched, unless it
 * does not fit. The whole log is checked before anything of it counts: a log that does not go on from what the folder holds leaves
 * the folder as it was.
 *
 * @throws FetchError, also for an older copy than the folder holds; or what the disk says
 */
export async function mirrorLog(options: MirrorOptions): Promise<Mirrored> {
  const { folder } = options;
  await mkdir(folder, { recursive: true });
  await removeLeftOver(folder);
  // In the folder: it may be a disk of its own. Not shared: two runs may overlap.
  const incoming = await mkdtemp(path.join(folder, INCOMING));
  try {
    return await new MirrorRun(options, incoming).run();
  } finally {
    await rm(incoming, { recursive: true, force: true });
  }
}

class MirrorRun {
  readonly #options: MirrorOptions;
  readonly #incoming: string;
  readonly #fetched = new Set<string>();
  readonly #own = new Set<string>();
  readonly #mended = new Set<string>();

  constructor(options: MirrorOptions, incoming: string) {
    this.#options = options;
    this.#incoming = incoming;
  }

  async run(): Promise<Mirrored> {
    const { url, folder, witnesses, need } = this.#options;
    const keptBytes = await readIfThere(path.join(folder, CHECKPOINT));
    const kept = keptBytes?.toString('utf8') ?? null;
    const named = await this.#namedKeys();
    const keys = this.#options.keys.length > 0 ? this.#options.keys : keysIn(named!.text);
    const noteBytes = await this.#read(CHECKPOINT);
    if (noteBytes === null) throw new FetchError(`${url} has no checkpoint`);
    const note = Buffer.from(noteBytes).toString('utf8');
    await this.#refuseOlder(note, kept, keys);
    const report = await this.#check({ keys, witnesses, need, kept });
    if (report.ok) {
      if (await isChanged(path.join(folder, CHECKPOINT), keptBytes)) {
        throw new FetchError(`${folder} was changed by another run meanwhile`);
      }
      const text = named?.isOwn === true ? null : this.#trustedKeys(note, keys, named?.text ?? '');
      await this.#takeOver(text);
    }
    return { report, fetched: this.#fetched.size, mended: [...this.#mended] };
  }

  /** The file of keys, the folder's own before the log's: not asked for when keys are given. @throws FetchError if there is none */
  async #namedKeys(): Promise<{ readonly text: string; readonly isOwn: boolean } | null> {
    const { url, folder, keys } = this.#options;
    if (keys.length > 0) return null;
    const own = await readIfThere(path.join(folder, KEYS));
    const bytes = own ?? (await fetchFile(url, KEYS));
    if (bytes === null) throw new FetchError(`${url} names no keys: give --key`);
    return { text: Buffer.from(bytes).toString('utf8'), isOwn: own !== null };
  }

  /** The folder's file where it has a good one, or else the log's. */
  async #read(file: string): Promise<Uint8Array | null> {
    if (this.#fetched.has(file)) return readFile(path.join(this.#incoming, file));
    const isAsked = file === CHECKPOINT || this.#mended.has(file);
    const here = isAsked ? null : await readIfThere(path.join(this.#options.folder, file));
    if (here !== null) {
      this.#own.add(file);
      return here;
    }
    const bytes = await fetchFile(this.#options.url, file);
    if (bytes === null) return null;
    await mkdir(path.dirname(path.join(this.#incoming, file)), { recursive: true });
    await writeSynced(path.join(this.#incoming, file), bytes, 'w', FOR_ALL);
    this.#fetched.add(file);
    return bytes;
  }

  /** An older copy is no rewritten log. */
  async #refuseOlder(note: string, kept: string | null, keys: readonly NoteKey[]): Promise<void> {
    const { url, folder } = this.#options;
    const head = headOf(note, keys);
    const before = kept === null ? null : headOf(kept, keys);
    // One that was signed shorter, and later, was cut.
    if (head === null || before === null || head.size >= before.size || head.atMs > before.atMs) return;
    if (!(await isOlderHead(folder, head, before))) return;
    throw new FetchError(`${url} shows only ${head.size} records, and ${folder} has ${before.size}`);
  }

  /** Fetches files of its own that do not fit once more: a disk that lost power may have left half of one. */
  async #check(options: LogCheckOptions): Promise<LogReport> {
    for (let guesses = 0; ;) {
      this.#own.clear();
      const report = await fetchLogCheck(checkPublicLog(options), file => this.#read(file));
      if (report.ok) return report;
      const isOwn = this.#own.has(report.file);
      // What does not fit to fetched files may be the entries before them.
      const suspect = isOwn
        ? report.file
        : [...this.#own].findLast(file => file.startsWith('tile/entries/') && guesses++ < MOST_GUESSES);
      if (suspect === undefined) return report;
      this.#mended.add(suspect);
    }
  }

  /**
   * The file of keys as it is kept: keys that were given; or those that have signed this very head, as anybody could name others in
   * a published file.
   */
  #trustedKeys(note: string, keys: readonly NoteKey[], named: string): string {
    const given = this.#options;
    const opened = openCheckpoint(note, keys, 'record');
    const log = given.keys.length > 0 ? given.keys : opened.ok ? opened.signers : [];
    const cosigners = cosignersOf(readNote(note)!, witnessesIn(named)) ?? [];
    const witnesses = given.witnesses.length > 0 ? given.witnesses : cosigners.map(({ key }) => key);
    const lines = [
      ...log.map(key => verifierKeyOf(key)),
      ...witnesses.map(key => verifierKeyOf(key, COSIGNATURE)),
    ];
    return [...new Set(lines), ''].join('\n');
  }

  /** What the checkpoint covers is on disk before the checkpoint is. */
  async #takeOver(keys: string | null): Promise<void> {
    const folder = path.resolve(this.#options.folder);
    const files = [...this.#fetched].filter(file => file !== CHECKPOINT);
    const folders = new Set([folder]);
    for (const file of files) {
      const to = path.join(folder, file);
      await mkdir(path.dirname(to), { recursive: true });
      await rename(path.join(this.#incoming, file), to);
      for (let at = path.dirname(to); at !== folder; at = path.dirname(at)) folders.add(at);
    }
    if (keys !== null) {
      await writeSynced(path.join(this.#incoming, KEYS), keys, 'w', FOR_ALL);
      await rename(path.join(this.#incoming, KEYS), path.join(folder, KEYS));
    }
    for (const one of folders) await syncFolder(one);
    await rename(path.join(this.#incoming, CHECKPOINT), path.join(folder, CHECKPOINT));
    await syncFolder(folder);
    await removePartial(folder, files);
  }
}

/** The log's keys in a file of keys; those of witnesses are of another kind. */
export function keysIn(text: string): NoteKey[] {
  return text.split('\n').flatMap(line => readVerifierKey(line) ?? []);
}

export function witnessesIn(text: string): NoteKey[] {
  return text.split('\n').flatMap(line => readVerifierKey(line, COSIGNATURE) ?? []);
}

function headOf(note: string, keys: readonly NoteKey[]): Checkpoint | null {
  const opened = openCheckpoint(note, keys, 'record');
  return opened.ok ? opened.checkpoint : null;
}

async function isChanged(file: string, before: Buffer | null): Promise<boolean> {
  const now = await readIfThere(file);
  return now === null || before === null ? now !== before : !now.equals(before);
}

/** Of runs that were stopped. */
async function removeLeftOver(folder: string): Promise<void> {
  for (const name of await readdir(folder)) {
    if (!name.startsWith(INCOMING)) continue;
    const left = path.join(folder, name);
    const found = statSync(left, { throwIfNoEntry: false });
    if (found !== undefined && Date.now() - found.mtimeMs > LEFT_OVER_MS)
      await rm(left, { recursive: true, force: true });
  }
}

/** Short tiles are not needed once the full one is there. */
async function removePartial(folder: string, fetched: readonly string[]): Promise<void> {
  const full = fetched.filter(file => file.startsWith('tile/') && !file.includes('.p/'));
  for (const file of full) await rm(path.join(folder, `${file}.p`), { recursive: true, force: true });
}
