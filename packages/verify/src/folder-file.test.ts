import { spawnSync } from 'node:child_process';
import { mkdir, mkdtemp, rm, symlink, truncate, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { fileInFolder } from '../bin/folder-file.ts';

/** Of the system. */
const MAKE_PIPE = 'mkfifo';

let folder: string;

beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'tallystick-verify-'));
});
afterEach(() => rm(folder, { recursive: true }));

it('a file of a folder is read', async () => {
  await mkdir(path.join(folder, 'tile/0'), { recursive: true });
  await writeFile(path.join(folder, 'tile/0/000'), 'abc');
  expect(Buffer.from(fileInFolder(folder, 'tile/0/000')!).toString()).toBe('abc');
  expect(fileInFolder(folder, 'tile/0/001')).toBeNull();
  expect(fileInFolder(path.join(folder, 'tile/0/000'), 'checkpoint')).toBeNull();
});

it('what is no plain file of a log is not', async () => {
  const file = path.join(folder, 'checkpoint');
  await writeFile(path.join(folder, 'elsewhere'), 'abc');
  await symlink(path.join(folder, 'elsewhere'), file);
  expect(() => fileInFolder(folder, 'checkpoint')).toThrow('it is a link');
  await rm(file);
  await symlink('/dev/zero', file);
  expect(() => fileInFolder(folder, 'checkpoint')).toThrow('it is a link');
  await rm(file);
  await mkdir(file);
  expect(() => fileInFolder(folder, 'checkpoint')).toThrow('it is no plain file');
  await rm(file, { recursive: true });
  expect(spawnSync(MAKE_PIPE, [file]).status).toBe(0);
  expect(() => fileInFolder(folder, 'checkpoint')).toThrow('it is no plain file');
  await rm(file);
  await writeFile(file, '');
  await truncate(file, 20 * 2 ** 20 + 1);
  expect(() => fileInFolder(folder, 'checkpoint')).toThrow('it is too long');
});
