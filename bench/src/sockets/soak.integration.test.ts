import { expect, it } from 'vitest';
import { soak } from './soak.ts';

it('beside an attack, readers miss nothing and the heap stays flat: in short', async () => {
  const options = { readers: 40, silent: 60, flooding: 8, seconds: 6 };
  const { growthMb, losses } = await soak(options, () => {});
  expect(losses).toMatchObject({ lost: 0, missing: 0, closed: 0 });
  expect(losses.privateEvents).toBeGreaterThan(0);
  // Without bounds these connections would gather ten times as much.
  expect(growthMb).toBeLessThan(20);
});
