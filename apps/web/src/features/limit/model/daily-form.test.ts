import { expect, test } from 'vitest';
import { effectOf, usedPercent } from './daily-form.ts';

test.each([
  ['', '100', undefined],
  ['100.0000001', '100', undefined],
  ['50', null, { limit: '50', isLooser: false, isSame: false }],
  ['50', '100', { limit: '50', isLooser: false, isSame: false }],
  ['100.00', '100', { limit: '100', isLooser: false, isSame: true }],
  ['100.000001', '100', { limit: '100.000001', isLooser: true, isSame: false }],
])('%s after a limit of %s', (typed, current, effect) => {
  expect(effectOf(typed, current)).toEqual(effect);
});

test.each([
  ['100', '25', '50', { lost: 25, atRisk: 50 }],
  ['100', '-25', '10', { lost: 0, atRisk: 10 }],
  ['100', '80', '50', { lost: 80, atRisk: 20 }],
  ['100', '250', '50', { lost: 100, atRisk: 0 }],
  ['0', '0', '0', { lost: 100, atRisk: 0 }],
])('of %s, %s lost and %s at risk', (limit, lost, atRisk, used) => {
  expect(usedPercent(limit, lost, atRisk)).toEqual(used);
});
