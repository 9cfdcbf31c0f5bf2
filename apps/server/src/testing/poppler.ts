import { execFile } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { debianPackage, type Missing } from './debian.ts';
import { scratchFolder } from './scratch-folder.ts';

const run = promisify(execFile);

/** An independent PDF reader: poppler's pdftotext, installed or from Debian's packages. */
export class Poppler {
  readonly #program: string;
  readonly #env: Readonly<Record<string, string>>;

  private constructor(program: string, env: Readonly<Record<string, string>>) {
    this.#program = program;
    this.#env = env;
  }

  /** The program, or why it is not available. */
  static async find(): Promise<Poppler | Missing> {
    const { PATH = '' } = process.env;
    const installed = new Poppler('pdftotext', { PATH });
    if (await installed.#answers()) return installed;
    const unpacked = await debianPackage('poppler-utils');
    if ('missing' in unpacked) return unpacked;
    const fetched = new Poppler(path.join(unpacked.folder, 'usr/bin/pdftotext'), unpacked.env);
    return (await fetched.#answers())
      ? fetched
      : { missing: 'pdftotext out of Debian’s packages does not run' };
  }

  /** The lines of the file's text, as laid out on the page. */
  async lines(pdf: Uint8Array): Promise<string[]> {
    const folder = await scratchFolder('pdf');
    try {
      const file = path.join(folder.path, 'file.pdf');
      await writeFile(file, pdf);
      const { stdout } = await run(this.#program, ['-layout', '-enc', 'UTF-8', file, '-'], {
        env: this.#env,
        maxBuffer: 64 * 1024 * 1024,
      });
      return stdout.split(/[\n\f]/);
    } finally {
      await folder.remove();
    }
  }

  async #answers(): Promise<boolean> {
    return run(this.#program, ['-v'], { env: this.#env }).then(
      () => true,
      () => false,
    );
  }
}
