import { describe, expect, test } from 'vitest';
import { assessAmendment, canAmend, toAmendRequest, type Change } from './amend.ts';
import type { TicketContext } from './summary.ts';
import { exampleContext } from './testing/example-contract.ts';
import type { WaitingOrder } from './waiting.ts';

/** A buy of 100 lots at 99,000 in net mode, of which 20 are filled. */
const ORDER: WaitingOrder = {
  orderId: 20,
  marketId: 1,
  symbol: 'BTC/USDT',
  direction: 'long',
  closes: false,
  price: '99000.0',
  lots: 80,
  ordered: 100,
  multiple: 10,
  margin: '793.584',
  takeProfit: null,
  stopLoss: null,
  placedAtMs: 1,
  isMerged: true,
};
const CLOSING: WaitingOrder = { ...ORDER, closes: true, margin: null, price: '101000' };

function amend(change: Partial<Change>, context: Partial<TicketContext> = {}, order = ORDER) {
  const whole = { price: order.price, lots: String(order.ordered), ...change };
  const against = exampleContext(context);
  const found = assessAmendment(order, whole, against);
  return {
    ...found,
    codes: found.problems.map(({ code }) => code),
    request: toAmendRequest(order, whole, against),
  };
}

describe('changing a waiting order', () => {
  test('fewer lots keep its place and free margin for what is still open', () => {
    // 40 lots at 99,000: 396 of margin and 0.792 of fee.
    expect(amend({ lots: '60' })).toMatchObject({
      isChanged: true,
      keepsPlace: true,
      frozenMinor: 793_584_000n,
      frozenAfterMinor: 396_792_000n,
      codes: [],
      request: { order_id: 20, lots: '60' },
    });
  });

  test('more lots, or another price, take its turn again', () => {
    expect(amend({ lots: '120' }).keepsPlace).toBe(false);
    expect(amend({ price: '98000', lots: '60' })).toMatchObject({
      keepsPlace: false,
      request: { order_id: 20, price: '98000.0', lots: '60' },
    });
  });

  test('the same in other words is no change', () => {
    expect(amend({ price: '99000' })).toMatchObject({ isChanged: false, request: { order_id: 20 } });
  });

  test('a price that reaches the other side trades at once, at most what is open', () => {
    expect(amend({ price: '100010' }).atOnce).toBe(80n);
    expect(amend({ price: '100000' }).atOnce).toBe(0n);
    expect(amend({ price: '99990' }, {}, CLOSING).atOnce).toBe(80n);
  });

  test('one that closes holds nothing', () => {
    expect(amend({ lots: '500' }, { availableMinor: 0n }, CLOSING)).toMatchObject({
      frozenAfterMinor: null,
      codes: [],
    });
  });

  test.each<[string, Partial<Change>, Partial<TicketContext>, string]>([
    ['no price', { price: '' }, {}, 'price_required'],
    ['a price outside the band', { price: '90000' }, {}, 'price_out_of_band'],
    ['no lots', { lots: '' }, {}, 'lots_required'],
    ['no more than is filled', { lots: '20' }, {}, 'amend_below_filled'],
    ['too many lots', { lots: '10001' }, {}, 'lots_too_many'],
    ['more than can be paid', { lots: '110' }, { availableMinor: 1n }, 'insufficient_balance'],
  ])('is refused: %s', (_name, change, context, code) => {
    expect(amend(change, context).codes).toContain(code);
  });

  test('the price that it was placed with needs no new approval', () => {
    expect(amend({ lots: '90' }, { mark: '110000' }).codes).toEqual([]);
  });
});

test('what is its own position can be changed until some of it is open', () => {
  const own = { ...ORDER, isMerged: false };
  expect(canAmend(ORDER)).toBe(true);
  expect(canAmend(own)).toBe(false);
  expect(canAmend({ ...own, lots: 100 })).toBe(true);
  expect(canAmend({ ...own, lots: 100, closes: true })).toBe(false);
});
