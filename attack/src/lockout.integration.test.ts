import { expect, it } from 'vitest';
import { lockout } from './lockout.ts';
import { shortRun } from './testing/short-run.ts';

it('strangers guessing passwords lock nobody out', async () => {
  const checks = await shortRun(lockout, 2);
  expect(checks.filter(({ held }) => !held)).toEqual([]);
  expect(checks).toHaveLength(8);
});
