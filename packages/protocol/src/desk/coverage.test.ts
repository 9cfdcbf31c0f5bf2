import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { deskCalls } from '../desk-calls.ts';

const root = join(import.meta.dirname, '../../../..');
const read = (file: string): string => readFileSync(join(root, file), 'utf8');

const section =
  read('docs/coverage.md')
    .split(/^## /m)
    .find(part => part.startsWith('Desk calls')) ?? '';
const rows = [...section.matchAll(/^\| `(.+?)` +\| done +\| `(.+?)` +\|$/gm)].map(
  ([, name = '', test = '']) => ({
    name,
    test,
  }),
);

describe('desk calls in docs/coverage.md', () => {
  it('are exactly the calls served', () => {
    expect(rows.map(row => row.name).toSorted()).toEqual(Object.keys(deskCalls).toSorted());
  });

  it.each(rows)('$name is called by a test', row => {
    expect(read(row.test).includes(`'${row.name}'`), `${row.test} does not call it`).toBe(true);
  });
});
