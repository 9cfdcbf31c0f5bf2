import { expect, it } from 'vitest';
import { floods } from './floods.ts';

it('every promise holds for some seconds, but those of times, which are of the machine', async () => {
  const checks = await floods.run({ seconds: 8 });
  expect(checks.filter(({ held, promise }) => !held && !promise.includes('late'))).toEqual([]);
});
