import { expect, test } from 'vitest';
import { bankCoin, coinIn, coinsFor, moneyDecimals, type Funding, type FundingCoin } from './funding.ts';

const coin = (id: number, code: string, isOpen = true): FundingCoin => ({
  currency: { id, code, name: code, decimals: 8, display_decimals: 4 },
  deposit: ['ERC20'],
  withdrawal: isOpen ? [{ network: 'ERC20', has_memo: false }] : [],
});
const funding: Funding = { items: [coin(1, 'BTC'), coin(3, 'USDT'), coin(7, 'DOGE', false)], bank: true };

test('USDT comes first, and what is closed is not offered', () => {
  const codes = (direction: 'deposit' | 'withdrawal') =>
    coinsFor(funding, direction).map(one => one.currency.code);
  expect(codes('deposit')).toEqual(['USDT', 'BTC', 'DOGE']);
  expect(codes('withdrawal')).toEqual(['USDT', 'BTC']);
});

test.each([
  ['1', 'BTC'],
  ['3', 'USDT'],
  [null, 'USDT'],
  ['', 'USDT'],
  ['7', 'USDT'],
  ['1e0', 'USDT'],
])('the page address %j asks for %s', (text, code) => {
  expect(coinIn(coinsFor(funding, 'withdrawal'), text)?.currency.code).toBe(code);
});

test('without any open coin there is none', () => {
  expect(coinIn([], '1')).toBeUndefined();
});

test('the bank is credited in USDT', () => {
  expect(bankCoin(funding)?.currency.code).toBe('USDT');
});

test('money has the decimals of its standard', () => {
  expect([moneyDecimals('USD'), moneyDecimals('VND'), moneyDecimals('KWD')]).toEqual([2, 0, 3]);
});
