import { beforeEach, describe, expect, it } from 'vitest';
import { Exchange } from '../exchange.ts';
import { BTC_USDT, USDT } from '../testing/demo-exchange.ts';
import type { AmendPerpetualOrder } from './command.ts';
import { PerpetualScenario } from './testing/perpetual-scenario.ts';

let s: PerpetualScenario;
beforeEach(() => {
  s = new PerpetualScenario();
  for (const customerId of [1, 2, 3]) s.trader(customerId);
});

function amend(orderId: number, change: Partial<AmendPerpetualOrder>): AmendPerpetualOrder {
  return {
    type: 'amendPerpetualOrder',
    customerId: 1,
    orderId,
    priceTicks: null,
    lots: null,
    postOnly: false,
    ...change,
  };
}

/** Who is filled, and how much, when customer 3 sells. */
function sold(lots: number): string[] {
  s.must(s.marketOf(3, 'short', lots));
  return s.events.flatMap(event =>
    event.type === 'perpetualTraded' ? [`${event.makerOrderId}: ${event.quantityLots}`] : [],
  );
}

const frozen = () => s.contractFunds(1).frozen;
/** Margin at 10× and the maker's fee for lots at a price. */
const needed = (lots: bigint, price: bigint) =>
  lots * price * 100n + (lots * price * 1_000n * 200n) / 1_000_000n;

function restored(): void {
  const before = s.exchange.stateHash();
  s.exchange = Exchange.restore(s.exchange.snapshot());
  expect(s.exchange.stateHash()).toBe(before);
}

describe.each(['each', 'hedge', 'net'] as const)('an order of mode %s', mode => {
  beforeEach(() => {
    s.must(s.mode(1, mode));
    s.must(s.limit(1, 'long', 20, '59900'));
    s.must(s.limit(2, 'long', 10, '59900'));
  });

  it('keeps its place with fewer lots, and frees what those had frozen', () => {
    s.must(amend(1, { lots: 12 }));
    expect(frozen()).toBe(needed(12n, 59_900n));
    restored();
    expect(sold(13)).toEqual(['1: 12', '2: 1']);
    expect(frozen() > 0n).toBe(true);
  });

  it('loses it with more lots, or at another price, and keeps its id', () => {
    s.must(amend(1, { lots: 21 }));
    expect(frozen()).toBe(needed(21n, 59_900n));
    expect(sold(11)).toEqual(['2: 10', '1: 1']);
    s.must(s.limit(2, 'long', 10, '59900'));
    s.must(s.limit(2, 'long', 10, '59950'));
    restored();
  });

  it('is matched again at a better price, and waits with the rest', () => {
    s.must(s.limit(2, 'short', 5, '60000'));
    s.must(amend(1, { priceTicks: s.ticks('60000') }));
    expect(s.exchange.perpetual.openInterestLots(BTC_USDT)).toBe(5);
    expect(s.exchange.perpetual.depth(BTC_USDT, 1).bids).toEqual([[600_000, 15]]);
    restored();
  });

  it('is refused like a new order, and then is as before, in its place', () => {
    s.must(s.limit(2, 'short', 5, '60000'));
    const to = (price: string, others: Partial<AmendPerpetualOrder> = {}) =>
      s.refusal(amend(1, { priceTicks: s.ticks(price), ...others }));
    expect(to('60000', { postOnly: true })).toBe('post_only_would_take');
    expect(to('40000')).toBe('price_out_of_band');
    expect(s.refusal(amend(1, { lots: 90_000 }))).toBe('exposure_too_large');
    s.must({ type: 'setCustomerFrozen', customerId: 1, frozen: true });
    expect(to('59000')).toBe('customer_frozen');
    // What only becomes smaller is like a cancellation.
    s.must(amend(1, { lots: 19 }));
    expect(sold(20)).toEqual(['1: 19', '2: 1']);
  });

  it('needs only what is missing: its own margin counts', () => {
    const { available } = s.contractFunds(1);
    s.must({
      type: 'transfer',
      customerId: 1,
      currencyId: USDT,
      from: 'contract',
      to: 'spot',
      amountMinor: available,
    });
    s.must(amend(1, { priceTicks: s.ticks('59800') }));
    expect(frozen()).toBe(needed(20n, 59_800n));
    expect(s.refusal(amend(1, { lots: 21 }))).toBe('insufficient_balance');
  });

  it('is not amended below what is filled, to what it is already, or by another customer', () => {
    sold(5);
    expect(s.refusal(amend(1, { lots: 5 }))).toBe('amend_below_filled');
    expect(s.refusal(amend(1, { lots: 20 }))).toBe('amend_changes_nothing');
    expect(s.refusal(amend(1, { lots: 10, customerId: 2 }))).toBe('unknown_order');
    s.must(amend(1, { lots: 6 }));
    expect(sold(2)).toEqual(['1: 1', '2: 1']);
    restored();
  });
});

it('in mode each, a part that is a position already takes in no other lots', () => {
  s.must(s.limit(1, 'long', 20, '59900'));
  sold(5);
  expect(s.refusal(amend(1, { lots: 30 }))).toBe('amend_not_possible');
  expect(s.refusal(amend(1, { priceTicks: s.ticks('59800') }))).toBe('amend_not_possible');
  s.must(s.close(1, 1, 5, '61000'));
  const closing = s.position(1).closing!.orderId;
  expect(s.refusal(amend(closing, { lots: 2 }))).toBe('amend_not_possible');
});

it('in net mode, an order that reduces stays within what is held, whatever it is amended to', () => {
  s.must(s.mode(1, 'net'));
  s.must(s.limit(2, 'short', 20, '60000'));
  s.must(s.marketOf(1, 'long', 20));
  const reduce = (lots: number, price: string) =>
    s.placed(s.limit(1, 'short', lots, price, { reduceOnly: true })).orderId;
  const first = reduce(12, '61000');
  const second = reduce(12, '61100');
  const waiting = () =>
    s.exchange.perpetual.ordersOf(1).map(({ orderId, waitingLots }) => [orderId, waitingLots]);
  expect(waiting()).toEqual([
    [first, 12],
    [second, 8],
  ]);
  s.must(amend(second, { lots: 9 }));
  expect(waiting()[1]).toEqual([second, 8]);
  s.must(amend(second, { lots: 5 }));
  s.must(amend(first, { lots: 20 }));
  expect(waiting()).toEqual([
    [first, 15],
    [second, 5],
  ]);
  restored();
  s.must(s.limit(2, 'long', 30, '60900'));
  s.must(amend(first, { priceTicks: s.ticks('60900') }));
  // What it takes at once closes whatever others wait for.
  expect(waiting()).toEqual([]);
  expect(s.changes()).toContainEqual(expect.objectContaining({ side: 'long', closedLots: 20 }));
});
