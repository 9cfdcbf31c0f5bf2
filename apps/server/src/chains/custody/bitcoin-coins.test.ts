import { describe, expect, it } from 'vitest';
import { DUST, feeOf, MOST_INPUTS, selectCoins, sizeOf, SPARE_INPUTS, type Coin } from './bitcoin-coins.ts';
import { BalanceShort } from './custody-chain.ts';

const KEY_SCRIPT = Uint8Array.from([0x00, 20, ...Array.from({ length: 20 }, () => 1)]);
const LEGACY_SCRIPT = Uint8Array.from([0x76, 0xa9, 20, ...Array.from({ length: 20 }, () => 1), 0x88, 0xac]);
const BTC = 1;

const coin = (index: number, amount: bigint): Coin => ({
  transactionId: 'aa'.repeat(32),
  index,
  amount,
  address: 'bc1',
  script: KEY_SCRIPT,
});
const pay = (amount: bigint) => ({ address: 'bc1', script: KEY_SCRIPT, amount });
const aim = (rate: bigint, above: bigint | null = null) => ({ rate, above });

describe('fees', () => {
  it('go by what a signed transaction weighs at most', () => {
    // One P2WPKH input and two such outputs are 141 virtual bytes.
    expect(sizeOf([KEY_SCRIPT], [KEY_SCRIPT, KEY_SCRIPT])).toBe(141n);
    expect(sizeOf([LEGACY_SCRIPT], [LEGACY_SCRIPT])).toBe(193n);
  });

  it('of a replacement are above the earlier one’s, and pay for being passed on once more', () => {
    expect(feeOf(aim(10n), 141n)).toBe(1_410n);
    expect(feeOf(aim(10n, 5_000n), 141n)).toBe(5_141n);
    expect(feeOf(aim(100n, 5_000n), 141n)).toBe(14_100n);
  });
});

describe('coins', () => {
  const coins = [coin(0, 10_000n), coin(1, 90_000n), coin(2, 50_000n)];

  it('are taken largest first, and what is left is change', () => {
    const { coins: taken, fee, change } = selectCoins(coins, [], [pay(60_000n)], KEY_SCRIPT, aim(10n), BTC);
    expect([taken.map(one => one.index), fee, change]).toEqual([[1], 1_410n, 28_590n]);
  });

  it('make no change that nodes would not pass on', () => {
    const paid = 90_000n - 1_410n - DUST + 1n;
    const { fee, change } = selectCoins(coins, [], [pay(paid)], KEY_SCRIPT, aim(10n), BTC);
    expect([fee, change]).toEqual([90_000n - paid, null]);
  });

  it('of the earlier version are among those of its replacement, and others join them if it takes more', () => {
    const must = [coin(0, 10_000n)];
    const { coins: taken } = selectCoins(coins, must, [pay(5_000n)], KEY_SCRIPT, aim(10n, 2_000n), BTC);
    expect(taken.map(one => one.index)).toEqual([0]);
    const more = selectCoins(coins, must, [pay(9_000n)], KEY_SCRIPT, aim(10n, 2_000n), BTC);
    expect(more.coins.map(one => one.index)).toEqual([0, 1]);
  });

  it('that are too few are said to be', () => {
    expect(() => selectCoins(coins, [], [pay(150_000n)], KEY_SCRIPT, aim(1n), BTC)).toThrow(BalanceShort);
    expect(() => selectCoins([], [], [pay(1_000n)], KEY_SCRIPT, aim(1n), BTC)).toThrow(BalanceShort);
  });

  it('are never more than a transaction may have: what many small ones hold beyond that is not there', () => {
    const small = Array.from({ length: 1_000 }, (_, index) => coin(index, 1_000n + BigInt(index % 7)));
    const { coins: taken } = selectCoins(small, [], [pay(195_000n)], KEY_SCRIPT, aim(0n), BTC);
    expect(taken.length).toBeLessThanOrEqual(MOST_INPUTS);
    expect(taken[0]?.amount).toBe(1_006n);
    const more = [pay(202_000n)];
    expect(() => selectCoins(small, [], more, KEY_SCRIPT, aim(0n), BTC)).toThrow(BalanceShort);
    // A replacement has room for its higher fee.
    const must = small.slice(0, MOST_INPUTS);
    const replaced = selectCoins(small, must, more, KEY_SCRIPT, aim(0n), BTC);
    expect(replaced.coins.length).toBeLessThanOrEqual(MOST_INPUTS + SPARE_INPUTS);
    expect(() => selectCoins(small, must, [pay(230_000n)], KEY_SCRIPT, aim(0n), BTC)).toThrow(BalanceShort);
  });

  it('without a payment all go into the change', () => {
    const { change, fee } = selectCoins([], [coin(0, 10_000n)], [], KEY_SCRIPT, aim(10n, 3_000n), BTC);
    expect((change ?? 0n) + fee).toBe(10_000n);
  });
});
