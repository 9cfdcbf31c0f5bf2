import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { byFolder, circlesIn, folderOf, readImports, specifiersOf } from './circles.mjs';

const imports = readImports(fileURLToPath(new URL('../..', import.meta.url)));
const written = circles => circles.map(way => way.join(' → '));

test('no file imports one that imports it, not even for types', () => {
  expect(imports.size).toBeGreaterThan(1_000);
  expect(written(circlesIn(imports))).toEqual([]);
});

test('no folder imports one that imports it', () => {
  const folders = byFolder(imports);
  expect([...folders.keys()]).toContain('apps/server/src/modules/wallet');
  expect(written(circlesIn(folders))).toEqual([]);
});

test('no feature has two files of one name, which a drawing by names shows as a circle', () => {
  const named = [...imports.keys()]
    .filter(file => /^apps\/(web|desk)\/src\/features\//.test(file) && !file.includes('.test.'))
    .map(file => `${file.split('/', 5).join('/')}: ${file.replace(/^.*\/|\.tsx?$/g, '')}`);
  expect(named.length).toBeGreaterThan(400);
  expect(named.filter((name, place) => named.indexOf(name) !== place)).toEqual([]);
});

test('finds imports of any kind', () => {
  const source = `
    import a from './a.ts';
    import type { B } from './b.ts';
    import {
      c,
      type D,
    } from '#c.ts';
    import './side-effect.ts';
    export { e } from '@tallystick/core/e';
    export type * from './f.ts';
    const g = await import('./g.ts');
    type H = import('./h.ts').H;
    // import './not.ts';
    /** as in import { x } from './nor.ts' */
  `;
  expect(specifiersOf(source)).toEqual([
    './a.ts',
    './b.ts',
    '#c.ts',
    './side-effect.ts',
    '@tallystick/core/e',
    './f.ts',
    './g.ts',
    './h.ts',
  ]);
});

test('reports each circle once, as a path', () => {
  const graph = new Map([
    ['a', new Set(['b'])],
    ['b', new Set(['c', 'd'])],
    ['c', new Set(['a'])],
    ['d', new Set()],
    ['e', new Set(['e'])],
  ]);
  expect(written(circlesIn(graph))).toEqual(['a → b → c → a', 'e → e']);
});

describe('folders', () => {
  test.each([
    ['apps/server/src/modules/wallet/service.ts', 'apps/server/src/modules/wallet'],
    ['apps/server/src/modules/desk/queue/queues.ts', 'apps/server/src/modules/desk'],
    ['apps/server/src/engine/journal/chain.ts', 'apps/server/src/engine'],
    ['apps/web/src/features/spot/model/a.ts', 'apps/web/src/features/spot'],
    ['apps/web/src/pages/trade/index.tsx', 'apps/web/src/pages'],
    ['packages/core/src/spot/spot.ts', 'packages/core/src/spot'],
  ])('%s stands for %s', (file, folder) => expect(folderOf(file)).toBe(folder));

  test.each([
    'packages/core/src/command.ts',
    'apps/server/src/engine/engine.test.ts',
    'apps/server/src/testing/test-server.ts',
    'README.md',
  ])('%s stands for none', file => expect(folderOf(file)).toBeNull());

  test('two files of two folders make a circle that no file is in', () => {
    const graph = new Map([
      ['apps/server/src/modules/a/one.ts', new Set(['apps/server/src/modules/b/one.ts'])],
      ['apps/server/src/modules/b/two.ts', new Set(['apps/server/src/modules/a/two.ts'])],
    ]);
    expect(circlesIn(graph)).toEqual([]);
    const [way] = written(circlesIn(byFolder(graph)));
    expect(way).toBe('apps/server/src/modules/a → apps/server/src/modules/b → apps/server/src/modules/a');
  });
});
