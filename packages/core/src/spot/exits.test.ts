import { describe, expect, it } from 'vitest';
import { Exchange } from '../exchange.ts';
import { Scenario } from '../testing/scenario.ts';
import type { OrderInstructions } from './order.ts';

/** The last trade was at 60000; whoever takes pays 0.2 %, others 0.1 %. */
function market(): Scenario {
  const s = new Scenario();
  for (const customerId of [1, 2, 3]) s.customer(customerId, { USDT: '1000000' });
  for (const customerId of [2, 3])
    s.must({ ...s.deposit(customerId, '1'), currencyId: 1, amountMinor: 10n ** 9n });
  s.index('60000');
  trade(s, '60000');
  return s;
}

function trade(s: Scenario, price: string): void {
  s.must(s.limitOrder(2, 'sell', '0.001', price));
  s.must(s.limitOrder(3, 'buy', '0.001', price));
}

function bracket(s: Scenario, profit: string | null, loss: string | null, limit?: string): OrderInstructions {
  return {
    ...(profit === null ? {} : { takeProfitTicks: s.ticks(profit) }),
    ...(loss === null ? {} : { stopLossTicks: s.ticks(loss) }),
    ...(limit === undefined ? {} : { stopLossPriceTicks: s.ticks(limit) }),
  };
}

/** Buys 0.1 at 60000 with a bracket of 61000 and 59000, of which `offered` are there. */
function bought(s: Scenario, offered = '0.1', instructions = bracket(s, '61000', '59000')) {
  s.must(s.limitOrder(2, 'sell', offered, '60000'));
  s.must(s.limitOrder(1, 'buy', '0.1', '60000', { instructions }));
  return s.exchange.openOrders(1);
}

describe('a bracket', () => {
  it('sells what was received, net of the fee in whole lots, by two linked orders', () => {
    const s = market();
    const exits = bought(s);
    const quantityLots = s.lots('0.0998');
    const parentOrderId = exits[0]!.orderId - 1;
    expect(exits).toMatchObject([
      { side: 'sell', orderType: 'limit', priceTicks: s.ticks('61000'), quantityLots, parentOrderId },
      { side: 'sell', orderType: 'stopMarket', triggerTicks: s.ticks('59000'), quantityLots, parentOrderId },
    ]);
    expect(exits.map(({ listId }) => listId)).toEqual([exits[0]!.orderId, exits[0]!.orderId]);
    expect([s.frozen(1, 'BTC'), s.available(1, 'BTC')]).toEqual(['0.0998', '0']);
    s.must(s.limitOrder(3, 'buy', '0.0998', '61000'));
    expect(s.changed(exits[0]!.orderId)).toMatchObject({ status: 'completed' });
    expect(s.exchange.openOrders(1)).toEqual([]);
  });

  it('waits until the order has ended, however it ends', () => {
    const s = market();
    const [order] = bought(s, '0.04');
    expect(order).toMatchObject({ filledLots: s.lots('0.04'), exitsRefused: null });
    s.must({ type: 'cancelOrder', customerId: 1, orderId: order!.orderId });
    expect(s.exchange.openOrders(1)).toMatchObject([{ quantityLots: s.lots('0.03992') }, {}]);

    s.must({ type: 'cancelAllOrders', customerId: 1, marketId: 1 });
    const instructions = { ...bracket(s, '61000', null), expiresAtMs: s.nowMs + 1_000 };
    s.must(s.limitOrder(2, 'sell', '0.02', '60000'));
    s.must(s.limitOrder(1, 'buy', '0.1', '60000', { timeInForce: 'GTD', instructions }));
    s.pass(1_000);
    expect(s.exchange.openOrders(1)).toMatchObject([
      { orderType: 'limit', quantityLots: s.lots('0.01996'), timeInForce: 'GTC', listId: null },
    ]);
  });

  it('of an order that bought nothing is nothing', () => {
    const s = market();
    const instructions = bracket(s, '61000', '58000');
    const { orderId } = s.place(s.limitOrder(1, 'buy', '0.1', '59000', { instructions }));
    s.must({ type: 'cancelOrder', customerId: 1, orderId });
    expect(s.changed(orderId)).toMatchObject({ exitsRefused: null });
    expect(s.exchange.openOrders(1)).toEqual([]);
  });

  it('of a market order is placed with it; a stop alone has all of the money', () => {
    const s = market();
    s.must(s.limitOrder(2, 'sell', '0.1', '60000'));
    s.must(s.budgetOrder(1, '600', { instructions: bracket(s, null, '59000', '58900') }));
    expect(s.exchange.openOrders(1)).toMatchObject([
      { orderType: 'stopLimit', priceTicks: s.ticks('58900'), frozenMinor: 998_000n, triggered: false },
    ]);
  });

  it('whose stop was passed meanwhile sells at once', () => {
    const s = market();
    s.must(s.limitOrder(3, 'buy', '1', '58500'));
    s.must(s.limitOrder(1, 'buy', '0.1', '59500', { instructions: bracket(s, '61000', '59000') }));
    // One seller fills it on the way down to 58500.
    s.must(s.limitOrder(2, 'sell', '0.2', '58500'));
    const parent = s.eventsOf('orderChanged').find(({ order }) => order.customerId === 1)!.order;
    const exit = s
      .eventsOf('orderChanged')
      .find(({ order }) => order.parentOrderId === parent.orderId)!.order;
    expect(exit).toMatchObject({ orderType: 'stopMarket', status: 'completed', triggered: true });
    expect(s.trades()).toEqual(['59500 × 0.1', '58500 × 0.1', '58500 × 0.0999']);
  });

  it('that is too small, or whose coins are gone, says so', () => {
    const s = market();
    const instructions = bracket(s, '61000', '59000');
    s.must(s.limitOrder(1, 'buy', '0.0002', '60000', { instructions }));
    const { orderId } = s.exchange.openOrders(1)[0]!;
    s.must(s.limitOrder(2, 'sell', '0.00009', '60000'));
    s.must({ type: 'cancelOrder', customerId: 1, orderId });
    expect(s.changed(orderId)).toMatchObject({ exitsRefused: 'below_min_notional' });

    const [next] = bought(s, '0.05');
    s.must(s.limitOrder(1, 'sell', '0.04', '62000'));
    s.must({ type: 'cancelOrder', customerId: 1, orderId: next!.orderId });
    expect(s.changed(next!.orderId)).toMatchObject({ exitsRefused: 'insufficient_sellable_balance' });
    expect(s.exchange.openOrders(1)).toHaveLength(1);
  });

  it('that its customer is frozen for is placed all the same, in a market that is open', () => {
    const s = market();
    const [order] = bought(s, '0.05');
    s.must({ type: 'setCustomerFrozen', customerId: 1, frozen: true });
    s.must(s.limitOrder(2, 'sell', '0.05', '60000'));
    expect(s.exchange.openOrders(1)).toMatchObject([{ parentOrderId: order!.orderId }, {}]);
    s.must({ type: 'setCustomerFrozen', customerId: 1, frozen: false });
    const [second] = bought(s, '0.05').slice(-1);
    s.must({ type: 'setMarketStatus', marketId: 1, status: 'cancelOnly' });
    s.must({ type: 'cancelOrder', customerId: 1, orderId: second!.orderId });
    expect(s.changed(second!.orderId)).toMatchObject({ exitsRefused: 'market_cancel_only' });
  });

  it.each<[string, string, (s: Scenario) => OrderInstructions]>([
    ['take_profit_price', 'invalid_order', s => bracket(s, '60000', null)],
    ['stop_loss_price', 'invalid_order', s => bracket(s, null, '60000')],
    ['stop_loss_limit_price', 'invalid_order', s => bracket(s, '61000', null, '58000')],
    ['stop_loss_limit_price', 'price_out_of_band', s => bracket(s, null, '59000', '40000')],
    ['take_profit_price', 'invalid_price', () => ({ takeProfitTicks: 0.5 })],
  ])('with a wrong %s is refused: %s', (field, code, of) => {
    const s = market();
    const order = s.limitOrder(1, 'buy', '0.1', '60000', { instructions: of(s) });
    expect(s.try(order)).toMatchObject({ ok: false, refusal: { code, field } });
    const sold = s.limitOrder(2, 'sell', '0.1', '60000', { instructions: bracket(s, '61000', null) });
    expect(s.try(sold)).toMatchObject({ ok: false, refusal: { code: 'invalid_order' } });
  });

  it('and its order’s price stay in their order when that is amended', () => {
    const s = market();
    const instructions = bracket(s, '61000', '58000');
    const { orderId } = s.place(s.limitOrder(1, 'buy', '0.1', '59000', { instructions }));
    expect(s.refusal(s.amendment(orderId, { price: '58000' }))).toBe('invalid_order');
    s.must(s.amendment(orderId, { price: '58001' }));
  });

  it('survives a snapshot in the middle', () => {
    const s = market();
    const [order] = bought(s, '0.05');
    const restored = Exchange.restore(s.exchange.snapshot());
    const filling = s.limitOrder(2, 'sell', '0.05', '60000');
    const events = s.must(filling);
    expect(restored.apply(filling, s.nowMs)).toEqual({ ok: true, events });
    const again = Exchange.restore(restored.snapshot());
    again.checkInvariants('all');
    expect(again.stateHash()).toBe(s.exchange.stateHash());
    expect(again.openOrders(1)).toMatchObject([{ parentOrderId: order!.orderId }, {}]);
  });
});
