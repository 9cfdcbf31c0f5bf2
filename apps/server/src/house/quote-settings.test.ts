import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type LadderInput, type RestingOrder, changesBetween, wantedOrders } from './quote-settings.ts';

const INPUT: LadderInput = {
  settings: {
    spreadPpm: 400,
    levels: 5,
    stepPpm: 200,
    levelValue: 1000,
    inventoryValue: 100_000,
    requotePpm: 100,
  },
  midTicks: 1_000_000,
  valuePerTickLot: 1e-6,
  excessLots: 0,
  sellableLots: 1e9,
  spendable: 1e9,
  minValue: 5,
  maxLots: 1e9,
};
const prices = (side: 'buy' | 'sell', changes: Partial<LadderInput> = {}) =>
  wantedOrders({ ...INPUT, ...changes })
    .filter(order => order.side === side)
    .map(order => order.priceTicks);

describe('the orders the house wants', () => {
  test('are around the index, by spread and steps, larger at deeper levels', () => {
    expect(prices('buy')).toEqual([999_800, 999_600, 999_376, 999_128, 998_856]);
    expect(prices('sell')).toEqual([1_000_200, 1_000_400, 1_000_624, 1_000_872, 1_001_144]);
    const lots = wantedOrders(INPUT)
      .filter(order => order.side === 'buy')
      .map(order => order.quantityLots);
    expect(lots).toEqual([1000, 1220, 1440, 1661, 1882]);
  });

  test('shift against the inventory, and stop on the side that would add to it', () => {
    const long = prices('buy', { excessLots: 50_000 });
    expect(long[0]).toBeLessThan(999_800);
    expect(prices('sell', { excessLots: 50_000 })[0]).toBeLessThan(1_000_200);
    expect(prices('buy', { excessLots: 100_000 })).toEqual([]);
    expect(prices('sell', { excessLots: 100_000 })).toHaveLength(5);
    expect(prices('sell', { excessLots: -100_000 })).toEqual([]);
    expect(prices('buy', { excessLots: -100_000 })).toHaveLength(5);
  });

  test('have distinct prices even with a coarse tick', () => {
    const bids = prices('buy', { midTicks: 100, valuePerTickLot: 0.01 });
    expect(bids).toEqual([99, 98, 97, 96, 95]);
  });

  test('never exceed the funds, nor fall below the market’s minimum', () => {
    const amounts = fc.record({
      midTicks: fc.integer({ min: 50, max: 10_000_000 }),
      excessLots: fc.integer({ min: -2_000_000, max: 2_000_000 }),
      sellableLots: fc.integer({ min: 0, max: 100_000 }),
      spendable: fc.double({ min: 0, max: 100_000, noNaN: true }),
      maxLots: fc.integer({ min: 1, max: 1_000_000 }),
    });
    fc.assert(
      fc.property(amounts, amount => {
        const orders = wantedOrders({ ...INPUT, ...amount });
        const value = (order: { priceTicks: number; quantityLots: number }) =>
          order.priceTicks * order.quantityLots * INPUT.valuePerTickLot;
        const bids = orders.filter(order => order.side === 'buy');
        const asks = orders.filter(order => order.side === 'sell');
        expect(bids.reduce((sum, order) => sum + value(order), 0)).toBeLessThanOrEqual(
          amount.spendable * 1.000001,
        );
        expect(asks.reduce((sum, order) => sum + order.quantityLots, 0)).toBeLessThanOrEqual(
          amount.sellableLots,
        );
        expect(orders.every(order => value(order) >= INPUT.minValue - 1e-9)).toBe(true);
        expect(orders.every(order => order.quantityLots <= amount.maxLots && order.priceTicks >= 1)).toBe(
          true,
        );
        const [bid = 0, ask = Infinity] = [bids[0]?.priceTicks, asks[0]?.priceTicks];
        expect(bid).toBeLessThan(ask);
      }),
    );
  });
});

describe('the changes from resting to wanted orders', () => {
  const wanted = wantedOrders(INPUT);
  const bare = wanted.map(({ side, priceTicks, quantityLots }) => ({ side, priceTicks, quantityLots }));
  const resting = (changes: (order: RestingOrder) => Partial<RestingOrder> = () => ({})): RestingOrder[] =>
    bare.map((order, i) => {
      const rests = { ...order, orderId: i + 1 };
      return { ...rests, ...changes(rests) };
    });
  const apart = (order: RestingOrder, ticks: number) => ({
    priceTicks: order.priceTicks + (order.side === 'buy' ? -ticks : ticks),
  });

  test('are all orders at first, and none when all are there', () => {
    const bySide = [
      ...bare.filter(order => order.side === 'buy'),
      ...bare.filter(order => order.side === 'sell'),
    ];
    expect(changesBetween([], wanted)).toEqual({ cancel: [], place: bySide });
    expect(changesBetween(resting(), wanted)).toEqual({ cancel: [], place: [] });
  });

  test('keep orders up to half-way to the index or as far away from it', () => {
    expect(
      changesBetween(
        resting(order => apart(order, 100)),
        wanted,
      ),
    ).toEqual({ cancel: [], place: [] });
    expect(
      changesBetween(
        resting(order => apart(order, -100)),
        wanted,
      ),
    ).toEqual({ cancel: [], place: [] });
    // 1 and 2 are the best bid and ask.
    expect(
      changesBetween(
        resting(order => apart(order, -101)),
        wanted,
      ).cancel,
    ).toEqual([1, 2]);
    expect(
      changesBetween(
        resting(order => apart(order, 101)),
        wanted,
      ),
    ).toEqual({
      cancel: [],
      place: [bare[0], bare[1]],
    });
  });

  test('replace a taken best order at once, deeper ones only when many are missing', () => {
    const without = (...ids: number[]) => resting().filter(order => !ids.includes(order.orderId));
    expect(changesBetween(without(1), wanted).place).toEqual([bare[0]]);
    expect(changesBetween(without(5, 7, 9), wanted).place).toEqual([]);
    expect(changesBetween(without(3, 5, 7, 9), wanted).place).toEqual([bare[2], bare[4], bare[6], bare[8]]);
  });

  test('replace a best order that was mostly filled', () => {
    const filled = resting(order => (order.orderId === 1 ? { quantityLots: 10 } : {}));
    expect(changesBetween(filled, wanted).place).toEqual([bare[0]]);
  });

  test('cancel surplus orders, and a whole side that is not wanted', () => {
    const far = [11, 12, 13, 14].map((orderId): RestingOrder => ({
      orderId,
      side: 'buy',
      priceTicks: 900_000 + orderId,
      quantityLots: 5000,
    }));
    expect(changesBetween([...resting(), ...far.slice(1)], wanted).cancel).toEqual([]);
    expect(changesBetween([...resting(), ...far], wanted).cancel).toEqual([11, 12, 13, 14]);
    const onlyAsks = wanted.filter(order => order.side === 'sell');
    expect(changesBetween(resting(), onlyAsks)).toEqual({ cancel: [1, 3, 5, 7, 9], place: [] });
  });

  test('are one order a side when the index moves by half a spread', () => {
    const moved = wantedOrders({ ...INPUT, midTicks: 1_000_200 });
    const { cancel, place } = changesBetween(resting(), moved);
    expect(cancel).toEqual([2]);
    expect(place.map(order => order.priceTicks)).toEqual([Math.floor(1_000_200 * 0.9998)]);
  });
});
