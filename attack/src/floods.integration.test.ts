import { expect, it } from 'vitest';
import { floods } from './floods.ts';

it('every promise holds, for some seconds', async () => {
  const checks = await floods.run({ seconds: 8 });
  expect(checks.filter(({ held }) => !held)).toEqual([]);
});
