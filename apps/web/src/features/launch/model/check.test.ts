import { allocate } from '@tallystick/core/launch/allocate';
import { listRoot } from '@tallystick/core/launch/allocation-list';
import type { LaunchFigures } from '@tallystick/core/launch/figures';
import { finish } from '@tallystick/core/stepwise';
import { describe, expect, test } from 'vitest';
import type { WireAllocationList, WireAllocationPage } from '@tallystick/protocol/wire';
import { checkStepwise, joinPages, linesIn, type CheckedList } from './check.ts';

const FIGURES: LaunchFigures = {
  offerId: 1,
  mode: 'proRata',
  issuePriceE8: 50_000_000,
  supplyMinor: 1_000_000_000n,
  capMinor: 400_000_000n,
  decimals: 6,
  quoteDecimals: 6,
  accepted: [{ currencyId: 3, rateE8: 100_000_000, decimals: 6 }],
};

const committedBy = (...units: number[]) =>
  units.map((one, i) => ({
    orderId: i + 1,
    committed: [{ currencyId: 3, amountMinor: BigInt(one) * 1_000_000n }],
  }));
const COMMITTED = committedBy(900, 100, 200);
const ROOT = listRoot(FIGURES, COMMITTED);

function published(change: Partial<WireAllocationList> = {}, list = COMMITTED): WireAllocationList {
  const allocations = allocate(FIGURES, list);
  return {
    offer_id: 1,
    mode: 'proRata',
    issue_price_e8: 50_000_000,
    supply_minor: '1000000000',
    cap_minor: '400000000',
    decimals: 6,
    quote_decimals: 6,
    accepted: [{ currency_id: 3, rate_e8: 100_000_000, decimals: 6 }],
    root: listRoot(FIGURES, list),
    size: list.length,
    orders: list.map(({ orderId, committed }, i) => ({
      order_id: orderId,
      committed: committed.map(one => ({ currency_id: 3, amount_minor: `${one.amountMinor}` })),
      allocated_minor: `${allocations[i]!.allocatedMinor}`,
    })),
    own_order_id: 2,
    ...change,
  };
}

function checked(list: WireAllocationList, root = ROOT): CheckedList {
  return finish(checkStepwise(list, root));
}

describe('a published list', () => {
  test('is found right when it is', () => {
    const found = checked(published());
    expect(found).toMatchObject({ rootAgrees: true, differing: 0, size: 3 });
    expect(found.ownLine).toEqual({ orderId: 2, value: '100', allocated: '200', own: true, agrees: true });
    expect(found.shown.map(line => line.allocated)).toEqual(['400', '200', '400']);
  });

  test('in which one got more than the rule gives is found out', () => {
    const { orders } = published();
    const favoured = orders.map(one => (one.order_id === 3 ? { ...one, allocated_minor: '400000001' } : one));
    const found = checked(published({ orders: favoured }));
    expect(found).toMatchObject({ rootAgrees: true, differing: 1 });
    expect(found.shown.map(line => line.agrees)).toEqual([true, true, false]);
  });

  test.each([
    [
      'a commitment was added',
      { orders: [...published().orders, { order_id: 4, committed: [], allocated_minor: '0' }] },
    ],
    ['a commitment was left out', { orders: published().orders.slice(1) }],
    ['two lines changed places', { orders: published().orders.toReversed() }],
    [
      'somebody paid in what is not accepted',
      {
        orders: published().orders.map(one => ({
          ...one,
          committed: one.committed.map(paid => ({ ...paid, currency_id: 9 })),
        })),
      },
    ],
    ['the supply was changed', { supply_minor: '999999999' }],
    ['a rate was changed', { accepted: [{ currency_id: 3, rate_e8: 100_000_001, decimals: 6 }] }],
  ])('in which %s has another root, and nothing more is said of it', (_, change) => {
    expect(checked(published(change))).toMatchObject({ rootAgrees: false, differing: null, shown: [] });
  });

  test('of another offer, with a root of its own, is not the one that was published', () => {
    expect(checked(published({}, committedBy(1, 2, 3)))).toMatchObject({ rootAgrees: false });
  });

  test('is checked by who is not in it, too', () => {
    expect(checked(published({ own_order_id: null })).ownLine).toBeNull();
  });

  test('that is long is checked to its end, and shows its first hundred lines and one’s own', () => {
    const list = committedBy(...Array.from({ length: 250 }, (_, i) => i + 1));
    const root = listRoot(FIGURES, list);
    const { orders } = published({}, list);
    const found = checked(published({ own_order_id: 230 }, list), root);
    expect(found).toMatchObject({ rootAgrees: true, differing: 0, size: 250 });
    expect(found.shown).toHaveLength(101);
    expect(found.shown[0]).toMatchObject({ orderId: 230, own: true });
    const favoured = orders.map(one => (one.order_id === 250 ? { ...one, allocated_minor: '1' } : one));
    expect(checked(published({ orders: favoured }, list), root).differing).toBe(1);
    const early = checked(published({ own_order_id: 5 }, list), root);
    expect([early.shown.length, early.ownLine?.orderId]).toEqual([100, 5]);
  });
});

describe('the pages of a list', () => {
  const pageOf = (from: number, to: number, next: string | null): WireAllocationPage => ({
    ...published(),
    orders: published().orders.slice(from, to),
    next_cursor: next,
  });

  test('are the list again', () => {
    const pages = [pageOf(0, 2, '2'), pageOf(2, 3, null)];
    expect(linesIn(pages)).toBe(3);
    expect(joinPages(pages)).toEqual(published());
    expect(joinPages([])).toBeUndefined();
  });

  test('with one missing have another root', () => {
    expect(checked(joinPages([pageOf(0, 2, '2')])!).rootAgrees).toBe(false);
  });
});
