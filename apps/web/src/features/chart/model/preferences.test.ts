import { expect, test } from 'vitest';
import { acceptChartPreferences } from './preferences.ts';

const defaults = { interval: '30m', indicators: ['MA', 'VOL'], timeZone: 'device', showOrders: true };

test.each([[undefined], [null], ['x'], [{ interval: '7m', indicators: 'MA', timeZone: 'Mars/Olympus' }]])(
  '%o is as good as nothing stored',
  stored => {
    expect(acceptChartPreferences(stored)).toEqual(defaults);
  },
);

test('what was chosen is kept, what is unknown dropped, in the order of the buttons', () => {
  const stored = { interval: 'line', indicators: ['RSI', 'FOO', 'MA'], timeZone: 'UTC', showOrders: false };
  expect(acceptChartPreferences(stored)).toEqual({ ...stored, indicators: ['MA', 'RSI'] });
});

test('no indicator at all is a choice too', () => {
  expect(acceptChartPreferences({ indicators: [] }).indicators).toEqual([]);
});
