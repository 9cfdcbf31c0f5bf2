import { expect, it } from 'vitest';
import { tamper } from './tamper.ts';
import { inShort } from './testing/in-short.ts';

it('a forged snapshot and a truncated audit log are detected, and no money moves', async () => {
  const checks = await inShort(tamper, 1);
  expect(checks).toHaveLength(4);
  expect(checks.filter(({ held }) => !held)).toEqual([]);
});
