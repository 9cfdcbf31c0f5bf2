import { randomUUID } from 'node:crypto';
import { glob, readFile, rename, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';

const asBrotli = promisify(brotliCompress);
const asGzip = promisify(gzip);

/** Smaller files fit into one packet anyway. */
const WORTH_BYTES = 1_000;

/**
 * Writes a `.br` and a `.gz` beside every text file of a built app that lacks them, so that requests need no
 * compressing. For the background of a start; returns the number of files written.
 */
export async function compressApp(root: string): Promise<number> {
  let written = 0;
  for await (const name of glob('**/*.{js,css,html,svg,json,webmanifest}', { cwd: root })) {
    const file = path.join(root, name);
    const { size, mtimeMs } = await stat(file);
    if (size < WORTH_BYTES) continue;
    for (const ending of ['br', 'gz'] as const) {
      if (await isNewer(`${file}.${ending}`, mtimeMs)) continue;
      const content = await readFile(file);
      await replace(`${file}.${ending}`, await compress(content, ending));
      written++;
    }
  }
  return written;
}

function compress(content: Buffer, ending: 'br' | 'gz'): Promise<Buffer> {
  if (ending === 'gz') return asGzip(content, { level: 9 });
  return asBrotli(content, {
    params: {
      [constants.BROTLI_PARAM_QUALITY]: 11,
      [constants.BROTLI_PARAM_SIZE_HINT]: content.length,
      [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT,
    },
  });
}

async function isNewer(file: string, thanMs: number): Promise<boolean> {
  const found = await stat(file).catch(() => null);
  return found !== null && found.mtimeMs >= thanMs;
}

/** Atomic, because a request may come at any moment. */
async function replace(file: string, content: Buffer): Promise<void> {
  const draft = `${file}.${randomUUID()}.tmp`;
  await writeFile(draft, content);
  await rename(draft, file);
}
