import { randomBytes } from 'node:crypto';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';

/** The demo's 32-byte key in DATA_DIR, readable by its owner only: made at the first start, never replaced. */
export async function readKeyFile(dataDir: string, name: string): Promise<Buffer> {
  const file = path.join(dataDir, name);
  await mkdir(dataDir, { recursive: true });
  try {
    // Fails if the file exists: it must never be replaced.
    await writeFile(file, `${randomBytes(32).toString('hex')}\n`, { mode: 0o600, flag: 'wx' });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  }
  const key = Buffer.from((await readFile(file, 'utf8')).trim(), 'hex');
  if (key.length !== 32) throw new Error(`${file} does not hold 64 hexadecimal digits`);
  return key;
}
