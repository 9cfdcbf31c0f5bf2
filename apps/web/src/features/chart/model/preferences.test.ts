import { expect, test } from 'vitest';
import { acceptChartPreferences } from './preferences.ts';

const defaults = { interval: '15m', kind: 'contract', indicators: ['MA', 'VOL'], showOrders: true };

test.each([[undefined], [null], ['x'], [{ interval: '7m', kind: 'spot', indicators: 'MA' }]])(
  '%o is as good as nothing stored',
  stored => {
    expect(acceptChartPreferences(stored)).toEqual(defaults);
  },
);

test('what was chosen is kept, what is unknown dropped, in the order of the buttons', () => {
  const stored = { interval: '3d', kind: 'mark', indicators: ['RSI', 'FOO', 'MA'], showOrders: false };
  expect(acceptChartPreferences(stored)).toEqual({ ...stored, indicators: ['MA', 'RSI'] });
});

test('no indicator at all is a choice too', () => {
  expect(acceptChartPreferences({ indicators: [] }).indicators).toEqual([]);
});
