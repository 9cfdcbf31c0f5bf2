import { existsSync, globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { parseEnv } from 'node:util';
import { describe, expect, test } from 'vitest';
import { DEFINITIONS } from '../../apps/server/src/config/definitions.ts';
import { readSettings, SettingsError } from '../../apps/server/src/config/settings.ts';
import { ROOT } from './setup.mjs';

const read = (...parts) => readFileSync(path.join(ROOT, ...parts), 'utf8');
const json = (...parts) => JSON.parse(read(...parts));
const codes = json('apps/server/exit-codes.json');
/** Where operators install this project, in all files of deploy/. */
const INSTALLED = '/opt/tallystick/';

describe('deploy/tallystick.service', () => {
  const unit = read('deploy/tallystick.service');
  const valuesOf = key => [...unit.matchAll(new RegExp(`^${key}=(.*)$`, 'gm'))].map(([, value]) => value);

  test('runs the server as npm start does: the pinned Node, its flags, its file', () => {
    const [node, ...args] = valuesOf('ExecStart')[0].split(' ');
    const pinned = node.replace(INSTALLED, '').split('/');
    expect(pinned.slice(0, 3)).toEqual(['scripts', 'toolchain', 'node_modules']);
    expect(json('scripts/toolchain/package.json').optionalDependencies).toHaveProperty(pinned[3]);
    expect(args).toEqual([...json('apps/server/node-flags.json').flags, 'apps/server/src/main.ts']);
    expect(existsSync(path.join(ROOT, args.at(-1)))).toBe(true);
    expect(valuesOf('WorkingDirectory')).toEqual([INSTALLED.slice(0, -1)]);
  });

  test('restarts it unless that would not help, and waits until it has drained', () => {
    expect(valuesOf('Restart')).toEqual(['on-failure']);
    expect(valuesOf('RestartPreventExitStatus')).toEqual([`${codes.settings} ${codes.halted}`]);
    const [, drainMs] = /STOP_WITHIN_MS = ([\d_]+)/.exec(read('apps/server/src/main.ts'));
    expect(Number(valuesOf('TimeoutStopSec')[0]) * 1000).toBeGreaterThan(Number(drainMs.replaceAll('_', '')));
  });

  test('sets only settings that exist', () => {
    const names = valuesOf('Environment').flatMap(line => line.split(' ').map(pair => pair.split('=')[0]));
    expect(names.filter(name => !(name in DEFINITIONS) && name !== 'NODE_COMPILE_CACHE')).toEqual([]);
  });
});

describe('deploy/tallystick.env.example', () => {
  const settings = parseEnv(read('deploy/tallystick.env.example'));

  test('has only existing settings, and all but those only an operator knows', () => {
    expect(Object.keys(settings).filter(name => !(name in DEFINITIONS))).toEqual([]);
    const empty = Object.keys(settings).filter(name => settings[name] === '');
    let missing = [];
    try {
      readSettings(settings);
    } catch (error) {
      if (!(error instanceof SettingsError)) throw error;
      missing = error.problems.map(problem => problem.split(':')[0]);
    }
    expect(missing.toSorted()).toEqual(empty.toSorted());
  });
});

describe('deploy/Containerfile', () => {
  const lines = read('deploy/Containerfile').split('\n');
  const after = word =>
    lines.filter(line => line.startsWith(`${word} `)).map(line => line.slice(word.length + 1));

  test('is made of the pinned Node', () => {
    const { optionalDependencies } = json('scripts/toolchain/package.json');
    const [version] = new Set(Object.values(optionalDependencies));
    const images = after('FROM').map(image => image.split(' ')[0]);
    expect(new Set(images)).toEqual(new Set([`docker.io/library/node:${version}-trixie-slim`]));
  });

  test('runs commands and names files that exist', () => {
    const { scripts } = json('package.json');
    const npmScripts = after('RUN').flatMap(line =>
      [...line.matchAll(/npm run (\S+)/g)].map(([, name]) => name),
    );
    expect(npmScripts.length).toBe(2);
    for (const name of npmScripts) expect(scripts).toHaveProperty([name]);
    const [, workspace] = /--workspace=(\S+)/.exec(after('RUN').join('\n'));
    expect(json('apps/server/package.json').name).toBe(workspace);
    const [node, script, option] = JSON.parse(after('CMD')[0]);
    expect([node, option]).toEqual(['node', '--installed']);
    expect(read(script)).toContain(`'${option}'`);
    // Folders copied from the first image: the built app.
    for (const copied of after('COPY').filter(line => line.startsWith('--from'))) {
      const [, from, to] = copied.split(' ');
      expect(from).toBe(INSTALLED + to);
      expect(existsSync(path.join(ROOT, path.dirname(to), 'vite.config.ts'))).toBe(true);
    }
  });

  test('sets only settings that exist, and no secret', () => {
    const names = after('ENV').flatMap(line => line.split(' ').map(pair => pair.split('=')[0]));
    for (const name of names) expect(DEFINITIONS[name]).toSatisfy(found => found && !('secret' in found));
  });

  test('leaves out of the image what is not the project', () => {
    const ignored = read('.dockerignore').split('\n').filter(Boolean);
    expect(ignored).toEqual(expect.arrayContaining(['.data', '.git', '**/node_modules', 'deploy/*.env']));
    expect(globSync('deploy/*.env', { cwd: ROOT })).toEqual([]);
  });
});

describe('deploy/compose.yaml', () => {
  const compose = read('deploy/compose.yaml');

  test('names files and settings that exist', () => {
    const [, dockerfile] = /dockerfile: (\S+)/.exec(compose);
    expect(existsSync(path.join(ROOT, dockerfile))).toBe(true);
    const names = [...compose.matchAll(/^ {6}([A-Z_]+):/gm)].map(([, name]) => name);
    expect(names.filter(name => !(name in DEFINITIONS) && !name.startsWith('POSTGRES_'))).toEqual([]);
  });
});
