import { randomBytes } from 'node:crypto';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';

/** A 32-byte key in a file of DATA_DIR; null if there is no such file. */
export async function readKeyFile(dataDir: string, name: string): Promise<Buffer | null> {
  const file = path.join(dataDir, name);
  const text = await readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return null;
    throw error;
  });
  if (text === null) return null;
  const key = Buffer.from(text.trim(), 'hex');
  if (key.length !== 32) throw new Error(`${file} does not hold 64 hexadecimal digits`);
  return key;
}

/** The same, made if it is not there: readable by its owner only, and never replaced. */
export async function makeKeyFile(dataDir: string, name: string): Promise<Buffer> {
  await mkdir(dataDir, { recursive: true });
  try {
    // Fails if the file exists: it must never be replaced.
    await writeFile(path.join(dataDir, name), `${randomBytes(32).toString('hex')}\n`, {
      mode: 0o600,
      flag: 'wx',
    });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  }
  return (await readKeyFile(dataDir, name))!;
}
