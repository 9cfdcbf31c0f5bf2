import { randomBytes } from 'node:crypto';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';

/** The server's secret: SECRET_KEY, or in demo one made at the first start and kept in DATA_DIR. */
export async function readSecret(secretKey: string | null, dataDir: string): Promise<Buffer> {
  if (secretKey !== null) return Buffer.from(secretKey, 'hex');
  const file = path.join(dataDir, 'secret-key');
  await mkdir(dataDir, { recursive: true });
  try {
    // Fails if there is one already: it must never be replaced.
    await writeFile(file, `${randomBytes(32).toString('hex')}\n`, { mode: 0o600, flag: 'wx' });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  }
  const secret = Buffer.from((await readFile(file, 'utf8')).trim(), 'hex');
  if (secret.length !== 32) throw new Error(`${file} does not hold 64 hexadecimal digits`);
  return secret;
}
