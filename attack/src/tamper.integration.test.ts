import { expect, it } from 'vitest';
import { tamper } from './tamper.ts';
import { shortRun } from './testing/short-run.ts';

it('a forged snapshot and a truncated audit log are detected, and no money moves', async () => {
  const checks = await shortRun(tamper, 1);
  expect(checks).toHaveLength(4);
  expect(checks.filter(({ held }) => !held)).toEqual([]);
});
