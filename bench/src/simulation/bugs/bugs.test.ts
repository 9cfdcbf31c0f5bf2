import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { BUGS } from './bugs.ts';

const ROOT = fileURLToPath(new URL('../../../../', import.meta.url));
const all = Object.values(BUGS).flat();

it('has at least forty, in all parts', () => {
  expect(all.length).toBeGreaterThanOrEqual(40);
  for (const part of Object.values(BUGS)) expect(part.length).toBeGreaterThan(5);
  expect(new Set(all.map(bug => bug.name)).size).toBe(all.length);
});

it.each(all)('$name: its place stands exactly once in the sources', ({ file, find, replace }) => {
  expect(readFileSync(`${ROOT}${file}`, 'utf8').split(find)).toHaveLength(2);
  expect(replace).not.toBe(find);
});
