import { beforeEach, describe, expect, it } from 'vitest';
import { ContractDesk, FIELD, MARKET, ONE } from './testing/contract-desk.ts';

const MILLION = 1_000_000n * ONE;
const HALT = {
  type: 'haltTrading',
  line: 'perpetual',
  marketId: MARKET,
  mode: 'full',
  reason: 'prices',
  note: '',
};

let desk: ContractDesk;

beforeEach(() => {
  desk = new ContractDesk();
});

describe('a liquidation', () => {
  /** Customer 1 long, customer 2 short, 100 lots (one coin) at 60,000: margin 6,000, bankrupt at 54,000. */
  function openOne(): void {
    desk.open([1, 10], [2, 1], 100, 60_000);
  }

  it('comes at the first whole 1e-8 where equity is no more than the maintenance margin', () => {
    openOne();
    // 54,000 ÷ 0.996 is 54,216.867469879…
    desk.index(54_216.867_469_88);
    expect(desk.position(1)).toBeDefined();
    desk.index(54_216.867_469_87);
    expect(desk.position(1)).toBeUndefined();
  });

  it('sells to the book first, and gives back what the fund does not need', () => {
    openOne();
    desk.index(57_000);
    desk.must(desk.order(3, 'long', 100, 54_300, 1));
    desk.index(54_200);
    // 5,700 lost of 6,000; 0.2 % of 54,300 is 108.6 for the fund.
    expect(desk.funds(1)).toEqual([MILLION - 5_700n * ONE - 108_600_000n, 0n]);
    expect(desk.house('insurance')).toBe(108_600_000n);
    expect(desk.house('perpetualClearing')).toBe((60_000n - 54_300n) * ONE);
  });

  it('beyond bankruptcy sells as many lots as the fund can pay for, then opponents take over', () => {
    openOne();
    desk.fundInsurance(10n * ONE);
    desk.index(55_000);
    desk.must(desk.order(3, 'long', 60, 53_900, 1));
    desk.index(53_950);
    // Each lot is sold 1 USDT below bankruptcy: 10 of them. The short takes the other 90 over at 54,000.
    expect(desk.house('insurance')).toBe(0n);
    expect(desk.position(2)?.[FIELD.closedLots]).toBe('90');
    expect(desk.funds(1)).toEqual([MILLION - 6_000n * ONE, 0n]);
  });

  it('waits for ten minutes of close-only after a full halt, and for nothing else', () => {
    openOne();
    desk.must({ ...HALT, forMs: 60_000, prolong: false });
    desk.index(54_000);
    desk.pass(60_000);
    desk.index(54_000);
    desk.pass(599_999);
    expect(desk.position(1)).toBeDefined();
    desk.pass(1);
    expect(desk.position(1)).toBeUndefined();
  });

  it('cancels what waits to close the position, even if it finds nobody', () => {
    openOne();
    desk.closeAt(1, 1, 61_000);
    expect(desk.position(1)?.[FIELD.waitingClose]).toBe('3:610000:100');
    // During a halt the index leaps, and after it the only opponent is replaced by one who is bankrupt at 54,000.
    desk.must({ ...HALT, forMs: 60_000, prolong: false });
    desk.index(53_000);
    desk.pass(60_000);
    desk.index(53_000);
    desk.must({ ...desk.order(4, 'short', 100, 53_010, 100), postOnly: true });
    desk.closeAt(2, 2, null);
    desk.pass(600_000);
    const [left, next] = [desk.position(1), desk.position(4)];
    expect(left?.[FIELD.closedLots]).toBe('0');
    expect(next?.[FIELD.closedLots]).toBe('0');
    expect(left?.[FIELD.waitingClose]).toBe('-');
    // With the next mark it is tried again. Now the opponent can pay.
    desk.must({ type: 'addMargin', customerId: 4, positionId: 4, amountMinor: 2_000n * ONE });
    expect(desk.position(1)).toBeDefined();
    desk.index(53_000);
    expect([desk.position(1), desk.position(4)]).toEqual([undefined, undefined]);
    expect(desk.house('perpetualClearing')).toBe(0n);
  });
});

describe('deleveraging', () => {
  it('takes the position with the highest profit by multiple first, the oldest among equals', () => {
    desk.must(desk.order(1, 'long', 15, 60_000, 10));
    desk.must(desk.order(2, 'long', 15, 60_000, 1));
    for (const [customerId, multiple] of [
      [3, 1],
      [4, 10],
      [3, 10],
    ] as const) {
      desk.must(desk.order(customerId, 'short', 10, 60_000, multiple));
    }
    // Nobody bids for the 15 lots.
    desk.index(54_000);
    expect(desk.position(1)).toBeUndefined();
    expect([3, 4, 5].map(id => desk.position(id)?.[FIELD.closedLots])).toEqual(['0', undefined, '5']);
  });
});

describe('funding', () => {
  it('moves money from one side to the other, the remainder to rounding, and nothing else', () => {
    desk.open([1, 10], [2, 10], 70, 60_000);
    desk.open([1, 10], [3, 10], 30, 60_000);
    // A middle 0.1 % above the index: the longs pay.
    desk.must(desk.order(4, 'long', 100, 60_030, 1));
    desk.must(desk.order(4, 'short', 100, 60_090, 1));
    for (let minute = 0; minute < 60; minute++) desk.pass(60_000);
    const paid = [1, 3].map(id => BigInt(desk.position(id)![FIELD.funding]!));
    const got = [2, 4].map(id => BigInt(desk.position(id)![FIELD.funding]!));
    const sum = (amounts: bigint[]) => amounts.reduce((a, b) => a + b, 0n);
    expect(paid.every(amount => amount < 0n)).toBe(true);
    expect(got.every(amount => amount > 0n)).toBe(true);
    expect(sum(paid) + sum(got) + desk.house('rounding')).toBe(0n);
  });
});

describe('a customer', () => {
  it('closes own positions against each other at the nearest value both margins cover', () => {
    desk.open([1, 10], [2, 1], 100, 60_000);
    desk.open([2, 1], [1, 1], 100, 60_000);
    desk.must({ ...HALT, forMs: 60_000, prolong: false });
    desk.index(53_000);
    desk.pass(60_000);
    desk.index(53_000);
    // At the mark the long would lose 7,000 of its margin of 6,000.
    desk.must({
      type: 'offsetPositions',
      customerId: 1,
      longPositionId: 1,
      shortPositionId: 4,
      lots: null,
    });
    expect(desk.funds(1)).toEqual([MILLION, 0n]);
  });

  it('reverses with the money that closing and cancelling free', () => {
    desk.must(desk.order(1, 'long', 1_000, 60_000));
    desk.must(desk.order(2, 'short', 500, 60_000));
    // All that was left waits elsewhere.
    desk.must(desk.order(1, 'long', 1_880, 50_000, 1));
    expect(desk.funds(1)).toEqual([0n, MILLION]);
    desk.index(57_000);
    desk.must(desk.order(3, 'long', 1_000, 57_000));
    // 15,000 of 30,000 comes back, and 30,000 for the rest of the order; the short needs 28,500.
    desk.must({ type: 'reversePosition', customerId: 1, positionId: 1, worstPriceTicks: null });
    expect(desk.funds(1)).toEqual([16_500n * ONE, 968_500n * ONE]);
  });

  it('has 500 positions in a contract at most', () => {
    for (let i = 0; i < 500; i++) desk.must(desk.order(1, 'long', 1, 59_000, 10));
    expect(desk.try(desk.order(1, 'long', 1, 59_000, 10))).toBe('too_many_positions');
  });
});

describe('orders', () => {
  it('freeze margin and fees, of which fills take their parts', () => {
    desk = new ContractDesk({ makerFeePpm: 200, takerFeePpm: 500 });
    desk.must(desk.order(1, 'long', 100, 60_000));
    // 6,000 margin and 12 for a maker's fee of 0.02 %.
    expect(desk.funds(1)).toEqual([MILLION - 6_012n * ONE, 6_012n * ONE]);
    desk.must(desk.order(2, 'short', 40, 60_000));
    expect(desk.funds(1)).toEqual([MILLION - 6_012n * ONE, 6_012n * ONE - 4_800_000n]);
    expect(desk.house('fees')).toBe(4_800_000n + 12_000_000n);
    desk.must({ type: 'cancelPerpetualOrder', customerId: 1, orderId: 1 });
    expect(desk.funds(1)).toEqual([MILLION - 2_400n * ONE - 4_800_000n, 2_400n * ONE]);
  });

  it('end before one of the same customer, and are refused if nothing else is left of them', () => {
    desk.must(desk.order(1, 'short', 10, 60_000));
    expect(desk.try(desk.order(1, 'long', 10, 60_000))).toBe('no_liquidity');
    desk.must(desk.order(2, 'short', 10, 59_990));
    desk.must(desk.order(1, 'long', 20, 60_000));
    expect(desk.position(3)?.slice(12, 16)).toEqual(['0', 'selfTrade', '10', '5999000000']);
  });

  it('are left out of a list when refused, and the list is refused when all are', () => {
    const list = {
      type: 'replacePerpetualOrders',
      customerId: 1,
      marketId: MARKET,
      multiple: 10,
      postOnly: true,
    };
    expect(desk.try({ ...list, cancel: [7], longs: [], shorts: [] })).toBe('unknown_order');
    desk.must({
      ...list,
      cancel: [7],
      longs: [[599_000, 10]],
      shorts: [
        [598_000, 10],
        [601_000, 10],
      ],
    });
    expect(desk.funds(1)[1]).toBe(599n * ONE + 601n * ONE);
  });
});
