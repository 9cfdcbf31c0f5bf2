import { describe, expect, test } from 'vitest';
import {
  accountShare,
  distribution,
  holdingsOf,
  isSmall,
  percentOf,
  queryBalances,
  type BalanceQuery,
} from './balances.ts';
import { ADA, BTC, exampleBalance, exampleWallet, USDT } from './testing/example-wallet.ts';

const query: BalanceQuery = { search: '', sort: 'value', hideSmall: false };

test('holdings are summed over the accounts that hold them', () => {
  const usdt = holdingsOf(exampleWallet()).find(({ currency }) => currency.code === 'USDT');
  expect(usdt).toMatchObject({
    total: '10500',
    available: '9500',
    frozen: '1000',
    value_usdt: '10500',
    value_btc: '0.105',
  });
  expect(usdt?.parts.map(({ account }) => account)).toEqual(['spot', 'contract']);
});

describe('queryBalances', () => {
  const holdings = [
    exampleBalance('spot', USDT, { total: '0.5', value_usdt: '0.5' }),
    exampleBalance('spot', BTC, { total: '2', value_usdt: '200000' }),
    exampleBalance('spot', ADA, { total: '3', value_usdt: null }),
  ];
  const codes = (change: Partial<BalanceQuery>) =>
    queryBalances(holdings, { ...query, ...change }).map(({ currency }) => currency.code);

  test.each([
    [{}, ['BTC', 'USDT', 'ADA']],
    [{ sort: 'amount' }, ['ADA', 'BTC', 'USDT']],
    [{ sort: 'name' }, ['ADA', 'BTC', 'USDT']],
    [{ hideSmall: true }, ['BTC', 'ADA']],
    [{ search: ' tether' }, ['USDT']],
    [{ search: 'b' }, ['BTC']],
    [{ search: 'usd', hideSmall: true }, ['USDT']],
    [{ search: 'nothing' }, []],
  ] as const)('%o shows %o', (change, expected) => {
    expect(codes(change)).toEqual(expected);
  });

  test.each([
    [{ total: '0', value_usdt: null }, true],
    [{ total: '1', value_usdt: '0.999999' }, true],
    [{ total: '1', value_usdt: '1' }, false],
    [{ total: '1', value_usdt: null }, false],
  ])('%o is small: %s', (change, small) => {
    expect(isSmall(exampleBalance('spot', ADA, change))).toBe(small);
  });
});

describe('distribution', () => {
  test.each([
    [[], []],
    [[['a', '0']], []],
    [[['a', '5']], [['a', 1000]]],
    [
      [
        ['a', '1'],
        ['b', '2'],
        ['c', null],
      ],
      [
        ['b', 666],
        ['a', 333],
      ],
    ],
    [
      [
        ['a', '50'],
        ['b', '20'],
        ['c', '15'],
        ['d', '10'],
        ['e', '5'],
      ],
      [
        ['a', 500],
        ['b', 200],
        ['c', 150],
        ['others', 150],
      ],
    ],
  ] as const)('%j makes %j', (worths, slices) => {
    const input = worths.map(([key, worth]) => ({ key, worth }));
    expect(distribution(input).map(({ key, permille }) => [key, permille])).toEqual(slices);
  });

  test('of the accounts', () => {
    expect(accountShare(exampleWallet(), 'spot')).toBe(975);
    expect(accountShare(exampleWallet(), 'trust')).toBe(0);
    expect(accountShare({ ...exampleWallet(), accounts: [] }, 'spot')).toBeUndefined();
    expect([percentOf(975), percentOf(5), percentOf(1000)]).toEqual(['97.5', '0.5', '100.0']);
  });
});
