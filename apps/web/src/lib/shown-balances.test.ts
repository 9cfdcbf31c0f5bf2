import { expect, it, vi } from 'vitest';

vi.stubGlobal('window', { addEventListener: () => undefined });
vi.resetModules();
const { keepNames, keepShown, keptNames, keptShown } = await import('./shown-balances.ts');

it('names that a customer had before stay, with what was shown', () => {
  keepNames(1, ['old@example.com']);
  keepShown(1, { USDT: '1' }, 1_000);
  keepNames(1, ['new@example.com', '+15550100']);
  keepNames(1, ['new@example.com']);
  expect(keptNames(1)).toEqual(['old@example.com', 'new@example.com', '+15550100']);
  expect(keptShown(1)).toHaveLength(1);
});

it('another customer of the device has none of them', () => {
  expect(keptNames(2)).toEqual([]);
  keepShown(2, { USDT: '2' }, 2_000);
  expect([keptNames(2), keptNames(1), keptShown(1)]).toEqual([[], [], []]);
});
