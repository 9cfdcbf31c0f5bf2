import { expect, test } from 'vitest';
import { allocate, type OfferFigures } from './allocation.ts';

/** One unit costs one USDT; nothing has decimals. */
function offer(supply: bigint, cap: bigint): OfferFigures {
  return {
    offerId: 1,
    mode: 'proRata',
    issuePriceE8: 100_000_000n,
    supply,
    cap,
    decimals: 0,
    quoteDecimals: 0,
    accepted: [
      { currencyId: 3, rateE8: 100_000_000n, decimals: 0 },
      { currencyId: 1, rateE8: 700_000_000n, decimals: 0 },
    ],
  };
}

function sharesOf(figures: OfferFigures, ...amounts: bigint[]): bigint[] {
  const list = amounts.map((amount, i) => ({ orderId: i + 1, committed: new Map([[3, amount]]) }));
  return [...allocate(figures, list).shares.values()].map(share => share.allocated);
}

test('everybody gets what they asked for while it is enough, at most the cap', () => {
  expect(sharesOf(offer(100n, 25n), 20n, 30n)).toEqual([20n, 25n]);
});

test('shares are in proportion; missing units go to the largest remainders, the lower number first', () => {
  expect(sharesOf(offer(100n, 100n), 100n, 300n)).toEqual([25n, 75n]);
  expect(sharesOf(offer(10n, 10n), 50n, 60n, 50n)).toEqual([3n, 4n, 3n]);
  expect(sharesOf(offer(10n, 10n), 50n, 50n, 50n)).toEqual([4n, 3n, 3n]);
});

test('what exceeds a cap is shared among the others until nobody exceeds theirs', () => {
  // In proportion: 80, 15, 5. The first keeps 40; the 60 left are 45 and 15, of which the second keeps 40.
  expect(sharesOf(offer(100n, 40n), 160n, 30n, 20n)).toEqual([40n, 30n, 20n]);
  expect(sharesOf(offer(100n, 40n), 160n, 90n, 30n)).toEqual([40n, 40n, 20n]);
});

test('what is allocated is paid in the order of the accepted currencies, rounded up', () => {
  const committed = new Map([
    [1, 2n],
    [3, 5n],
  ]);
  const { spent } = allocate(offer(10n, 10n), [{ orderId: 1, committed }]).shares.get(1)!;
  // 5 USDT, and of the other 5 one coin that counts as 7.
  expect([...spent]).toEqual([
    [3, 5n],
    [1, 1n],
  ]);
});

test('few orders take one command, many take several', () => {
  const list = (count: number) =>
    Array.from({ length: count }, (_, i) => ({ orderId: i + 1, committed: new Map([[3, 1n]]) }));
  expect(allocate(offer(10n, 10n), list(100)).steps).toBe(1);
  expect(allocate(offer(10n, 10n), list(1_000)).steps).toBeGreaterThan(3);
});
