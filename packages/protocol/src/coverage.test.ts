import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { calls } from './calls.ts';

const root = join(import.meta.dirname, '../../..');
const read = (file: string): string => readFileSync(join(root, file), 'utf8');
const page = read('docs/coverage.md');

interface Row {
  readonly name: string;
  readonly state: string;
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

it('every row of docs/coverage.md is done', () => {
  expect([...callRows, ...routeRows].filter(row => row.state !== 'done')).toEqual([]);
});

it.each([
  ['calls', callRows],
  ['routes', routeRows],
] as const)('docs/coverage.md lists none of the %s twice', (_, listed) => {
  const names = listed.map(row => row.name);
  expect(new Set(names).size).toBe(names.length);
});

describe('calls in docs/coverage.md', () => {
  it('are exactly the calls served', () => {
    expect(callRows.map(row => row.name).toSorted()).toEqual(Object.keys(calls).toSorted());
  });

  it.each(callRows)('$name is called by a test', row => {
    expect(existsSync(join(root, row.test)), `${row.test} does not exist`).toBe(true);
    const text = read(row.test);
    // By its name, with the test server; or by its address, if it returns bytes.
    const makes = text.includes(`'${row.name}'`) || text.includes(`/api/${row.name.split(' ')[1]}?`);
    expect(makes, `${row.test} does not call it`).toBe(true);
  });
});

describe('routes in docs/coverage.md', () => {
  it('are exactly the routes of the app', () => {
    const paths = read('apps/web/src/lib/paths.ts');
    const named = [...paths.matchAll(/'\/(?:pages\/)?([\w/-]+)'/g)].map(([, name]) => name);
    // No link leads to it: it replaces every page while calls are closed.
    const pages = named.filter(name => name !== 'maintenance');
    expect(routeRows.map(row => row.name.replace(/^\//, '')).toSorted()).toEqual(pages.toSorted());
  });

  it.each(routeRows)('$name is opened by a test', row => {
    expect(existsSync(join(root, row.test)), `${row.test} does not exist`).toBe(true);
    const text = read(row.test);
    // The walk test opens every route that this page lists.
    const route = row.name.startsWith('/') ? row.name : `/pages/${row.name}`;
    const opens = text.includes(route) || text.includes('rotation(furnished.views)');
    expect(opens, `${row.test} does not open it`).toBe(true);
  });
});
