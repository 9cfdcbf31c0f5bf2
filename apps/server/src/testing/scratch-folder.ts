import { chmod, mkdtemp, rm, statfs } from 'node:fs/promises';
import { freemem, tmpdir } from 'node:os';
import path from 'node:path';

const MEMORY = '/dev/shm';
/** Free space needed in the folder and in memory: several times what all tests together write. */
const ROOM_BYTES = 4 * 2 ** 30;

export interface ScratchFolder {
  readonly path: string;
  /** Removes the folder with its content. */
  remove(): Promise<void>;
}

/**
 * A folder for a test's data that its PostgreSQL may enter. In memory if there is enough and TMPDIR is not set, because
 * tests end servers, not machines, and creating and removing files is most of a database's cost.
 */
export async function scratchFolder(name: string): Promise<ScratchFolder> {
  const within = process.env['TMPDIR'] === undefined && (await isRoomy(MEMORY)) ? MEMORY : tmpdir();
  return folderWithin(within, name);
}

/** The same on disk, for data that is measured or kept. */
export function diskFolder(name: string): Promise<ScratchFolder> {
  return folderWithin(tmpdir(), name);
}

async function folderWithin(parent: string, name: string): Promise<ScratchFolder> {
  const folder = await mkdtemp(path.join(parent, `tallystick-${name}-`));
  await chmod(folder, 0o755);
  return { path: folder, remove: () => rm(folder, { recursive: true, force: true }) };
}

async function isRoomy(folder: string): Promise<boolean> {
  if (process.platform !== 'linux' || freemem() < ROOM_BYTES) return false;
  try {
    const { bavail, bsize } = await statfs(folder);
    return bavail * bsize >= ROOM_BYTES;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return false;
    throw error;
  }
}
