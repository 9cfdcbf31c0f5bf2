import { describe, expect, it } from 'vitest';
import type { CommandOf } from '../command.ts';
import { Exchange } from '../exchange.ts';
import { Scenario } from '../testing/scenario.ts';
import { MAX_OPEN_ORDERS } from './admission.ts';

/** Customer 1 has money for lists, 2 and 3 trade; the last trade was at 60000. */
function market(): Scenario {
  const s = new Scenario();
  for (const customerId of [1, 2, 3]) s.customer(customerId, { BTC: '10', USDT: '1000000' });
  s.index('60000');
  trade(s, '60000');
  return s;
}

function trade(s: Scenario, price: string): void {
  s.must(s.limitOrder(2, 'sell', '0.001', price));
  s.must(s.limitOrder(3, 'buy', '0.001', price));
}

type List = CommandOf<'placeOrderList'>;

/** Sells 0.1 at 61000, or at the market once the price is at 59000. */
function sale(s: Scenario, change: Partial<List> = {}): List {
  return {
    type: 'placeOrderList',
    customerId: 1,
    marketId: 1,
    side: 'sell',
    quantityLots: s.lots('0.1'),
    priceTicks: s.ticks('61000'),
    triggerTicks: s.ticks('59000'),
    stopPriceTicks: null,
    budgetMinor: null,
    clientOrderId: null,
    stopClientOrderId: null,
    ...change,
  };
}

function purchase(s: Scenario, change: Partial<List> = {}): List {
  return sale(s, {
    side: 'buy',
    priceTicks: s.ticks('59000'),
    triggerTicks: s.ticks('61000'),
    stopPriceTicks: s.ticks('61100'),
    ...change,
  });
}

/** The ids of a list that was just placed. */
function place(s: Scenario, list: List): readonly [limit: number, stop: number] {
  s.must(list);
  const { lastOrderId } = s.exchange;
  return [lastOrderId - 1, lastOrderId];
}

describe('an order list', () => {
  it('is two orders over one frozen amount, each knowing the list', () => {
    const s = market();
    const [limit, stop] = place(s, sale(s));
    expect(s.frozen(1, 'BTC')).toBe('0.1');
    expect(s.changed(limit)).toMatchObject({ orderType: 'limit', postOnly: true, listId: limit });
    expect(s.changed(stop)).toMatchObject({ orderType: 'stopMarket', triggered: false, listId: limit });
    expect(s.book().asks).toEqual(['61000 × 0.1']);
  });

  it('of purchases freezes what the dearer needs', () => {
    const s = market();
    place(s, purchase(s));
    expect(s.frozen(1, 'USDT')).toBe('6110');
    s.must({ type: 'cancelAllOrders', customerId: 1, marketId: 1 });
    place(s, purchase(s, { stopPriceTicks: null, budgetMinor: 1_000_000_000n }));
    expect(s.frozen(1, 'USDT')).toBe('5900');
  });

  it('loses its stop with the first lot that the limit order sells', () => {
    const s = market();
    const [limit, stop] = place(s, sale(s));
    s.must(s.limitOrder(3, 'buy', '0.01', '61000'));
    expect(s.changed(stop)).toMatchObject({ status: 'cancelled', reason: 'linkedOrder', filledLots: 0 });
    expect(s.changed(limit)).toMatchObject({ status: 'waiting', filledLots: s.lots('0.01') });
    expect(s.frozen(1, 'BTC')).toBe('0.09');
    trade(s, '58900');
    expect(s.changed(limit)).toBeUndefined();
  });

  it('loses its limit order when the stop fires, which takes over the money', () => {
    const s = market();
    const [limit, stop] = place(s, purchase(s));
    s.must(s.limitOrder(2, 'sell', '0.1', '61050'));
    trade(s, '61000');
    expect(s.changed(limit)).toMatchObject({ status: 'cancelled', reason: 'linkedOrder' });
    expect(s.changed(stop)).toMatchObject({ status: 'completed', triggered: true });
    expect(s.frozen(1, 'USDT')).toBe('0');
    expect(s.available(1, 'USDT')).toBe('993895');
  });

  it('loses its limit order before any stop that fired with its own trades', () => {
    const s = market();
    const [limit, stop] = place(s, sale(s));
    const instructions = { triggerDirection: 'falls' } as const;
    s.must(s.stopLimitOrder(2, 'buy', '0.1', '61000', '59500', { instructions }));
    // Fires first, and would buy from the limit order.
    const buying = s.exchange.lastOrderId;
    trade(s, '59000');
    expect(s.changed(limit)).toMatchObject({ reason: 'linkedOrder', filledLots: 0 });
    expect(s.changed(stop)).toMatchObject({ status: 'completed', filledLots: s.lots('0.1') });
    expect(s.eventsOf('traded').at(-1)).toMatchObject({ takerOrderId: stop, makerOrderId: buying });
  });

  it('ends whole when one of the two is cancelled, expires, or gives way to an own order', () => {
    const s = market();
    const [limit, stop] = place(s, sale(s));
    s.must({ type: 'cancelOrder', customerId: 1, orderId: stop });
    expect(s.changed(stop)).toMatchObject({ reason: 'cancelledByCustomer' });
    expect(s.changed(limit)).toMatchObject({ reason: 'linkedOrder' });

    const [dated] = place(s, sale(s, { instructions: { expiresAtMs: s.nowMs + 1_000 } }));
    s.pass(1_000);
    expect([s.changed(dated), s.changed(dated + 1)]).toMatchObject([
      { reason: 'expired', timeInForce: 'GTD' },
      { reason: 'linkedOrder', timeInForce: 'GTD' },
    ]);

    const [own] = place(s, sale(s));
    s.must(s.limitOrder(1, 'buy', '0.1', '61000', { instructions: { selfTrade: 'decrement' } }));
    expect([s.changed(own), s.changed(own + 1)]).toMatchObject([
      { reason: 'selfTrade' },
      { reason: 'linkedOrder' },
    ]);
    expect(s.frozen(1, 'BTC')).toBe('0');
  });

  it('both orders count among those that wait', () => {
    const s = market();
    for (let i = 2; i < MAX_OPEN_ORDERS; i++) s.must(s.limitOrder(1, 'sell', '0.001', '62000'));
    s.must(s.limitOrder(1, 'sell', '0.001', '62000'));
    expect(s.refusal(sale(s))).toBe('too_many_open_orders');
    s.must({ type: 'cancelOrder', customerId: 1, orderId: s.exchange.lastOrderId });
    s.must(sale(s));
    expect(s.exchange.openOrders(1)).toHaveLength(MAX_OPEN_ORDERS);
  });

  it('is not amended, and replaced as a whole', () => {
    const s = market();
    const [limit, stop] = place(s, sale(s));
    expect(s.refusal(s.amendment(limit, { quantity: '0.05' }))).toBe('order_is_linked');
    expect(s.refusal(s.amendment(stop, { trigger: '58000' }))).toBe('order_is_linked');
    const next = s.limitOrder(1, 'sell', '0.05', '61000');
    s.must({ ...next, type: 'replaceOrder', cancelOrderId: stop, mode: 'stopOnFailure' });
    expect(s.exchange.openOrders(1)).toMatchObject([{ quantityLots: s.lots('0.05'), listId: null }]);
  });

  it.each<[string, (s: Scenario) => Partial<List>]>([
    ['invalid_order', s => ({ triggerTicks: s.ticks('61000') })],
    ['trigger_would_fire', s => ({ triggerTicks: s.ticks('60000') })],
    ['post_only_would_take', s => ({ priceTicks: s.ticks('59900') })],
    ['insufficient_sellable_balance', s => ({ quantityLots: s.lots('11') })],
    ['below_min_notional', () => ({ quantityLots: 1 })],
    ['duplicate_client_order_id', () => ({ clientOrderId: 'a', stopClientOrderId: 'a' })],
    ['expiry_in_past', s => ({ instructions: { expiresAtMs: s.nowMs } })],
    ['invalid_order', () => ({ instructions: { takeProfitTicks: 5 } })],
    ['budget_required', () => ({ side: 'buy', priceTicks: 590_000, triggerTicks: 610_000 })],
  ])('is refused: %s', (code, change) => {
    const s = market();
    s.must(s.limitOrder(3, 'buy', '0.001', '59950'));
    const command = sale(s, change(s));
    const checked = s.exchange.check(command, s.nowMs);
    expect([s.refusal(command), checked?.code]).toEqual([code, code]);
  });

  it('survives a snapshot', () => {
    const s = market();
    const [limit, stop] = place(s, purchase(s));
    const restored = Exchange.restore(s.exchange.snapshot());
    restored.checkInvariants('all');
    expect(restored.stateHash()).toBe(s.exchange.stateHash());
    const outcome = restored.apply({ type: 'cancelOrder', customerId: 1, orderId: limit }, s.nowMs);
    expect(outcome.ok && outcome.events).toContainEqual(
      expect.objectContaining({ order: expect.objectContaining({ orderId: stop, reason: 'linkedOrder' }) }),
    );
  });
});
