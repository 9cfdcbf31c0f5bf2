import { mkdir, open, readFile, rename } from 'node:fs/promises';
import path from 'node:path';

/** Null if there is none. */
export async function readIfThere(file: string): Promise<Buffer | null> {
  try {
    return await readFile(file);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
    throw error;
  }
}

/** The file is the old or the new one at every moment, and the new one is on disk when this resolves. */
export async function replaceFile(file: string, bytes: string | Uint8Array): Promise<void> {
  const fresh = `${file}.new`;
  const handle = await open(fresh, 'w', 0o600);
  try {
    await handle.writeFile(bytes);
    await handle.sync();
  } finally {
    await handle.close();
  }
  await rename(fresh, file);
  await syncFolder(path.dirname(file));
}

/** A renamed file is safe once its folder is on disk, too. */
async function syncFolder(folder: string): Promise<void> {
  // Not every system lets folders be opened.
  if (process.platform === 'win32') return;
  const handle = await open(folder, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

/** Writes a file that must not be there yet. @throws EEXIST */
export async function createFile(file: string, bytes: string): Promise<void> {
  await mkdir(path.dirname(path.resolve(file)), { recursive: true });
  const handle = await open(file, 'wx', 0o600);
  try {
    await handle.writeFile(bytes);
    await handle.sync();
  } finally {
    await handle.close();
  }
}
