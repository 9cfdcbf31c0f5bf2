import { expect, it } from 'vitest';
import { clock } from './clock.ts';
import { findFaketime } from './clock/faketime.ts';
import { shortRun } from './testing/short-run.ts';

const library = await findFaketime();
const skipped = typeof library === 'string' ? '' : ` (skipped: ${library.missing})`;

it.skipIf(skipped !== '')(`a wrong clock stamps no command and loses nothing${skipped}`, async () => {
  const checks = await shortRun(clock, 1);
  expect(checks).toHaveLength(7);
  expect(checks.filter(({ held }) => !held)).toEqual([]);
});
