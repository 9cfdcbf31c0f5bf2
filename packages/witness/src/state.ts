import { isHash } from '@tallystick/verify/bytes';
import { COSIGNATURE, verifierKeyOf, type NoteKey } from '@tallystick/verify/note';
import { freshOf, readIfThere, replaceAlone } from './files.ts';

/** The newest tree of a log that the witness has cosigned. */
export interface Seen {
  readonly size: number;
  /** Hex. */
  readonly root: string;
  /** The checkpoint with the log's signatures and the witness's own. */
  readonly note: string;
}

interface Stored {
  readonly version: 1;
  /** Whose memory it is: the witness's verifier key. */
  readonly key: string;
  readonly logs: Readonly<Record<string, Seen>>;
}

export class StateError extends Error {
  override readonly name = 'StateError';
}

/** The memory of a key that has signed nothing yet. */
export function emptyState(key: NoteKey): string {
  return written(verifierKeyOf(key, COSIGNATURE), new Map());
}

/**
 * What the witness has cosigned, in one file. It is the witness's whole memory: a witness that forgot could be shown another
 * past. So a file that is missing, damaged or of another key is an error, never a new beginning.
 */
export class State {
  readonly #file: string;
  readonly #key: string;
  #text: string;
  #logs: ReadonlyMap<string, Seen>;

  private constructor(file: string, text: string, { key, logs }: Read) {
    this.#file = file;
    this.#key = key;
    this.#text = text;
    this.#logs = logs;
  }

  /** @throws StateError if there is none, one that cannot be read, or one of another key */
  static async open(file: string, key: NoteKey): Promise<State> {
    const text = (await readIfThere(file))?.toString('utf8');
    if (text === undefined) {
      throw new StateError(`${file} is missing: a witness without its memory has to begin under a new key`);
    }
    const read = parse(text, file);
    if (read.key !== verifierKeyOf(key, COSIGNATURE)) {
      throw new StateError(`${file} is the memory of another key: ${read.key}`);
    }
    if ((await readIfThere(freshOf(file))) !== null) throw new StateError(busy(file));
    return new State(file, text, read);
  }

  seen(origin: string): Seen | null {
    return this.#logs.get(origin) ?? null;
  }

  origins(): string[] {
    return [...this.#logs.keys()];
  }

  /** On disk when it resolves. @throws StateError if somebody else writes or has written to the file */
  async remember(origin: string, seen: Seen): Promise<void> {
    const logs = new Map(this.#logs).set(origin, seen);
    const text = written(this.#key, logs);
    try {
      await replaceAlone(this.#file, async () => {
        const stored = (await readIfThere(this.#file))?.toString('utf8');
        if (stored === this.#text) return text;
        throw new StateError(`${this.#file} was changed by somebody else: is a second witness running?`);
      });
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
      throw new StateError(busy(this.#file), { cause: error });
    }
    this.#text = text;
    this.#logs = logs;
  }
}

function busy(file: string): string {
  return `${freshOf(file)} is there: a second witness is writing, or one was stopped while it wrote. If none runs, remove that file; ${file} is whole`;
}

function written(key: string, logs: ReadonlyMap<string, Seen>): string {
  return `${JSON.stringify({ version: 1, key, logs: Object.fromEntries(logs) } satisfies Stored)}\n`;
}

interface Read {
  readonly key: string;
  readonly logs: ReadonlyMap<string, Seen>;
}

function parse(text: string, file: string): Read {
  let stored: unknown;
  try {
    stored = JSON.parse(text);
  } catch {
    throw new StateError(`${file} is no JSON`);
  }
  const { version, key, logs } = (stored ?? {}) as Partial<Stored>;
  if (version !== 1 || typeof key !== 'string' || typeof logs !== 'object' || logs === null) {
    throw new StateError(`${file} is no state of a witness`);
  }
  const found = new Map(Object.entries(logs));
  for (const [origin, { size, root, note }] of found) {
    const isWhole = Number.isSafeInteger(size) && size >= 0 && isHash(root) && typeof note === 'string';
    if (!isWhole) throw new StateError(`${file}: what it says of ${origin} cannot be read`);
  }
  return { key, logs: found };
}
