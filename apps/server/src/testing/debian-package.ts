import { execFile } from 'node:child_process';
import { access, mkdir, mkdtemp, readdir, rename, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);

/** Kept between runs: Debian's packages, unpacked but not installed. */
const CACHE = path.join(tmpdir(), `tallystick-debian-${process.getuid?.() ?? ''}`);
/** Libraries that every machine has; its own must be used. */
const OWN = /^(libc6|libgcc|libstdc|libcrypt1|gcc)/;
const ONLY_NEEDED = ['recommends', 'suggests', 'conflicts', 'breaks', 'replaces', 'enhances'];
const TRIPLE = process.arch === 'arm64' ? 'aarch64-linux-gnu' : 'x86_64-linux-gnu';

/** Why a program that tests need is not there: they skip, and say this. */
export interface Missing {
  readonly missing: string;
}

/** A package and the libraries it needs, in a folder of their own. */
export interface DebianPackage {
  /** Stands for `/`: programs are in `usr/bin` of it. */
  readonly folder: string;
  /** `usr/lib` of this machine's kind. */
  readonly libraries: string;
  /** For its programs: they find their libraries by it. */
  readonly env: Readonly<Record<string, string>>;
}

/**
 * Downloads a package of Debian's archive as the machine's own `apt` knows it, without installing it, and further ones
 * into the same folder. Never throws.
 */
export async function debianPackage(
  name: string,
  further: readonly string[] = [],
): Promise<DebianPackage | Missing> {
  if (process.platform !== 'linux') return { missing: `${name} is looked for on Linux only` };
  try {
    const folder = await unpacked([name, ...further]);
    const libraries = ['usr/lib', 'lib'].map(lib => path.join(folder, lib, TRIPLE));
    const { PATH = '' } = process.env;
    return { folder, libraries: libraries[0] ?? '', env: { PATH, LD_LIBRARY_PATH: libraries.join(':') } };
  } catch (error) {
    return { missing: `${name} could not be had: ${error instanceof Error ? error.message : error}` };
  }
}

/** Downloaded once, and used only when complete. */
async function unpacked(names: readonly string[]): Promise<string> {
  const whole = path.join(CACHE, names.join('+'));
  if (await exists(whole)) return whole;
  await mkdir(CACHE, { recursive: true });
  const draft = await mkdtemp(path.join(CACHE, 'draft-'));
  try {
    const only = ONLY_NEEDED.map(kind => `--no-${kind}`);
    const { stdout } = await run('apt-cache', ['depends', '--recurse', ...only, ...names]);
    const libraries = stdout.split('\n').filter(one => one.startsWith('lib') && !OWN.test(one));
    const wanted = new Set([...names, ...libraries]);
    await run('apt-get', ['-oAcquire::http::Timeout=20', 'download', ...wanted], { cwd: draft });
    for (const file of await readdir(draft)) {
      if (file.endsWith('.deb')) await run('dpkg', ['-x', file, 'root'], { cwd: draft });
    }
    // Another process may have downloaded it at the same time: its files are used.
    await rename(path.join(draft, 'root'), whole).catch((error: unknown) => {
      if (!(error instanceof Error && 'code' in error && error.code === 'ENOTEMPTY')) throw error;
    });
  } finally {
    await rm(draft, { recursive: true, force: true });
  }
  return whole;
}

function exists(file: string): Promise<boolean> {
  return access(file).then(
    () => true,
    () => false,
  );
}
