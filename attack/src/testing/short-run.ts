import { execFile } from 'node:child_process';
import { lstat } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { temporaryDataDir } from '@tallystick/server/testing/run-server';
import { inject } from 'vitest';
import type { Attack, Check } from '../attack.ts';

const run = promisify(execFile);

/** Runs the attack for a few seconds, on an exchange that was started before. */
export function shortRun(attack: Attack, seconds: number): Promise<readonly Check[]> {
  return attack.run({ seconds, newFolder: copyOfThePrepared });
}

async function copyOfThePrepared(): ReturnType<typeof temporaryDataDir> {
  const prepared = inject('preparedDataDir');
  const data = await temporaryDataDir();
  // Starts from nothing where no copy can be made: PostgreSQL's files may be in another folder, and Windows has no cp.
  const cluster = await lstat(path.join(prepared, 'postgres'));
  if (cluster.isSymbolicLink() || process.platform === 'win32') return data;
  // Keeps owners: as root, PostgreSQL's files belong to another user.
  await run('cp', ['-a', `${prepared}/.`, data.path]);
  return data;
}
