import { createHash, randomBytes } from 'node:crypto';
import { chmod, chown, cp, mkdir, readlink, rename, rm, stat, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { binariesIn, type PostgresBinaries } from './binaries.ts';
import { canEnter, type OperatingUser } from './run-as.ts';

/**
 * Where root keeps files that the PostgreSQL user must reach, if the project is in a folder that only root may enter
 * (`/root`, a private temporary folder).
 */
export const SHARED_PLACE = '/var/lib/tallystick';

/** PostgreSQL's limit for the path of a Unix socket, with a margin for the file's own name. */
const MAX_SOCKET_FOLDER_BYTES = 107 - '/.s.PGSQL.5432.lock'.length;

/**
 * The cluster's folder, `DATA_DIR/postgres`. If the PostgreSQL user cannot reach it, it is a link to a folder in
 * /var/lib/tallystick; deleting DATA_DIR still means a fresh start.
 */
export async function clusterFolder(dataDir: string, user: OperatingUser | null): Promise<string> {
  await mkdir(dataDir, { recursive: true });
  const wanted = path.resolve(dataDir, 'postgres');
  const linked = await readlink(wanted).catch(() => null);
  if (linked) {
    await mkdir(linked, { recursive: true, mode: 0o700 });
    if (user) await chown(linked, user.uid, user.gid);
    return linked;
  }
  if (!user || (await canEnter(user, dataDir))) {
    await mkdir(wanted, { recursive: true, mode: 0o700 });
    if (user) await chown(wanted, user.uid, user.gid);
    return wanted;
  }
  const elsewhere = path.join(SHARED_PLACE, `postgres-${randomBytes(6).toString('hex')}`);
  await mkdir(elsewhere, { recursive: true, mode: 0o700 });
  await chmod(SHARED_PLACE, 0o755);
  await chown(elsewhere, user.uid, user.gid);
  await symlink(elsewhere, wanted);
  return elsewhere;
}

/** The binaries themselves, or a copy of them that the PostgreSQL user can reach. */
export async function reachableBinaries(
  binaries: PostgresBinaries,
  user: OperatingUser | null,
): Promise<PostgresBinaries> {
  if (!user || (await canEnter(user, binaries.root))) return binaries;
  const copy = path.join(SHARED_PLACE, `binaries-${binaries.version}`);
  const exists = await stat(copy).then(
    () => true,
    () => false,
  );
  if (!exists) {
    await mkdir(SHARED_PLACE, { recursive: true });
    await chmod(SHARED_PLACE, 0o755);
    // Renamed when complete, so that an interrupted copy is never used.
    const draft = `${copy}.${randomBytes(4).toString('hex')}`;
    await cp(binaries.root, draft, { recursive: true, verbatimSymlinks: true });
    await rename(draft, copy).catch(async (error: NodeJS.ErrnoException) => {
      await rm(draft, { recursive: true });
      // Another process was first; its copy is equally good.
      if (error.code !== 'ENOTEMPTY' && error.code !== 'EEXIST') throw error;
    });
  }
  return binariesIn(copy, binaries.version);
}

/** Folder of the Unix socket: the cluster's own, which nobody else may enter, unless its path is too long. */
export async function socketFolder(cluster: string, user: OperatingUser | null): Promise<string> {
  if (Buffer.byteLength(cluster) <= MAX_SOCKET_FOLDER_BYTES) return cluster;
  const hash = createHash('sha256').update(cluster).digest('hex').slice(0, 16);
  const folder = path.join(tmpdir(), `tallystick-${hash}`);
  await mkdir(folder, { recursive: true, mode: 0o700 });
  if (user) await chown(folder, user.uid, user.gid);
  return folder;
}
