import { expect, test } from 'vitest';
import { paths } from '../../lib/paths.ts';
import { staysOpen } from './stays-open.ts';

test('only pages made for maintenance stay open during it', () => {
  const stays = [paths.maintenance, paths.status, paths.recoveryStop];
  expect(stays.map(({ path }) => staysOpen(path))).toEqual([true, true, true]);
  const leaves = Object.values(paths).filter(one => !stays.some(({ path }) => path === one.path));
  expect(leaves.some(({ path }) => staysOpen(path))).toBe(false);
});
