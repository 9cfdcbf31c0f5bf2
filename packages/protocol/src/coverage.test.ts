import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { calls } from './calls.ts';

const root = join(import.meta.dirname, '../../..');
const page = readFileSync(join(root, 'docs/coverage.md'), 'utf8');

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

describe('docs/coverage.md', () => {
  const callRows = rows('Calls');
  const routeRows = rows('Routes');

  it('lists exactly the calls that are served as done', () => {
    const done = callRows.filter(row => row.state === 'done').map(row => row.name);
    expect(done.toSorted()).toEqual(Object.keys(calls).toSorted());
  });

  it('lists no call twice', () => {
    const names = callRows.map(row => row.name);
    expect(new Set(names).size).toBe(names.length);
  });

  it.each(callRows.filter(row => row.test !== '—'))('$name is proven by a test that calls it', row => {
    const file = join(root, row.test);
    expect(existsSync(file), `${row.test} does not exist`).toBe(true);
    const [method, path] = row.name.split(' ');
    const text = readFileSync(file, 'utf8');
    expect(text.includes(path ?? ''), `${row.test} does not mention ${method} ${path}`).toBe(true);
  });

  it('names every route the app has', () => {
    const paths = readFileSync(join(root, 'apps/web/src/app/paths.ts'), 'utf8');
    const missing = routeRows.filter(row => !paths.includes(row.name.replace(/^\//, '')));
    expect(missing.map(row => row.name)).toEqual([]);
    expect(routeRows.length).toBe(54);
  });
});
