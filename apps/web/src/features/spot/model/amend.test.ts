import { describe, expect, test } from 'vitest';
import type { WireOrder } from '@tallystick/protocol/wire';
import { BTC_USDT } from '#lib/testing/example-market.ts';
import { assessAmendment, ticketOf, toAmendRequest } from './amend.ts';
import type { TicketContext } from './summary.ts';
import { exampleContext } from './testing/example-market.ts';
import { exampleOrder } from './testing/example-order.ts';
import type { Ticket } from './ticket.ts';

/** Waits below the market: 0.05 BTC at 99,000, of which 0.02 are filled. */
const RESTING: Partial<WireOrder> = {
  price: '99000.0',
  quantity: '0.05',
  filled_quantity: '0.02',
  frozen: '2970',
};
const STOP: Partial<WireOrder> = {
  type: 'stop_limit',
  side: 'sell',
  triggered: false,
  price: '94000.0',
  trigger_price: '95000.0',
  trigger_direction: 'falls',
  frozen: '0.05',
  frozen_currency: 'BTC',
};
const BUDGET: Partial<WireOrder> = {
  type: 'stop_market',
  triggered: false,
  price: null,
  quantity: null,
  budget: '500',
  trigger_price: '105000.0',
  trigger_direction: 'rises',
  frozen: '500',
};

const base = (text: string) => ({ unit: 'base', text }) as const;
const quote = (text: string) => ({ unit: 'quote', text }) as const;

function amend(of: Partial<WireOrder>, change: Partial<Ticket>, context: Partial<TicketContext> = {}) {
  const order = exampleOrder(of);
  const found = assessAmendment(order, { ...ticketOf(order), ...change }, exampleContext(context));
  return {
    ...found,
    codes: found.problems.map(({ code }) => code),
    request: toAmendRequest(order, found.summary, BTC_USDT),
  };
}

describe('a resting order', () => {
  test('untouched, it changes nothing', () => {
    expect(amend(RESTING, {})).toMatchObject({ isChanged: false, codes: [], request: { order_id: 17 } });
  });

  test('the same price in other words is the same price', () => {
    const same = amend(RESTING, { price: '99000.', size: base('0.050') });
    expect(same).toMatchObject({ isChanged: false, request: { order_id: 17 } });
  });

  test('less keeps its place and frees money for what is still open', () => {
    const less = amend(RESTING, { size: base('0.03') });
    expect(less).toMatchObject({ keepsPlace: true, tradesAtOnce: null, codes: [] });
    expect([less.frozenMinor, less.frozenAfterMinor]).toEqual([2_970_000_000n, 990_000_000n]);
    expect(less.request).toEqual({ order_id: 17, quantity: '0.03' });
  });

  test.each<[string, Partial<Ticket>]>([
    ['more', { size: base('0.06') }],
    ['another price', { price: '98000' }],
    ['less at another price', { price: '98000', size: base('0.03') }],
  ])('%s takes its turn again', (_name, change) => {
    expect(amend(RESTING, change)).toMatchObject({ keepsPlace: false, codes: [] });
  });

  test('a price that reaches the other side trades at once, at most what is open', () => {
    const crossing = amend(RESTING, { price: '100010' });
    expect(crossing).toMatchObject({ tradesAtOnce: '0.03', request: { order_id: 17, price: '100010.0' } });
  });

  test('what it holds counts as available', () => {
    const available = { baseMinor: 0n, quoteMinor: 30_000_000n };
    expect(amend(RESTING, { price: '100000' }, { available }).codes).toEqual([]);
    expect(amend(RESTING, { price: '100000.1' }, { available }).codes).toEqual(['insufficient_balance']);
  });

  test.each(['0.02', '0.01'])('%s is not more than what is filled', text => {
    const below = amend(RESTING, { size: base(text) });
    expect(below.problems).toEqual([
      { code: 'amend_below_filled', field: 'size', params: { filled: '0.02', currency: 'BTC' } },
    ]);
  });

  test('what was prevented is gone, too', () => {
    const of = { ...RESTING, prevented_quantity: '0.01', frozen: '1980' };
    expect(amend(of, { size: base('0.03') }).codes).toEqual(['amend_below_filled']);
    expect(amend(of, { size: base('0.04') }).frozenAfterMinor).toBe(990_000_000n);
  });

  test('it may become smaller where new orders are refused, also outside the band', () => {
    const market = { ...BTC_USDT, status: 'cancel_only' } as const;
    const away = { market, indexPrice: '200000' };
    expect(amend(RESTING, { size: base('0.03') }, away).codes).toEqual([]);
    expect(amend(RESTING, { size: base('0.06') }, away).codes).toEqual([
      'market_cancel_only',
      'price_out_of_band',
    ]);
  });

  test('post-only stays clear of the other side', () => {
    expect(amend({ ...RESTING, post_only: true }, { price: '100010' }).codes).toEqual([
      'post_only_would_take',
    ]);
  });

  test('a triggered stop is one, too', () => {
    const fired = { ...RESTING, type: 'stop_limit', trigger_price: '98000.0', triggered: true } as const;
    const less = amend(fired, { size: base('0.03') });
    expect(less).toMatchObject({ keepsPlace: true, codes: [] });
    expect(less.request).toEqual({ order_id: 17, quantity: '0.03' });
  });
});

describe('a stop', () => {
  test('has no place in the queue; trigger, price and quantity may change', () => {
    const moved = amend(STOP, { trigger: '96000', price: '95000', size: base('0.04') });
    expect(moved).toMatchObject({ keepsPlace: null, codes: [], frozenAfterMinor: 4_000_000n });
    expect(moved.request).toEqual({
      order_id: 17,
      trigger_price: '96000.0',
      price: '95000.0',
      quantity: '0.04',
    });
  });

  test('keeps its direction: a trigger on the other side is refused', () => {
    expect(amend(STOP, { trigger: '101000' }).codes).toEqual(['trigger_passed']);
  });

  test('that watches the index is judged by the index', () => {
    const stop = { ...STOP, trigger_source: 'index' } as const;
    expect(amend(stop, { trigger: '101000' }).codes).toEqual(['trigger_passed']);
    expect(amend(stop, { trigger: '101000' }, { indexPrice: '102000' }).codes).toEqual([]);
  });

  test('is not asked again about the price it was placed with', () => {
    expect(amend({ ...STOP, price: '85000.0' }, { size: base('0.04') }).codes).toEqual([]);
  });

  test('by budget', () => {
    const more = amend(BUDGET, { size: quote('600') });
    expect(more).toMatchObject({ keepsPlace: null, codes: [], request: { order_id: 17, budget: '600' } });
    expect([more.frozenMinor, more.frozenAfterMinor]).toEqual([500_000_000n, 600_000_000n]);
    expect(amend(BUDGET, { size: quote('4') }).codes).toEqual(['below_min_notional']);
  });
});
