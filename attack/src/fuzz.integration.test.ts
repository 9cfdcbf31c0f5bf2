import { expect, it } from 'vitest';
import { fuzz } from './fuzz.ts';
import { inShort } from './testing/in-short.ts';

it('the real server answers random requests correctly', async () => {
  for (const { promise, seen, held } of await inShort(fuzz, 3)) {
    expect(held, `${promise}: ${seen}`).toBe(true);
  }
});
