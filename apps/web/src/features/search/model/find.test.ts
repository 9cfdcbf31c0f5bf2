import { expect, test } from 'vitest';
import { find, nextResult, orderNumber, plain } from './find.ts';

const PAGES = [
  { title: 'Withdrawal addresses' },
  { title: 'Deposit', words: 'top up, pay in' },
  { title: 'Withdraw', words: 'send, pay out' },
  { title: 'Nạp tiền' },
  { title: 'Đổi mật khẩu' },
  { title: 'ถอน' },
  { title: '출금 주소' },
];
const titles = (query: string, limit = 10) => find(PAGES, query, limit).map(({ title }) => title);

test.each([
  ['with', ['Withdrawal addresses', 'Withdraw']],
  ['addr', ['Withdrawal addresses']],
  ['pay', ['Deposit', 'Withdraw']],
  ['PAY OUT', ['Withdraw']],
  ['nap tien', ['Nạp tiền']],
  ['doi mat', ['Đổi mật khẩu']],
  ['ถอน', ['ถอน']],
  ['주소', ['출금 주소']],
  ['zzz', []],
])('%s finds %o', (query, expected) => {
  expect(titles(query)).toEqual(expected);
});

test('what begins so comes before what has it within', () => {
  expect(find([{ title: 'My trade' }, { title: 'Trade' }], 'trade', 5).map(({ title }) => title)).toEqual([
    'Trade',
    'My trade',
  ]);
});

test('an empty query gives the first ones, and never more than the limit', () => {
  expect(titles('  ', 2)).toEqual(['Withdrawal addresses', 'Deposit']);
  expect(titles('d', 1)).toHaveLength(1);
});

test('signs and accents do not matter', () => {
  expect(plain(' ＢＴＣ/usdt ')).toBe('btc usdt');
});

test.each([
  ['12345', 12345],
  ['#1,234', 1234],
  [' 1 234 ', 1234],
  ['1.234.567', 1234567],
  ['0', undefined],
  ['-5', undefined],
  ['12a', undefined],
  ['9'.repeat(20), undefined],
  ['', undefined],
])('%s as an order’s number is %s', (query, number) => {
  expect(orderNumber(query)).toBe(number);
});

test('arrows go round', () => {
  expect(nextResult('ArrowDown', 2, 3)).toBe(0);
  expect(nextResult('ArrowUp', 0, 3)).toBe(2);
  expect(nextResult('ArrowDown', 0, 0)).toBeUndefined();
  expect(nextResult('a', 0, 3)).toBeUndefined();
});
