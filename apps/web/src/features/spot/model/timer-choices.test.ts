import { expect, test } from 'vitest';
import { chosenAfterMs, extensionMs, timeName, USUAL_AFTER_MS } from './timer-choices.ts';

test.each([
  [30_000, 'en', '30 seconds'],
  [60_000, 'en', '1 minute'],
  [14_400_000, 'en', '4 hours'],
  [86_400_000, 'es', '24 horas'],
])('%i ms in %s', (ms, tag, name) => {
  expect(timeName(ms, tag)).toBe(name);
});

test('the time last chosen for this market', () => {
  expect(chosenAfterMs({ 1: 30_000 }, 1)).toBe(30_000);
  for (const stored of [{ 2: 30_000 }, { 1: 31_000 }, { 1: '30000' }, null, undefined, 'x']) {
    expect(chosenAfterMs(stored, 1)).toBe(USUAL_AFTER_MS);
  }
});

test.each([
  [30_000, 12_000, 30_000],
  [30_000, 30_001, 60_000],
  // Set on another device: extending must not shorten it.
  [30_000, 86_399_000, 86_400_000],
  [300_000, 20_000, 300_000],
])('extending one of %i ms with %i ms left sets %i ms', (chosen, left, set) => {
  expect(extensionMs(chosen, left)).toBe(set);
});
