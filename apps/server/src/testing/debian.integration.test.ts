import { execFile } from 'node:child_process';
import { mkdir, readdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { debianPackageIn, debianPrograms } from './debian.ts';
import { scratchFolder, type ScratchFolder } from './scratch-folder.ts';

const SMALL = 'pgbackrest';

let folder: ScratchFolder;
beforeEach(async () => {
  folder = await scratchFolder('debian');
});
afterEach(async () => {
  vi.unstubAllEnvs();
  await folder.remove();
});

describe('Debian’s packages without installing them', () => {
  it('are downloaded once when two ask at a time, and nothing half done stays', async context => {
    const cache = path.join(folder.path, 'cache');
    const [one, other] = await Promise.all([debianPackageIn(cache, SMALL), debianPackageIn(cache, SMALL)]);
    if ('missing' in one) return context.skip(one.missing);
    expect(other).toEqual(one);
    expect((await readdir(cache)).toSorted()).toEqual(['lock', SMALL]);
    const { stdout } = await promisify(execFile)(SMALL, ['version'], { env: one.env });
    expect(stdout).toMatch(/^pgBackRest \d/);
  });

  it('are found from an empty list of packages too', async context => {
    const known = await debianPrograms(SMALL);
    if ('missing' in known) return context.skip(known.missing);
    const lists = path.join(folder.path, 'lists');
    await mkdir(path.join(lists, 'partial'), { recursive: true });
    const settings = path.join(folder.path, 'apt.conf');
    await writeFile(settings, `Dir::State::Lists "${lists}";\n`);
    vi.stubEnv('APT_CONFIG', settings);
    const found = await debianPackageIn(path.join(folder.path, 'cache'), SMALL);
    expect(found).not.toHaveProperty('missing');
  });

  it('say why they are missing', async () => {
    const cache = path.join(folder.path, 'cache');
    const found = await debianPackageIn(cache, 'no-such-package');
    expect(found).toEqual({ missing: expect.stringMatching(/^no-such-package (could not|is looked for)/) });
    if (process.platform === 'linux') expect(await readdir(cache)).toEqual(['lock']);
  });

  it('work together in one environment', async context => {
    const programs = await debianPrograms(SMALL, 'nats-server');
    if ('missing' in programs) return context.skip(programs.missing);
    const { stdout } = await promisify(execFile)('nats-server', ['--version'], { env: programs.env });
    expect(stdout).toMatch(/^nats-server: v\d/);
    expect(Object.keys(programs.folders)).toEqual([SMALL, 'nats-server']);
  });
});
