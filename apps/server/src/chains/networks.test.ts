import { describe, expect, test } from 'vitest';
import { ADA, BNB, BTC, DOGE, ETH, SOL, USDT, XRP } from '@tallystick/protocol/currency-ids';
import { Assets } from './assets.ts';
import { assetOn, explorerUrl, isNetwork } from './networks.ts';
import { readTransactionId } from './payouts.ts';
import { judge, unitsPerMinor, type JudgeOptions } from './watcher/judge.ts';

test('currencies travel on the networks of the rules', () => {
  const assets = new Assets();
  expect(assets.networksOf(USDT)).toEqual(['TRC20', 'ERC20', 'OMNI']);
  expect(assets.networksOf(BTC)).toEqual(['OMNI']);
  expect(assets.networksOf(ETH)).toEqual(['ERC20']);
  expect([BNB, SOL, XRP, DOGE, ADA].map(id => assets.networksOf(id))).toEqual([
    ['BEP20'],
    ['SOL'],
    ['XRP'],
    ['DOGE'],
    ['ADA'],
  ]);
  expect(assets.networksOf(9999)).toEqual([]);
  expect(assetOn('TRC20', ETH)).toBeNull();
  expect([isNetwork('OMNI'), isNetwork('omni'), isNetwork('toString')]).toEqual([true, false, false]);
});

test('operators list tokens on chains that have any', () => {
  const mint = 'Es9vMFrzaCERmJfrF4H2FYD4KCoNkY11McCe8BenwNYB';
  const listed = [
    { currencyId: 101, network: 'ERC20', contract: '', chainDecimals: 18 },
    { currencyId: USDT, network: 'SOL', contract: mint, chainDecimals: 6 },
    // The XRP Ledger's tokens are not for people to list.
    { currencyId: 101, network: 'XRP', contract: '', chainDecimals: 6 },
  ] as const;
  const assets = new Assets(() => listed);
  expect(assets.networksOf(101)).toEqual(['ERC20']);
  expect(assets.networksOf(USDT)).toEqual(['TRC20', 'ERC20', 'OMNI', 'SOL']);
  expect(assets.find('ERC20', 101)).toMatchObject({ chainDecimals: 18, depositKind: 'evm' });
  expect([assets.contractOf('SOL', USDT), assets.contractOf('ERC20', 101)]).toEqual([mint, null]);
  // The chain's own figures stay.
  expect(assets.find('ERC20', USDT)).toBe(assetOn('ERC20', USDT));
});

test('explorers', () => {
  const id = `0x${'ab'.repeat(32)}`;
  expect(explorerUrl('ERC20', 'transaction', id)).toBe(`https://etherscan.io/tx/${id}`);
  expect(explorerUrl('OMNI', 'address', 'a/../b')).toBe('https://mempool.space/address/a%2F..%2Fb');
});

test('transaction ids', () => {
  const digits = 'Ab'.repeat(32);
  expect(readTransactionId('ERC20', ` 0x${digits}\n`)).toBe(`0x${digits.toLowerCase()}`);
  expect(readTransactionId('ERC20', digits)).toBe(`0x${digits.toLowerCase()}`);
  expect(readTransactionId('OMNI', `0X${digits}`)).toBe(digits.toLowerCase());
  for (const bad of [
    '',
    '0x',
    digits.slice(1),
    `${digits}0`,
    `0x${'g'.repeat(64)}`,
    `https://etherscan.io/tx/0x${digits}`,
  ]) {
    expect(readTransactionId('TRC20', bad)).toBeNull();
    expect(readTransactionId('SOL', bad)).toBeNull();
  }
  expect(readTransactionId('BEP20', digits)).toBe(`0x${digits.toLowerCase()}`);
  expect(readTransactionId('XRP', digits)).toBe(digits.toUpperCase());
  const signature =
    '5VERv8NMvzbJMEkV8xnrLkEaWRtSz9CosKDYjCJjBRnbJLgp8uirBgmQpjKhoR4tjF3ZpRzrFmBV6UjKdiSZkQUW';
  expect(readTransactionId('SOL', ` ${signature} `)).toBe(signature);
  expect(readTransactionId('SOL', signature.slice(0, 80))).toBeNull();
});

describe('a transfer’s worth', () => {
  const options: JudgeOptions = {
    ledgerDecimals: currencyId => ({ [BTC]: 8, [ETH]: 8, [USDT]: 6 })[currencyId]!,
    minimumMinor: (_network, currencyId) => (currencyId === USDT ? 1_000_000n : 0n),
    ownSenders: new Set(['0xours']),
  };
  const transfer = {
    transactionHash: '0x',
    logIndex: 0,
    senderKey: '0xtheirs',
    recipientKey: '0x',
    currencyId: USDT,
  };
  const of = (change: object, senderIsOurs = false) =>
    judge('ERC20', { ...transfer, amount: 1_000_000n, ...change }, senderIsOurs, options);

  test.each([
    ['exactly the minimum', {}, { amountMinor: 1_000_000n, ignored: null }],
    ['a unit less', { amount: 999_999n }, { amountMinor: 999_999n, ignored: 'below_minimum' }],
    ['ETH is truncated', { currencyId: ETH, amount: 19_999_999_999n }, { amountMinor: 1n, ignored: null }],
    [
      'nothing is left',
      { currencyId: ETH, amount: 9_999_999_999n },
      { amountMinor: 0n, ignored: 'below_minimum' },
    ],
    ['from the operator', { senderKey: '0xours' }, { amountMinor: 1_000_000n, ignored: 'own_transfer' }],
    ['without a sender', { senderKey: null }, { amountMinor: 1_000_000n, ignored: null }],
    ['all the ledger holds', { amount: 2n ** 63n - 1n }, { amountMinor: 2n ** 63n - 1n, ignored: null }],
    ['one more', { amount: 2n ** 63n }, { amountMinor: 2n ** 63n, ignored: 'implausible_amount' }],
  ])('%s', (_what, change, judgement) => {
    expect(of(change)).toEqual(judgement);
  });

  test('between two of our own addresses', () => {
    expect(of({}, true).ignored).toBe('own_transfer');
  });

  test('a ledger with more decimals than the chain throws', () => {
    expect(unitsPerMinor('OMNI', USDT, 6)).toBe(100n);
    expect(() => unitsPerMinor('ERC20', USDT, 7)).toThrow('cannot hold');
    expect(() => unitsPerMinor('ERC20', BTC, 8)).toThrow('cannot hold');
  });
});
