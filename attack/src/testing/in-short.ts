import { execFile } from 'node:child_process';
import { lstat } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { temporaryDataDir } from '@tallystick/server/testing/run-server';
import { inject } from 'vitest';
import type { Attack, Check } from '../attack.ts';

const run = promisify(execFile);

/** The attack for so many seconds, on an exchange that is not at its very first start. */
export function inShort(attack: Attack, seconds: number): Promise<readonly Check[]> {
  return attack.run({ seconds, newFolder: copyOfThePrepared });
}

async function copyOfThePrepared(): ReturnType<typeof temporaryDataDir> {
  const prepared = inject('preparedDataDir');
  const data = await temporaryDataDir();
  // Where its user cannot enter, PostgreSQL lies elsewhere, and Windows has no cp: then from the beginning.
  const cluster = await lstat(path.join(prepared, 'postgres'));
  if (cluster.isSymbolicLink() || process.platform === 'win32') return data;
  // With its owners: as root, PostgreSQL's files belong to another user.
  await run('cp', ['-a', `${prepared}/.`, data.path]);
  return data;
}
