import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { calls } from './calls.ts';

const root = join(import.meta.dirname, '../../..');
const read = (file: string): string => readFileSync(join(root, file), 'utf8');
const page = read('docs/coverage.md');

/** Served, or open to customers: the one is proven, the other is being built. */
const SERVED: readonly string[] = ['done', 'under way'];

interface Row {
  readonly name: string;
  readonly state: string;
  /** `—` if there is none. */
  readonly test: string;
}

function rows(heading: string): Row[] {
  const section = page.split(/^## /m).find(part => part.startsWith(heading));
  if (section === undefined) throw new Error(`docs/coverage.md has no section ${heading}`);
  return [...section.matchAll(/^\| `(.+?)` +\| (.+?) +\| `?(.+?)`? +\|$/gm)].map(([, name, state, test]) => ({
    name: name ?? '',
    state: state ?? '',
    test: test ?? '',
  }));
}

const callRows = rows('Calls');
const routeRows = rows('Routes');

it.each([
  ['calls', callRows],
  ['routes', routeRows],
] as const)('docs/coverage.md lists none of the %s twice', (_, listed) => {
  const names = listed.map(row => row.name);
  expect(new Set(names).size).toBe(names.length);
});

describe('calls in docs/coverage.md', () => {
  it('are marked as served exactly if they are', () => {
    const served = callRows.filter(row => SERVED.includes(row.state)).map(row => row.name);
    expect(served.toSorted()).toEqual(Object.keys(calls).toSorted());
  });

  it('are done only with a test', () => {
    const unproven = callRows.filter(row => row.state === 'done' && row.test === '—');
    expect(unproven.map(row => row.name)).toEqual([]);
  });

  it.each(callRows.filter(row => row.test !== '—'))('$name is proven by a test that calls it', row => {
    expect(existsSync(join(root, row.test)), `${row.test} does not exist`).toBe(true);
    const text = read(row.test);
    // By its name, as the test server calls; or by its address, where bytes come back.
    const makes = text.includes(`'${row.name}'`) || text.includes(`/api/${row.name.split(' ')[1]}?`);
    expect(makes, `${row.test} does not call it`).toBe(true);
  });
});

describe('routes in docs/coverage.md', () => {
  it('are all there are', () => {
    const paths = read('apps/web/src/app/paths.ts');
    const missing = routeRows.filter(row => !paths.includes(row.name.replace(/^\//, '')));
    expect(missing.map(row => row.name)).toEqual([]);
    expect(routeRows.length).toBe(60);
  });

  it.each(routeRows)('$name is in the state it says: $state', row => {
    const file = read(`apps/web/src/pages/${row.name.replace(/^\//, '')}.tsx`);
    expect(SERVED.includes(row.state)).toBe(!file.includes('<ComingPage'));
  });

  it.each(routeRows)('$name is proven by a test that opens it', row => {
    expect(existsSync(join(root, row.test)), `${row.test} does not exist`).toBe(true);
    const text = read(row.test);
    // The walk opens every route that this page lists.
    const route = row.name.startsWith('/') ? row.name : `/pages/${row.name}`;
    const opens = text.includes(route) || text.includes('describeWalk(');
    expect(opens, `${row.test} does not open it`).toBe(true);
  });
});
