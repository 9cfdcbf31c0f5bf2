import { isHash } from '@tallystick/verify/bytes';
import { readIfThere, replaceFile } from './files.ts';

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
  readonly logs: Readonly<Record<string, Seen>>;
}

export class StateError extends Error {
  override readonly name = 'StateError';
}

export const EMPTY_STATE = `${JSON.stringify({ version: 1, logs: {} })}\n`;

/**
 * What the witness has cosigned, in one file. It is the witness's whole memory: a witness that forgot could be shown another
 * past. So a file that is missing or damaged is an error, never a new beginning.
 */
export class State {
  readonly #file: string;
  #text: string;
  #logs: ReadonlyMap<string, Seen>;

  private constructor(file: string, text: string, logs: ReadonlyMap<string, Seen>) {
    this.#file = file;
    this.#text = text;
    this.#logs = logs;
  }

  /** @throws StateError if there is none, or one that cannot be read */
  static async open(file: string): Promise<State> {
    const text = (await readIfThere(file))?.toString('utf8');
    if (text === undefined) {
      throw new StateError(`${file} is missing: a witness without its memory has to begin under a new key`);
    }
    return new State(file, text, parse(text, file));
  }

  seen(origin: string): Seen | null {
    return this.#logs.get(origin) ?? null;
  }

  origins(): string[] {
    return [...this.#logs.keys()];
  }

  /** On disk when it resolves. @throws StateError if somebody else has written to the file */
  async remember(origin: string, seen: Seen): Promise<void> {
    const stored = (await readIfThere(this.#file))?.toString('utf8');
    if (stored !== this.#text) {
      throw new StateError(`${this.#file} was changed by somebody else: is a second witness running?`);
    }
    const logs = new Map(this.#logs).set(origin, seen);
    const text = `${JSON.stringify({ version: 1, logs: Object.fromEntries(logs) } satisfies Stored)}\n`;
    await replaceFile(this.#file, text);
    this.#text = text;
    this.#logs = logs;
  }
}

function parse(text: string, file: string): ReadonlyMap<string, Seen> {
  let stored: unknown;
  try {
    stored = JSON.parse(text);
  } catch {
    throw new StateError(`${file} is no JSON`);
  }
  const { version, logs } = (stored ?? {}) as Partial<Stored>;
  if (version !== 1 || typeof logs !== 'object' || logs === null) {
    throw new StateError(`${file} is no state of a witness`);
  }
  const found = new Map(Object.entries(logs));
  for (const [origin, { size, root, note }] of found) {
    const isWhole = Number.isSafeInteger(size) && size >= 0 && isHash(root) && typeof note === 'string';
    if (!isWhole) throw new StateError(`${file}: what it says of ${origin} cannot be read`);
  }
  return found;
}
