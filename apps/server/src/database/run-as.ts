import { execFile } from 'node:child_process';
import { stat } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';

const execute = promisify(execFile);

/** PostgreSQL refuses to run as root; then it runs as this user. */
export interface OperatingUser {
  readonly uid: number;
  readonly gid: number;
}

/**
 * The user to run PostgreSQL as; null = ourselves. As root: the machine's `postgres` user, or `nobody`, which every
 * system has; no user is created.
 */
export async function postgresUser(): Promise<OperatingUser | null> {
  if (process.getuid?.() !== 0) return null;
  for (const name of ['postgres', 'nobody']) {
    const user = await lookUp(name);
    if (user) return user;
  }
  throw new Error(
    'PostgreSQL does not run as root, and there is no user postgres or nobody: set DATABASE_URL',
  );
}

async function lookUp(name: string): Promise<OperatingUser | null> {
  try {
    const [uid, gid] = await Promise.all([execute('id', ['-u', name]), execute('id', ['-g', name])]);
    return { uid: Number(uid.stdout), gid: Number(gid.stdout) };
  } catch (error) {
    // `id` exits with 1 when there is no such user.
    if (error instanceof Error && 'code' in error && error.code === 1) return null;
    throw error;
  }
}

/** Whether the user may enter every folder on the way to `target`, which must exist. */
export async function canEnter(user: OperatingUser, target: string): Promise<boolean> {
  for (let folder = path.resolve(target); ; folder = path.dirname(folder)) {
    const { mode, uid, gid } = await stat(folder);
    const shift = uid === user.uid ? 6 : gid === user.gid ? 3 : 0;
    if (((mode >> shift) & 1) === 0) return false;
    if (folder === path.dirname(folder)) return true;
  }
}

/**
 * Runs a program to its end as the given user.
 * @returns its exit code and all its output.
 */
export function runAs(
  user: OperatingUser | null,
  program: string,
  args: readonly string[],
  cwd: string,
): Promise<{ code: number; output: string }> {
  return new Promise((resolve, reject) => {
    const child = execFile(
      program,
      [...args],
      {
        cwd,
        // Without the caller's PG… variables, and with messages in English, because they are matched.
        env: { PATH: process.env['PATH'], SYSTEMROOT: process.env['SYSTEMROOT'], LC_ALL: 'C', TZ: 'UTC' },
        ...user,
      },
      (error, stdout, stderr) => {
        const output = `${stdout}${stderr}`.trim();
        if (error && typeof error.code !== 'number') reject(error);
        else resolve({ code: child.exitCode ?? 1, output });
      },
    );
  });
}
