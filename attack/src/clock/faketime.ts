import { execFile } from 'node:child_process';
import { access, chmod, mkdir, mkdtemp, readdir, rename, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);

const LIBRARY = 'libfaketimeMT.so.1';
/** Kept between runs: Debian's package, unpacked, not installed. */
const CACHE = path.join(tmpdir(), `tallystick-libfaketime-${process.getuid?.() ?? ''}`);

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
export async function findFaketime(): Promise<string | { readonly missing: string }> {
  if (process.platform !== 'linux') return { missing: 'libfaketime is looked for on Linux only' };
  for (const folder of ['/usr/lib', CACHE]) {
    const found = await search(folder);
    if (found !== null) return found;
  }
  try {
    await mkdir(CACHE, { recursive: true });
    const folder = await mkdtemp(path.join(CACHE, 'package-'));
    await run('apt-get', ['download', 'libfaketime'], { cwd: folder });
    const [file = ''] = await readdir(folder);
    await run('dpkg', ['-x', file, '.'], { cwd: folder });
    await chmod(folder, 0o755);
  } catch (error) {
    return { missing: `libfaketime could not be had: ${error instanceof Error ? error.message : error}` };
  }
  return (await search(CACHE)) ?? { missing: `Debian's package has no ${LIBRARY}` };
}

async function search(folder: string): Promise<string | null> {
  const inside = folder === CACHE ? await subfolders(CACHE) : [folder];
  for (const base of inside) {
    for (const cpu of ['x86_64-linux-gnu', 'aarch64-linux-gnu']) {
      const lib = folder === CACHE ? path.join(base, 'usr/lib') : base;
      const file = path.join(lib, cpu, 'faketime', LIBRARY);
      if (await exists(file)) return file;
    }
  }
  return null;
}

async function subfolders(folder: string): Promise<string[]> {
  if (!(await exists(folder))) return [];
  return (await readdir(folder)).map(name => path.join(folder, name));
}

function exists(file: string): Promise<boolean> {
  return access(file).then(
    () => true,
    () => false,
  );
}
