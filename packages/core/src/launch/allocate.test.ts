import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { allocate, shareOut, type Claim, type FrozenCommitment } from './allocate.ts';
import { costOf, least, unitsFor, valueOf, type LaunchFigures } from './figures.ts';

const claim = (orderId: number, weight: number, limit: number): Claim => ({
  orderId,
  weight: BigInt(weight),
  limit: BigInt(limit),
});
const shares = (supply: number, ...claims: Claim[]) =>
  [...shareOut(BigInt(supply), claims)].toSorted((a, b) => a[0] - b[0]).map(([, share]) => Number(share));

describe('sharing out', () => {
  it('gives everybody their limit when the supply is enough', () => {
    expect(shares(100, claim(1, 10, 20), claim(2, 30, 30))).toEqual([20, 30]);
  });

  it('shares in proportion when there is not', () => {
    expect(shares(100, claim(1, 100, 100), claim(2, 300, 300))).toEqual([25, 75]);
  });

  it('gives leftover units to the largest remainders, the lower order id first among equals', () => {
    expect(shares(10, claim(1, 1, 99), claim(2, 1, 99), claim(3, 1, 99))).toEqual([4, 3, 3]);
    // 10 × 5/16 = 3.125, 10 × 6/16 = 3.75, 10 × 5/16 = 3.125.
    expect(shares(10, claim(1, 5, 99), claim(2, 6, 99), claim(3, 5, 99))).toEqual([3, 4, 3]);
  });

  it('shares what exceeds one limit among the others until nobody exceeds theirs', () => {
    // Proportional: 50, 30, 20. The first keeps 20; the 80 left are 48 and 32; the second keeps 40, the third gets 40.
    expect(shares(100, claim(1, 50, 20), claim(2, 30, 40), claim(3, 20, 60))).toEqual([20, 40, 40]);
  });

  it('gives a commitment worth nothing no units, and an empty list no shares', () => {
    expect(shares(10, claim(1, 0, 0), claim(2, 5, 20))).toEqual([0, 10]);
    expect(shareOut(10n, [])).toEqual(new Map());
  });
});

const BIG = 2n ** 57n;
const figures: fc.Arbitrary<LaunchFigures> = fc
  .record({
    supplyMinor: fc.oneof(fc.bigInt(1n, 1000n), fc.bigInt(1n, BIG)),
    cap: fc.integer({ min: 1, max: 1_000_000 }),
    issuePriceE8: fc.oneof(fc.integer({ min: 1, max: 1000 }), fc.integer({ min: 1, max: 2 ** 53 - 1 })),
    rateE8: fc.integer({ min: 1, max: 2 ** 53 - 1 }),
    decimals: fc.integer({ min: 0, max: 12 }),
  })
  .map(({ supplyMinor, cap, issuePriceE8, rateE8, decimals }): LaunchFigures => {
    const capMinor = (supplyMinor * BigInt(cap)) / 1_000_000n + 1n;
    return {
      offerId: 1,
      mode: 'proRata',
      quoteDecimals: 6,
      supplyMinor,
      capMinor: least(capMinor, supplyMinor),
      issuePriceE8,
      decimals,
      accepted: [
        { currencyId: 3, decimals: 6, rateE8: 100_000_000 },
        { currencyId: 1, decimals: 8, rateE8 },
      ],
    };
  });
const amount = fc.oneof(fc.bigInt(1n, 100n), fc.bigInt(1n, 10n ** 12n), fc.bigInt(1n, 2n ** 59n));
const committed = fc
  .tuple(fc.option(amount), fc.option(amount))
  .map(([usdt, btc]) => [
    ...(usdt === null ? [] : [{ currencyId: 3, amountMinor: usdt }]),
    ...(btc === null ? [] : [{ currencyId: 1, amountMinor: btc }]),
  ]);
const list: fc.Arbitrary<FrozenCommitment[]> = fc
  .array(committed, { maxLength: 40 })
  .map(lines => lines.map((line, i) => ({ orderId: i + 1, committed: line })));
const offer = fc.record({ figures, list });
const options = { numRuns: 1000 };

const limitOf = (f: LaunchFigures, value: bigint) => least(f.capMinor, unitsFor(value, f));

describe('an allocation', () => {
  it('adds up to the supply, or to the total demand if that is less', () => {
    fc.assert(
      fc.property(offer, ({ figures: f, list: lines }) => {
        const result = allocate(f, lines);
        const wanted = result.reduce((sum, one) => sum + limitOf(f, one.valueMinor), 0n);
        const given = result.reduce((sum, one) => sum + one.allocatedMinor, 0n);
        expect(given).toBe(least(wanted, f.supplyMinor));
      }),
      options,
    );
  });

  it('gives nobody more than the cap or their commitment buys, and takes exactly its cost', () => {
    fc.assert(
      fc.property(offer, ({ figures: f, list: lines }) => {
        for (const [i, one] of allocate(f, lines).entries()) {
          expect(one.allocatedMinor).toBeGreaterThanOrEqual(0n);
          expect(one.allocatedMinor).toBeLessThanOrEqual(limitOf(f, one.valueMinor));
          expect(costOf(one.allocatedMinor, f)).toBeLessThanOrEqual(one.valueMinor);
          for (const { currencyId, amountMinor } of one.spent) {
            const had = lines[i]!.committed.find(each => each.currencyId === currencyId)!.amountMinor;
            expect(amountMinor).toBeGreaterThan(0n);
            expect(amountMinor).toBeLessThanOrEqual(had);
          }
          expect(one.spent.length === 0).toBe(one.allocatedMinor === 0n);
          // The spent amounts cover the cost; with one minor unit less of each currency they would not.
          const cost = costOf(one.allocatedMinor, f);
          const less = one.spent.map(each => ({ ...each, amountMinor: each.amountMinor - 1n }));
          expect(valueOf(one.spent, f)).toBeGreaterThanOrEqual(cost);
          expect(one.spent.length === 0 || valueOf(less, f) < cost).toBe(true);
        }
      }),
      options,
    );
  });

  it('does not depend on the order of the list', () => {
    const shuffled = offer.chain(one =>
      fc.record({
        offer: fc.constant(one),
        other: fc.shuffledSubarray(one.list, { minLength: one.list.length }),
      }),
    );
    fc.assert(
      fc.property(shuffled, ({ offer: { figures: f, list: lines }, other }) => {
        expect(allocate(f, other)).toEqual(allocate(f, lines));
      }),
      options,
    );
  });

  it('never gives a larger commitment less than a smaller one', () => {
    fc.assert(
      fc.property(offer, ({ figures: f, list: lines }) => {
        const byValue = allocate(f, lines).toSorted((a, b) =>
          a.valueMinor === b.valueMinor ? b.orderId - a.orderId : a.valueMinor < b.valueMinor ? -1 : 1,
        );
        // Shares of equal commitments differ by at most one unit, in favour of the earlier order.
        for (let i = 1; i < byValue.length; i++) {
          const [less, more] = [byValue[i - 1]!, byValue[i]!];
          expect(more.allocatedMinor).toBeGreaterThanOrEqual(less.allocatedMinor);
          if (more.valueMinor === less.valueMinor) {
            expect(more.allocatedMinor - less.allocatedMinor).toBeLessThanOrEqual(1n);
          }
        }
      }),
      options,
    );
  });

  it('never shrinks a share, nor grows another, when its owner commits more', () => {
    const more = fc.record({ offer, index: fc.nat(39), extra: fc.bigInt(1n, 2n ** 59n) });
    fc.assert(
      fc.property(more, ({ offer: { figures: f, list: lines }, index, extra }) => {
        fc.pre(lines.length > 0);
        const mine = lines[index % lines.length]!;
        const before = allocate(f, lines);
        const usdt = mine.committed.find(one => one.currencyId === 3)?.amountMinor ?? 0n;
        const raised = [
          { currencyId: 3, amountMinor: usdt + extra },
          ...mine.committed.filter(one => one.currencyId !== 3),
        ];
        const after = allocate(
          f,
          lines.map(line => (line === mine ? { ...line, committed: raised } : line)),
        );
        for (const [i, { orderId, allocatedMinor }] of after.entries()) {
          const was = before[i]!.allocatedMinor;
          if (orderId === mine.orderId) expect(allocatedMinor).toBeGreaterThanOrEqual(was);
          // One unit of the remainders may move to another order.
          else expect(allocatedMinor).toBeLessThanOrEqual(was + 1n);
        }
      }),
      options,
    );
  });
});
