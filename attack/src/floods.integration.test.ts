import { expect, it } from 'vitest';
import { floods } from './floods.ts';
import { shortRun } from './testing/short-run.ts';

it('floods of some seconds break no promise (except times, which depend on the machine)', async () => {
  const checks = await shortRun(floods, 8);
  expect(checks.filter(({ held, promise }) => !held && !promise.includes('late'))).toEqual([]);
});
