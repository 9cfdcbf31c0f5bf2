import { expect, it } from 'vitest';
import { fuzz } from './fuzz.ts';
import { shortRun } from './testing/short-run.ts';

it('the real server answers random requests correctly', async () => {
  for (const { promise, seen, held } of await shortRun(fuzz, 3)) {
    expect(held, `${promise}: ${seen}`).toBe(true);
  }
});
