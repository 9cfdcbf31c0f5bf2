import { execFile } from 'node:child_process';
import { access, mkdir, mkdtemp, readdir, rename, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);

/** Kept between runs: Debian's packages, unpacked but not installed. */
const CACHE = path.join(tmpdir(), `tallystick-poppler-${process.getuid?.() ?? ''}`);
/** Libraries that every machine has; its own must be used. */
const OWN = /^(libc6|libgcc|libstdc|libcrypt1|gcc)/;
const ONLY_NEEDED = ['recommends', 'suggests', 'conflicts', 'breaks', 'replaces', 'enhances'];

/** An independent PDF reader: poppler's pdftotext, installed or from Debian's packages. */
export class Poppler {
  readonly #program: string;
  readonly #libraries: string;

  private constructor(program: string, libraries: string) {
    this.#program = program;
    this.#libraries = libraries;
  }

  /** The program, or why it is not available. */
  static async find(): Promise<Poppler | { readonly missing: string }> {
    if (process.platform !== 'linux') return { missing: 'pdftotext is looked for on Linux only' };
    const installed = new Poppler('pdftotext', '');
    if (await installed.#answers()) return installed;
    try {
      const folder = await unpacked();
      const triple = process.arch === 'arm64' ? 'aarch64-linux-gnu' : 'x86_64-linux-gnu';
      const libraries = ['usr/lib', 'lib'].map(lib => path.join(folder, lib, triple)).join(':');
      const fetched = new Poppler(path.join(folder, 'usr/bin/pdftotext'), libraries);
      return (await fetched.#answers())
        ? fetched
        : { missing: 'pdftotext out of Debian’s packages does not run' };
    } catch (error) {
      return { missing: `pdftotext could not be had: ${error instanceof Error ? error.message : error}` };
    }
  }

  /** The lines of the file's text, as laid out on the page. */
  async lines(pdf: Uint8Array): Promise<string[]> {
    const folder = await mkdtemp(path.join(tmpdir(), 'tallystick-pdf-'));
    const file = path.join(folder, 'file.pdf');
    await writeFile(file, pdf);
    const { stdout } = await run(this.#program, ['-layout', '-enc', 'UTF-8', file, '-'], {
      env: this.#env,
      maxBuffer: 64 * 1024 * 1024,
    });
    return stdout.split(/[\n\f]/);
  }

  get #env(): Record<string, string> {
    const { PATH = '' } = process.env;
    return { PATH, ...(this.#libraries === '' ? {} : { LD_LIBRARY_PATH: this.#libraries }) };
  }

  async #answers(): Promise<boolean> {
    return run(this.#program, ['-v'], { env: this.#env }).then(
      () => true,
      () => false,
    );
  }
}

/** Folder of the packages' files; downloaded once, and used only when complete. */
async function unpacked(): Promise<string> {
  const whole = path.join(CACHE, 'whole');
  if (await exists(whole)) return whole;
  await mkdir(CACHE, { recursive: true });
  const draft = await mkdtemp(path.join(CACHE, 'packages-'));
  const { stdout } = await run('apt-cache', [
    'depends',
    '--recurse',
    ...ONLY_NEEDED.map(kind => `--no-${kind}`),
    'poppler-utils',
  ]);
  const libraries = new Set(stdout.split('\n').filter(name => name.startsWith('lib') && !OWN.test(name)));
  await run('apt-get', ['download', 'poppler-utils', ...libraries], { cwd: draft });
  for (const name of await readdir(draft)) {
    if (name.endsWith('.deb')) await run('dpkg', ['-x', name, 'root'], { cwd: draft });
  }
  // Another process may have downloaded them at the same time: its files are used.
  await rename(path.join(draft, 'root'), whole).catch((error: unknown) => {
    if (!(error instanceof Error && 'code' in error && error.code === 'ENOTEMPTY')) throw error;
  });
  return whole;
}

function exists(file: string): Promise<boolean> {
  return access(file).then(
    () => true,
    () => false,
  );
}
