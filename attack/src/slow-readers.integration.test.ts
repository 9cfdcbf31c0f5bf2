import { expect, it } from 'vitest';
import { slowReaders } from './slow-readers.ts';

it('every promise holds, for some seconds', async () => {
  const checks = await slowReaders.run({ seconds: 8 });
  expect(checks.filter(({ held }) => !held)).toEqual([]);
});
