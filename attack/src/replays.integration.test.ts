import { expect, it } from 'vitest';
import { replays } from './replays.ts';
import { shortRun } from './testing/short-run.ts';

it('late duplicates get the first answer and move nothing, also after SIGKILL', async () => {
  const checks = await shortRun(replays, 2);
  expect(checks.filter(({ held }) => !held)).toEqual([]);
  expect(checks).toHaveLength(7);
});
