import { expect, test } from 'vitest';
import { chosenAfterMs, timeName, USUAL_AFTER_MS } from './timer-choices.ts';

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
