import { expect, test } from 'vitest';
import { worthText } from './worth-text.ts';

test.each([
  ['12.349', 'USDT', '12.34'],
  ['0', 'USDT', '0.00'],
  ['0.009999', 'USDT', '< 0.01'],
  ['0.01', 'USDT', '0.01'],
  ['0.20500000', 'BTC', '0.205'],
  ['0.000000001', 'BTC', '< 0.00000001'],
  [null, 'USDT', '—'],
] as const)('%s %s is shown as %s', (value, valuation, text) => {
  expect(worthText(value, valuation)).toBe(text);
});
