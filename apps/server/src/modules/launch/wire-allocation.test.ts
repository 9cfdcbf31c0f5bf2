import type { LaunchOrder } from '@tallystick/core';
import { allocate } from '@tallystick/core/launch/allocate';
import { listRoot } from '@tallystick/core/launch/allocation-list';
import type { LaunchFigures } from '@tallystick/core/launch/figures';
import { describe, expect, it } from 'vitest';
import { USDT } from '@tallystick/protocol/currency-ids';
import { wireAllocationPage } from './wire-allocation.ts';

const SIZE = 4_500;

const figures: LaunchFigures = {
  offerId: 7,
  mode: 'proRata',
  issuePriceE8: 50_000_000,
  supplyMinor: 1_000_000_000n,
  capMinor: 400_000_000n,
  decimals: 6,
  quoteDecimals: 6,
  accepted: [{ currencyId: USDT, rateE8: 100_000_000, decimals: 6 }],
};
const commitments = Array.from({ length: SIZE }, (_, i) => ({
  orderId: 3 * i + 5,
  committed: [{ currencyId: USDT, amountMinor: BigInt(i + 1) * 1_000_000n }],
}));
const orders = allocate(figures, commitments).map(({ orderId, allocatedMinor }, i): LaunchOrder => ({
  orderId,
  offerId: 7,
  customerId: 1_000 + i,
  committed: commitments[i]!.committed,
  allocatedMinor,
  spent: [],
  releasedMinor: 0n,
  returned: false,
}));
const list = { root: listRoot(figures, commitments), figures, orders };

/** Reads page by page, as a client does. */
function pages(limit: number) {
  const read = [wireAllocationPage(list, 0, limit, null)];
  while (read.at(-1)!.next_cursor !== null && read.length <= SIZE) {
    read.push(wireAllocationPage(list, Number(read.at(-1)!.next_cursor), limit, null));
  }
  return read;
}

describe('a frozen list in pages', () => {
  it.each([
    [2_000, [2_000, 2_000, 500]],
    [1_500, [1_500, 1_500, 1_500]],
    [5_000, [SIZE]],
  ])('of %i lines is the whole list, each line once, with one root', (limit, lengths) => {
    const read = pages(limit);
    expect(read.map(page => page.orders.length)).toEqual(lengths);
    const lines = read.flatMap(page => page.orders);
    const whole = lines.map(one => ({
      orderId: one.order_id,
      committed: one.committed.map(({ currency_id: currencyId, amount_minor: minor }) => ({
        currencyId,
        amountMinor: BigInt(minor),
      })),
    }));
    expect(listRoot(figures, whole)).toBe(list.root);
    expect(lines.map(one => one.allocated_minor)).toEqual(orders.map(one => `${one.allocatedMinor}`));
    expect(new Set(read.map(({ root, size }) => `${root} ${size}`))).toEqual(
      new Set([`${list.root} ${SIZE}`]),
    );
  });

  it('ends at its last line, and is empty after it', () => {
    for (const from of [SIZE, SIZE + 1, 999_999_999_999_999]) {
      expect(wireAllocationPage(list, from, 2_000, null)).toMatchObject({
        size: SIZE,
        orders: [],
        next_cursor: null,
      });
    }
  });
});
