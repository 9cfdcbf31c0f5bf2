import { expect, it } from 'vitest';
import { slowReaders } from './slow-readers.ts';
import { inShort } from './testing/in-short.ts';

it('every promise holds for some seconds, but those of times, which are of the machine', async () => {
  const checks = await inShort(slowReaders, 8);
  expect(checks.filter(({ held, promise }) => !held && !promise.includes('late'))).toEqual([]);
});
