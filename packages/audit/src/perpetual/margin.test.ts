import { beforeEach, describe, expect, it } from 'vitest';
import { ContractDesk, FIELD, MARKET, ONE } from './testing/contract-desk.ts';

const MILLION = 1_000_000n * ONE;

let desk: ContractDesk;
beforeEach(() => {
  desk = new ContractDesk();
  // Customer 1 long, customer 2 short, 100 lots (one coin) at 60,000.
  desk.open([1, 10], [2, 1], 100, 60_000);
});

const own = { customerId: 1, positionId: 1 };
const margin = () => BigInt(desk.position(1)?.[FIELD.margin] ?? -1);
const lineOf = (word: string) => desk.checker.lines().find(line => line.startsWith(`${word} `));

describe('margin', () => {
  it('follows the leverage, and is taken out down to value ÷ leverage and the loss, each rounded up', () => {
    desk.must({ type: 'changeLeverage', ...own, multiple: 7 });
    // 60,000 ÷ 7 = 8,571.428571…
    expect(margin()).toBe(8_571_428_572n);
    desk.must({ type: 'changeLeverage', ...own, multiple: 50 });
    expect(margin()).toBe(1_200n * ONE);
    expect(desk.funds(1)).toEqual([MILLION - 1_200n * ONE, 1_200n * ONE]);
    desk.must({ type: 'addMargin', ...own, amountMinor: 1_000n * ONE });
    desk.index(59_900);
    // 1,198 and 100.
    expect(desk.try({ type: 'removeMargin', ...own, amountMinor: 902n * ONE + 1n })).toBe(
      'margin_below_initial',
    );
    desk.must({ type: 'removeMargin', ...own, amountMinor: 902n * ONE });
    expect(margin()).toBe(1_298n * ONE);
    expect(lineOf('margin')).toBe(`margin 1 ${7_371_428_572n + 902n * ONE} 0 0`);
  });

  it('is topped up to what the leverage needs at the mark, then by what is left, then not', () => {
    desk.must({ type: 'setTopUp', ...own, limitMinor: 5_250n * ONE });
    desk.index(54_200);
    // 5,420 and 5,800 are needed, 6,000 are there.
    expect(margin()).toBe(11_220n * ONE);
    // 30 are left: they keep it only near its liquidation price of 48,975.9.
    desk.index(48_975.9);
    expect(margin()).toBe(11_250n * ONE);
    expect(lineOf('margin')).toBe(`margin 1 0 ${5_250n * ONE} ${5_250n * ONE}`);
    desk.index(48_940);
    expect(desk.position(1)).toBeUndefined();
  });
});

it('a choice is of later orders, and any whole leverage may be named', () => {
  const of = { customerId: 3, marketId: MARKET };
  expect(desk.try({ type: 'setLeverage', ...of, multiple: 101 })).toBe('multiple_not_offered');
  desk.must({ type: 'setLeverage', ...of, multiple: 33 });
  desk.must({ type: 'setTopUpDefault', ...of, limitMinor: 5n });
  expect(lineOf('choice')).toBe(`choice 3 ${MARKET} 33 5`);
  desk.must({ ...desk.order(3, 'long', 1, 59_000), multiple: null });
  expect(desk.position(3)?.[6]).toBe('33');
  expect(lineOf('margin')).toBe('margin 3 0 5 0');
  expect(desk.try(desk.order(3, 'long', 1, 59_000, 101))).toBe('multiple_not_offered');
  desk.must(desk.order(3, 'long', 1, 59_000, 7));
});
