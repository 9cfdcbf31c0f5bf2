import { expect, it } from 'vitest';
import { replays } from './replays.ts';

it('late duplicates of what was done or refused are answered alike and move nothing, over SIGKILL too', async () => {
  const checks = await replays.run({ seconds: 2 });
  expect(checks.filter(({ held }) => !held)).toEqual([]);
  expect(checks).toHaveLength(7);
});
