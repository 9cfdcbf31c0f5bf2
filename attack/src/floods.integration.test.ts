import { expect, it } from 'vitest';
import { floods } from './floods.ts';
import { inShort } from './testing/in-short.ts';

it('every promise holds for some seconds, but those of times, which are of the machine', async () => {
  const checks = await inShort(floods, 8);
  expect(checks.filter(({ held, promise }) => !held && !promise.includes('late'))).toEqual([]);
});
