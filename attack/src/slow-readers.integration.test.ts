import { expect, it } from 'vitest';
import { slowReaders } from './slow-readers.ts';
import { shortRun } from './testing/short-run.ts';

it('slow readers break no promise in some seconds (except times, which depend on the machine)', async () => {
  const checks = await shortRun(slowReaders, 8);
  expect(checks.filter(({ held, promise }) => !held && !promise.includes('late'))).toEqual([]);
});
