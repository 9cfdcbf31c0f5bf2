import { expect, it } from 'vitest';
import { soak } from './soak.ts';

it('in a short attack readers miss nothing and the heap stays flat', async () => {
  const options = { readers: 40, silent: 60, flooding: 8, seconds: 6 };
  const { growthMb, losses } = await soak(options, () => {});
  expect(losses).toMatchObject({ lost: 0, missing: 0, closed: 0 });
  expect(losses.privateEvents).toBeGreaterThan(0);
  // Without limits these connections would accumulate ten times as much.
  expect(growthMb).toBeLessThan(20);
});
