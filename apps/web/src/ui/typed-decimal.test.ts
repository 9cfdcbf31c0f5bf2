import { afterEach, expect, test } from 'vitest';
import { setFormatLocale } from '#lib/format-locale.ts';
import { pastedDecimal, shownWhileTyping, typedDecimal } from './typed-decimal.ts';

afterEach(() => setFormatLocale('en-US'));

test.each([
  ['12.345', 2, '12.34'],
  ['12,345', 2, '12.34'],
  ['12,', 2, '12.'],
  ['.5', 2, '0.5'],
  ['007', 2, '7'],
  ['0', 2, '0'],
  ['1.2.3', 4, '1.23'],
  ['12.9', 0, '12'],
  ['１．５', 2, '1.5'],
  ['1 000', 2, '1000'],
  ['', 2, ''],
])('typing %s with %i digits gives %s', (text, decimals, expected) => {
  expect(typedDecimal(text, decimals, '9')).toBe(expected);
});

test.each(['-1', '−1', '1e5', '1e', '0x10', '1a', '½', '５²'])('typing %s changes nothing', text => {
  expect(typedDecimal(text, 2, '9')).toBe('9');
});

test.each([
  ['1,234.56', '1234.56'],
  ['1.234,56', '1234.56'],
  ['1 234,56', '1234.56'],
  ['1,234,567', '1234567'],
  ['1,234', '1234'],
  ['1.234', '1.234'],
  ['12,34', '12.34'],
  ['104381.5 USDT', '104381.5'],
  ['USDT 12.5', '12.5'],
  [' $1,234.50 ', '1234.50'],
  ['1’234.5', '1234.5'],
  ['１２，３４', '12.34'],
  ['+3', '3'],
  ['.5', '0.5'],
])('pasting %s gives %s', (text, expected) => {
  expect(pastedDecimal(text, 8, '9')).toBe(expected);
});

test.each(['-1', '−1', '1e5', '1E5', '1e-7', '0x10', '1/2', '3 + 4', '12 BTC 3', '', 'all', '10%'])(
  'pasting %s changes nothing',
  text => {
    expect(pastedDecimal(text, 8, '9')).toBe('9');
  },
);

test('a field in use has the decimal mark of the language, and no grouping', () => {
  setFormatLocale('vi-VN');
  expect(shownWhileTyping('1234.5')).toBe('1234,5');
});
