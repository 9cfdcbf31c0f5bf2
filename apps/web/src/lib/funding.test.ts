import { expect, test } from 'vitest';
import { BANK_ID, fundingIdOf, fundingOf, moneyDecimals } from './funding.ts';

test.each([
  ['3', 3],
  ['1', 1],
  ['9999', BANK_ID],
  [null, 3],
  ['', 3],
  ['7', 3],
  ['1e0', 3],
])('the address %j asks for currency %i', (text, id) => {
  expect(fundingIdOf(text)).toBe(id);
});

test('the bank is credited in USDT', () => {
  expect(fundingOf(BANK_ID).code).toBe('USDT');
  expect(fundingOf(2).code).toBe('ETH');
});

test('money has the decimals of its standard', () => {
  expect([moneyDecimals('USD'), moneyDecimals('VND'), moneyDecimals('KWD')]).toEqual([2, 0, 3]);
});
