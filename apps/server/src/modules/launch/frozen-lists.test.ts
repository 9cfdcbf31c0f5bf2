import type { LaunchOrder } from '@tallystick/core';
import { commitmentIsProven, listRoot } from '@tallystick/core/launch/allocation-list';
import type { LaunchFigures } from '@tallystick/core/launch/figures';
import { describe, expect, it } from 'vitest';
import { USDT } from '@tallystick/protocol/currency-ids';
import { FrozenLists, type FrozenContents } from './frozen-lists.ts';

function contents(offerId: number, size: number): FrozenContents {
  const figures: LaunchFigures = {
    offerId,
    mode: 'proRata',
    issuePriceE8: 50_000_000,
    supplyMinor: 1_000_000_000n,
    capMinor: 400_000_000n,
    decimals: 6,
    quoteDecimals: 6,
    accepted: [{ currencyId: USDT, rateE8: 100_000_000, decimals: 6 }],
  };
  const orders = Array.from({ length: size }, (_, i): LaunchOrder => ({
    orderId: i + 1,
    offerId,
    customerId: 1_000 + i,
    committed: [{ currencyId: USDT, amountMinor: BigInt(i + 1) * 1_000_000n }],
    allocatedMinor: 1n,
    spent: [],
    releasedMinor: 0n,
    returned: false,
  }));
  return { root: listRoot(figures, orders), figures, orders };
}

describe('a frozen list', () => {
  it.each([1, 2, 3, 7, 64, 1_500])('proves each line of a list of %i', async size => {
    const list = await new FrozenLists(offerId => Promise.resolve(contents(offerId, size))).of(1);
    for (const { customerId } of list.orders) {
      const { order, proof } = list.ownOf(customerId)!;
      expect(order.customerId).toBe(customerId);
      expect(commitmentIsProven(1, order, proof, list.root)).toBe(true);
    }
    expect(list.ownOf(1)).toBeNull();
  });

  it('is read and hashed once for all readers, and only a few lists are kept', async () => {
    const loaded: number[] = [];
    const lists = new FrozenLists(offerId => {
      loaded.push(offerId);
      return Promise.resolve(contents(offerId, 3));
    });
    await Promise.all([lists.of(1), lists.of(1), lists.of(2)]);
    await lists.of(1);
    expect(loaded).toEqual([1, 2]);
    for (const offerId of [3, 4]) await lists.of(offerId);
    await lists.of(1);
    await lists.of(2);
    expect(loaded).toEqual([1, 2, 3, 4, 2]);
  });

  it('that is not there yet is loaded again at the next request', async () => {
    let isThere = false;
    const lists = new FrozenLists(offerId =>
      isThere ? Promise.resolve(contents(offerId, 3)) : Promise.reject(new Error('not closed')),
    );
    await expect(lists.of(1)).rejects.toThrow('not closed');
    isThere = true;
    expect((await lists.of(1)).orders).toHaveLength(3);
  });

  it('stays cached when missing lists are requested', async () => {
    const loaded: number[] = [];
    const lists = new FrozenLists(offerId => {
      if (offerId > 2) return Promise.reject(new Error('unknown offer'));
      loaded.push(offerId);
      return Promise.resolve(contents(offerId, 3));
    });
    await Promise.all([lists.of(1), lists.of(2)]);
    const unknown = await Promise.allSettled([11, 12, 13, 14, 15].map(offerId => lists.of(offerId)));
    expect(unknown.map(({ status }) => status)).toEqual(Array.from({ length: 5 }, () => 'rejected'));
    await Promise.all([lists.of(1), lists.of(2)]);
    expect(loaded).toEqual([1, 2]);
  });

  it('that is long yields to other work while it is hashed', async () => {
    const lists = new FrozenLists(offerId => Promise.resolve(contents(offerId, 2_000)));
    let turns = 0;
    let done = false;
    const count = (): void => {
      turns++;
      if (!done) setImmediate(count);
    };
    count();
    await lists.of(1);
    done = true;
    expect(turns).toBeGreaterThan(3);
  });
});
