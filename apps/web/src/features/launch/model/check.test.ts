import { allocate } from '@tallystick/core/launch/allocate';
import { listRoot } from '@tallystick/core/launch/allocation-list';
import type { LaunchFigures } from '@tallystick/core/launch/figures';
import { describe, expect, test } from 'vitest';
import type { WireAllocationList } from '@tallystick/protocol/wire';
import { checkList } from './check.ts';

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
const COMMITTED = [900n, 100n, 200n].map((units, i) => ({
  orderId: i + 1,
  committed: [{ currencyId: 3, amountMinor: units * 1_000_000n }],
}));

function published(change: Partial<WireAllocationList> = {}): WireAllocationList {
  const allocations = allocate(FIGURES, COMMITTED);
  return {
    offer_id: 1,
    mode: 'proRata',
    issue_price_e8: 50_000_000,
    supply_minor: '1000000000',
    cap_minor: '400000000',
    decimals: 6,
    quote_decimals: 6,
    accepted: [{ currency_id: 3, rate_e8: 100_000_000, decimals: 6 }],
    root: listRoot(FIGURES, COMMITTED),
    orders: COMMITTED.map(({ orderId, committed }, i) => ({
      order_id: orderId,
      committed: committed.map(one => ({ currency_id: 3, amount_minor: `${one.amountMinor}` })),
      allocated_minor: `${allocations[i]!.allocatedMinor}`,
    })),
    own_order_id: 2,
    ...change,
  };
}

describe('a published list', () => {
  test('is found right when it is', () => {
    const checked = checkList(published());
    expect(checked).toMatchObject({ rootAgrees: true, differing: 0 });
    expect(checked.ownLine).toEqual({ orderId: 2, value: '100', allocated: '200', own: true, agrees: true });
    expect(checked.lines.map(line => line.allocated)).toEqual(['400', '200', '400']);
  });

  test('in which one got more than the rule gives is found out', () => {
    const { orders } = published();
    const favoured = orders.map(one => (one.order_id === 3 ? { ...one, allocated_minor: '400000001' } : one));
    expect(checkList(published({ orders: favoured }))).toMatchObject({ rootAgrees: true, differing: 1 });
  });

  test.each([
    [
      'a commitment was added',
      { orders: [...published().orders, { order_id: 4, committed: [], allocated_minor: '0' }] },
    ],
    ['a commitment was left out', { orders: published().orders.slice(1) }],
    ['the supply was changed', { supply_minor: '999999999' }],
    ['a rate was changed', { accepted: [{ currency_id: 3, rate_e8: 100_000_001, decimals: 6 }] }],
  ])('in which %s has another root', (_, change) => {
    expect(checkList(published(change)).rootAgrees).toBe(false);
  });

  test('is checked by who is not in it, too', () => {
    expect(checkList(published({ own_order_id: null })).ownLine).toBeNull();
  });
});
