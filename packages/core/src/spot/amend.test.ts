import { describe, expect, it } from 'vitest';
import { TEST_MARKETS } from '../testing/demo-exchange.ts';
import { Scenario } from '../testing/scenario.ts';

function market(): Scenario {
  const s = new Scenario();
  s.customer(1, { BTC: '10', USDT: '100000' });
  s.customer(2, { BTC: '10', USDT: '100000' });
  s.index('60000');
  return s;
}

/** Customer 1 bids 0.2 at 59000 before customer 2. */
function queue(): Scenario {
  const s = market();
  s.place(s.limitOrder(1, 'buy', '0.2', '59000'));
  s.place(s.limitOrder(2, 'buy', '0.1', '59000'));
  return s;
}

describe('amending an order', () => {
  it('to less keeps its place and gives back what it needs no more', () => {
    const s = queue();
    s.must(s.amendment(1, { quantity: '0.1' }));
    expect(s.changed(1)).toMatchObject({ orderId: 1, status: 'waiting', quantityLots: s.lots('0.1') });
    expect(s.frozen(1, 'USDT')).toBe('5900');
    expect(s.book().bids).toEqual(['59000 × 0.2']);
    s.customer(3, { BTC: '1' });
    s.must(s.marketOrder(3, 'sell', '0.1'));
    expect(s.changed(1)).toMatchObject({ status: 'completed' });
    expect(s.changed(2)).toBeUndefined();
  });

  it('to more, or to another price, takes its turn again under the same id', () => {
    const s = queue();
    s.must(s.amendment(1, { quantity: '0.3' }));
    expect(s.frozen(1, 'USDT')).toBe('17700');
    s.customer(3, { BTC: '1' });
    s.must(s.marketOrder(3, 'sell', '0.1'));
    expect(s.changed(2)).toMatchObject({ status: 'completed' });
    s.must(s.amendment(1, { price: '59500' }));
    expect(s.book().bids).toEqual(['59500 × 0.3']);
    expect(s.frozen(1, 'USDT')).toBe('17850');
  });

  it('by a single lot more loses its place', () => {
    const s = queue();
    s.must(s.amendment(1, { quantity: '0.20001' }));
    expect(s.book().bids).toEqual(['59000 × 0.30001']);
    s.customer(3, { BTC: '1' });
    s.must(s.marketOrder(3, 'sell', '0.1'));
    expect([s.changed(1)?.filledLots, s.changed(2)?.status]).toEqual([undefined, 'completed']);
  });

  it('to a price that crosses trades at once', () => {
    const s = queue();
    s.place(s.limitOrder(2, 'sell', '0.1', '59800'));
    s.must(s.amendment(1, { price: '60000' }));
    expect(s.trades()).toEqual(['59800 × 0.1']);
    expect(s.changed(1)).toMatchObject({ status: 'waiting', filledLots: s.lots('0.1') });
    expect(s.frozen(1, 'USDT')).toBe('6000');
    s.must(s.amendment(1, { quantity: '0.15' }));
    expect(s.changed(1)).toMatchObject({ quantityLots: s.lots('0.15'), filledLots: s.lots('0.1') });
    expect(s.frozen(1, 'USDT')).toBe('3000');
    expect(s.refusal(s.amendment(1, { quantity: '0.1' }))).toBe('amend_below_filled');
  });

  it('is refused like a new order, and then the order stays as it is', () => {
    const s = queue();
    s.place(s.limitOrder(2, 'sell', '0.1', '60000'));
    const post = s.place(s.limitOrder(1, 'buy', '0.1', '58000', { postOnly: true })).orderId;
    expect(s.refusal(s.amendment(post, { price: '60000' }))).toBe('post_only_would_take');
    expect(s.refusal(s.amendment(1, { quantity: '5' }))).toBe('insufficient_balance');
    expect(s.refusal(s.amendment(1, { price: '40000' }))).toBe('price_out_of_band');
    expect(s.refusal(s.amendment(1, { quantity: '0.00001' }))).toBe('below_min_notional');
    expect(s.refusal(s.amendment(1, { price: '59000' }))).toBe('amend_changes_nothing');
    expect(s.refusal(s.amendment(1, {}))).toBe('amend_changes_nothing');
    expect(s.refusal(s.amendment(1, { trigger: '61000' }))).toBe('invalid_order');
    expect(s.refusal(s.amendment(1, { budget: '100' }))).toBe('invalid_order');
    expect(s.refusal({ ...s.amendment(1, { price: '59500' }), priceTicks: 0.5 })).toBe('invalid_price');
    expect(s.refusal({ ...s.amendment(1, { price: '59500' }), customerId: 2 })).toBe('unknown_order');
    expect(s.refusal({ ...s.amendment(1, { price: '59500' }), orderId: 77 })).toBe('unknown_order');
    expect(s.frozen(1, 'USDT')).toBe('17600');
  });

  it('to less is possible for a frozen customer and where nothing may be placed; anything else is not', () => {
    const s = queue();
    s.must({ type: 'setMarketStatus', marketId: 1, status: 'cancelOnly' });
    expect(s.refusal(s.amendment(1, { price: '59500' }))).toBe('market_cancel_only');
    s.must(s.amendment(1, { quantity: '0.15' }));
    s.must({ type: 'setMarketStatus', marketId: 1, status: 'open' });
    s.must({ type: 'setCustomerFrozen', customerId: 1, frozen: true });
    expect(s.refusal(s.amendment(1, { quantity: '0.2' }))).toBe('customer_frozen');
    s.must(s.amendment(1, { quantity: '0.1' }));
  });

  it('of a stop moves its trigger, price, quantity or budget', () => {
    const s = market();
    s.place(s.limitOrder(2, 'sell', '0.1', '60000'));
    s.place(s.limitOrder(1, 'buy', '0.1', '60000'));
    const stop = s.place(s.stopSell(1, '0.1', '58000')).orderId;
    const buy = s.place(s.stopBuy(1, '500', '62000')).orderId;
    s.must(s.amendment(stop, { trigger: '59000', quantity: '0.2' }));
    s.must(s.amendment(buy, { budget: '700' }));
    expect([s.frozen(1, 'BTC'), s.frozen(1, 'USDT')]).toEqual(['0.2', '700']);
    expect(s.refusal(s.amendment(stop, { trigger: '60500' }))).toBe('trigger_would_fire');
    expect(s.refusal(s.amendment(stop, { price: '58000' }))).toBe('invalid_order');
    s.place(s.limitOrder(2, 'buy', '1', '58950'));
    s.must(s.marketOrder(1, 'sell', '0.01'));
    expect(s.changed(stop)).toMatchObject({ status: 'completed', filledLots: s.lots('0.2') });
  });

  it('loses an older fee with its place', () => {
    const s = queue();
    const dear = { ...TEST_MARKETS[0]!, makerFeePpm: 4_000, takerFeePpm: 5_000 };
    s.must({ type: 'changeMarketTerms', market: dear, noticeMs: 86_400_000 });
    s.pass(86_400_000);
    s.must(s.amendment(1, { quantity: '0.15' }));
    s.customer(3, { BTC: '1' });
    s.must(s.marketOrder(3, 'sell', '0.05'));
    expect(s.eventsOf('traded')[0]!.makerFeeMinor).toBe(5_000n);
    s.must(s.amendment(1, { price: '59100' }));
    s.must(s.marketOrder(3, 'sell', '0.05'));
    expect(s.eventsOf('traded')[0]!.makerFeeMinor).toBe(20_000n);
  });
});

describe('replacing one order by another', () => {
  function replacement(
    s: Scenario,
    cancelOrderId: number,
    price: string,
    mode: 'stopOnFailure' | 'allowFailure',
  ) {
    const { type: _, ...order } = s.limitOrder(1, 'buy', '1.6', price, { clientOrderId: 'mine' });
    return { ...order, type: 'replaceOrder', cancelOrderId, mode } as const;
  }

  it('cancels and places with the money and the name that become free', () => {
    const s = market();
    s.place(s.limitOrder(1, 'buy', '1.6', '58000', { clientOrderId: 'mine' }));
    s.must(replacement(s, 1, '59000', 'stopOnFailure'));
    expect(s.book().bids).toEqual(['59000 × 1.6']);
    expect([s.changed(1), s.changed(2)]).toMatchObject([{ status: 'cancelled' }, { status: 'waiting' }]);
  });

  it('tells what was refused of it, and is refused if nothing is done', () => {
    const s = market();
    expect(s.refusal(replacement(s, 77, '59000', 'stopOnFailure'))).toBe('unknown_order');
    s.must(replacement(s, 77, '59000', 'allowFailure'));
    expect(s.eventsOf('orderPartRefused')).toEqual([
      expect.objectContaining({ part: 'cancel', code: 'unknown_order', field: 'order_id' }),
    ]);
    s.must(replacement(s, 1, '10', 'stopOnFailure'));
    expect(s.eventsOf('orderPartRefused')).toMatchObject([{ part: 'place', code: 'price_out_of_band' }]);
    expect(s.exchange.openOrders(1)).toEqual([]);
    expect(s.refusal(replacement(s, 1, '10', 'allowFailure'))).toBe('order_not_open');
  });

  it('concerns one market', () => {
    const s = market();
    s.customer(3, { ETH: '5' });
    const { orderId } = s.place(s.limitOrder(3, 'sell', '1', '3000', { marketId: 2 }));
    expect(s.refusal({ ...replacement(s, orderId, '59000', 'stopOnFailure'), customerId: 3 })).toBe(
      'unknown_order',
    );
  });
});

describe('a batch', () => {
  const place = (s: Scenario, price: string) => {
    const { type: _, customerId: __, budgetMinor: ___, ...order } = s.limitOrder(1, 'buy', '0.1', price);
    return { ...order, do: 'place', budgetMinor: null } as const;
  };

  it('does its parts one after the other and tells what of it is refused', () => {
    const s = queue();
    const { type: _, customerId: __, ...amendment } = s.amendment(1, { quantity: '0.1' });
    s.must({
      type: 'orderBatch',
      customerId: 1,
      parts: [
        place(s, '58000'),
        place(s, '10000'),
        { ...amendment, do: 'amend', budgetMinor: null },
        { do: 'cancel', orderId: 2 },
        { do: 'cancel', orderId: 3 },
      ],
    });
    expect(s.eventsOf('orderPartRefused')).toMatchObject([
      { part: 1, code: 'price_out_of_band' },
      { part: 3, code: 'unknown_order' },
    ]);
    expect(s.book().bids).toEqual(['59000 × 0.2']);
    expect([s.changed(1), s.changed(3)]).toMatchObject([{ status: 'waiting' }, { status: 'cancelled' }]);
  });

  it('has money as text', () => {
    const s = market();
    s.place(s.limitOrder(2, 'sell', '0.1', '60000'));
    const { type: _, customerId: __, ...order } = s.budgetOrder(1, '600');
    const parts = ['600000000', '600.5'].map(
      budgetMinor => ({ ...order, do: 'place', budgetMinor }) as const,
    );
    s.must({ type: 'orderBatch', customerId: 1, parts });
    expect(s.trades()).toEqual(['60000 × 0.01']);
    expect(s.eventsOf('orderPartRefused')).toMatchObject([{ part: 1, code: 'invalid_amount' }]);
  });

  it('is bounded', () => {
    const s = market();
    const batch = (length: number) =>
      ({
        type: 'orderBatch',
        customerId: 1,
        parts: Array.from({ length }, () => place(s, '50000')),
      }) as const;
    expect(s.refusal(batch(0))).toBe('invalid_order');
    expect(s.refusal(batch(21))).toBe('invalid_order');
    expect(s.refusal({ ...batch(1), customerId: 77 })).toBe('unknown_customer');
    s.must(batch(20));
    expect(s.book().bids).toEqual([]);
  });
});

describe('a dry run', () => {
  it('names the refusal of orders and amendments without changing anything', () => {
    const s = queue();
    const before = s.exchange.stateHash();
    const order = s.limitOrder(1, 'buy', '0.1', '60000');
    expect(s.exchange.check(order, s.nowMs)).toBeNull();
    expect(s.exchange.check({ ...order, priceTicks: s.ticks('30000') }, s.nowMs)?.code).toBe(
      'price_out_of_band',
    );
    expect(s.exchange.check(s.marketOrder(1, 'buy', '0.1'), s.nowMs)?.code).toBe('no_liquidity');
    expect(s.exchange.check(s.amendment(1, { price: '59500' }), s.nowMs)).toBeNull();
    expect(s.exchange.check(s.amendment(1, { quantity: '5' }), s.nowMs)?.code).toBe('insufficient_balance');
    expect(s.exchange.stateHash()).toBe(before);
  });
});
