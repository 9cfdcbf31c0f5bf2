import { expect, it } from 'vitest';
import { lockout } from './lockout.ts';

it('strangers who guess lock nobody out', async () => {
  const checks = await lockout.run({ seconds: 2 });
  expect(checks.filter(({ held }) => !held)).toEqual([]);
  expect(checks).toHaveLength(8);
});
