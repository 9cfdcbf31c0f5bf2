import { expect, it } from 'vitest';
import { lockout } from './lockout.ts';
import { inShort } from './testing/in-short.ts';

it('strangers guessing passwords lock nobody out', async () => {
  const checks = await inShort(lockout, 2);
  expect(checks.filter(({ held }) => !held)).toEqual([]);
  expect(checks).toHaveLength(8);
});
