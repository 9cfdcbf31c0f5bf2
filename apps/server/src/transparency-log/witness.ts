import { mkdir, open, readFile, rename } from 'node:fs/promises';
import path from 'node:path';
import type { LogName } from './source.ts';

/** File of each log; the price log's has its name from the time when it was the only one. */
const FILES: Readonly<Record<LogName, string>> = {
  price: 'price-log-checkpoint',
  journal: 'journal-checkpoint',
  audit: 'audit-log-checkpoint',
};

/** What was signed last, stored outside the database. */
export interface Witnessed {
  readonly origin: string;
  readonly size: number;
  /** Hex. */
  readonly root: string;
}

/** The file exists, but is not what was written. */
export class WitnessError extends Error {
  override readonly name = 'WitnessError';
}

/**
 * A file in DATA_DIR with the newest signed tree. A database restored to an earlier state does not know what was signed
 * since, and would sign a different tree of the same size: this file prevents that.
 */
export class Witness {
  readonly #folder: string;
  readonly #file: string;

  constructor(dataDir: string, log: LogName) {
    this.#folder = dataDir;
    this.#file = FILES[log];
  }

  /** Null if nothing was stored. @throws WitnessError */
  async read(): Promise<Witnessed | null> {
    let text: string;
    try {
      text = await readFile(path.join(this.#folder, this.#file), 'utf8');
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
      throw error;
    }
    const [, origin = '', size, root] = /^(\S+)\n(\d+)\n([0-9a-f]{64})\n$/.exec(text) ?? [];
    if (size === undefined || root === undefined)
      throw new WitnessError(`${this.#file} in DATA_DIR is not what was written`);
    return { origin, size: Number(size), root };
  }

  /** Atomic, and on disk when it resolves. */
  async write({ origin, size, root }: Witnessed): Promise<void> {
    await mkdir(this.#folder, { recursive: true });
    const next = path.join(this.#folder, `${this.#file}.next`);
    const file = await open(next, 'w', 0o644);
    try {
      await file.writeFile(`${origin}\n${size}\n${root}\n`);
      await file.sync();
    } finally {
      await file.close();
    }
    await rename(next, path.join(this.#folder, this.#file));
  }
}
