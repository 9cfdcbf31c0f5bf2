import { expect, test } from 'vitest';
import { formatIndex, formatMove } from './index-price.ts';

test.each([
  ['60000', 1, '60,000.00'],
  ['60000.25', 1, '60,000.25'],
  ['60000.12345678', 1, '60,000.12345678'],
  [undefined, 1, '—'],
])('%s in a market of %i decimals is %s', (price, decimals, text) => {
  expect(formatIndex(price, decimals)).toBe(text);
});

test('entry and exit are as long as the longer of them', () => {
  expect(formatMove('146843.4', '146848.74')).toEqual({ entry: '146,843.40', exit: '146,848.74' });
});
