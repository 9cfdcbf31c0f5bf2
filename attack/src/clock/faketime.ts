import { existsSync } from 'node:fs';
import { chmod, rename, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { debianPackage, type Missing } from '@tallystick/server/testing/debian';

const LIBRARY = 'libfaketimeMT.so.1';

/** A clock that can be set for one process and its children, by Debian's libfaketime. */
export class FakeTime {
  readonly env: Readonly<Record<string, string>>;
  readonly #file: string;

  private constructor(library: string, file: string) {
    this.#file = file;
    this.env = {
      LD_PRELOAD: library,
      FAKETIME_TIMESTAMP_FILE: file,
      // Each reading of the wall clock looks at the file; monotonic clocks are not affected.
      FAKETIME_NO_CACHE: '1',
      FAKETIME_DONT_FAKE_MONOTONIC: '1',
      DONT_FAKE_MONOTONIC: '1',
    };
  }

  /** Starts at the real time. Throws without libfaketime: see `findFaketime`. */
  static async in(folder: string): Promise<FakeTime> {
    const library = await findFaketime();
    if (typeof library !== 'string') throw new Error(library.missing);
    const time = new FakeTime(library, path.join(folder, 'faketime'));
    await time.set(0);
    return time;
  }

  /** Sets the clock to this many seconds from the real time. */
  async set(seconds: number): Promise<void> {
    const fresh = `${this.#file}.new`;
    await writeFile(fresh, `${seconds < 0 ? '-' : '+'}${Math.abs(seconds)}\n`);
    await chmod(fresh, 0o644);
    // Written atomically, because it is read all the time.
    await rename(fresh, this.#file);
  }
}

/** Path of the library, installed or fetched from Debian's archive; or why there is none. */
export async function findFaketime(): Promise<string | Missing> {
  const installed = inFolders(['x86_64-linux-gnu', 'aarch64-linux-gnu'].map(cpu => `/usr/lib/${cpu}`));
  if (installed !== null) return installed;
  const unpacked = await debianPackage('libfaketime');
  if ('missing' in unpacked) return unpacked;
  return inFolders([unpacked.libraries]) ?? { missing: `Debian's package has no ${LIBRARY}` };
}

function inFolders(folders: readonly string[]): string | null {
  const files = folders.map(folder => path.join(folder, 'faketime', LIBRARY));
  return files.find(file => existsSync(file)) ?? null;
}
