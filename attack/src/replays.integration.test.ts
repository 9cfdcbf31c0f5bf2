import { expect, it } from 'vitest';
import { replays } from './replays.ts';
import { inShort } from './testing/in-short.ts';

it('late duplicates of what was done or refused are answered alike and move nothing, over SIGKILL too', async () => {
  const checks = await inShort(replays, 2);
  expect(checks.filter(({ held }) => !held)).toEqual([]);
  expect(checks).toHaveLength(7);
});
