import { mkdir, open, readFile, rename, rm } from 'node:fs/promises';
import path from 'node:path';

/** Mode of files that are for nobody else. */
const OWN = 0o600;

/** Null if there is none. */
export async function readIfThere(file: string): Promise<Buffer | null> {
  try {
    return await readFile(file);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
    throw error;
  }
}

/** What a file is replaced with, before it takes its name. */
export function freshOf(file: string): string {
  return `${file}.new`;
}

/** The file is the old or the new one at every moment, and the new one is on disk when this resolves. */
export async function replaceFile(file: string, bytes: string): Promise<void> {
  const fresh = freshOf(file);
  await writeSynced(fresh, bytes, 'w');
  await rename(fresh, file);
  await syncFolder(path.dirname(file));
}

/**
 * As `replaceFile`, for a file that several processes may have: `bytesOf` is asked while nobody else can replace it. What it
 * throws leaves the file as it is.
 *
 * @throws EEXIST if another process is at it, or was stopped at it
 */
export async function replaceAlone(file: string, bytesOf: () => Promise<string>): Promise<void> {
  const fresh = freshOf(file);
  const handle = await open(fresh, 'wx', OWN);
  try {
    try {
      await handle.writeFile(await bytesOf());
      await handle.sync();
    } finally {
      await handle.close();
    }
    await rename(fresh, file);
  } catch (error) {
    await rm(fresh, { force: true });
    throw error;
  }
  await syncFolder(path.dirname(file));
}

/** A renamed file is safe once its folder is on disk, too. */
export async function syncFolder(folder: string): Promise<void> {
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
  await writeSynced(file, bytes, 'wx');
}

/** Its bytes are on disk when this resolves. @param flag `wx`: it must not be there yet */
export async function writeSynced(
  file: string,
  bytes: string | Uint8Array,
  flag: 'w' | 'wx',
  mode: number = OWN,
): Promise<void> {
  const handle = await open(file, flag, mode);
  try {
    await handle.writeFile(bytes);
    await handle.sync();
  } finally {
    await handle.close();
  }
}
