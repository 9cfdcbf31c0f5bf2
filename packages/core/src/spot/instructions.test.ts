import { describe, expect, it } from 'vitest';
import { Exchange } from '../exchange.ts';
import { Scenario } from '../testing/scenario.ts';

/** Customer 1 and 2 with money and coins; the last trade was at 60000. */
function market(): Scenario {
  const s = new Scenario();
  s.customer(1, { BTC: '10', USDT: '1000000' });
  s.customer(2, { BTC: '10', USDT: '1000000' });
  s.index('60000');
  s.place(s.limitOrder(2, 'sell', '0.1', '60000'));
  s.place(s.limitOrder(1, 'buy', '0.1', '60000'));
  return s;
}

describe('the direction of a trigger', () => {
  it('is kept although the price has moved to the other side meanwhile', () => {
    const s = market();
    const loss = s.stopSell(1, '0.1', '59000', { instructions: { triggerDirection: 'falls' } });
    s.place(s.limitOrder(2, 'buy', '0.1', '58900'));
    s.must(s.marketOrder(1, 'sell', '0.1'));
    expect(s.refusal(loss)).toBe('trigger_would_fire');
    expect(s.place({ ...loss, instructions: { triggerDirection: 'rises' } })).toMatchObject({
      status: 'waiting',
      triggeredAtMs: null,
    });
  });

  it('is kept as it was named', () => {
    const s = market();
    expect(s.place(s.stopSell(1, '0.1', '59000')).instructions).toBeNull();
    const named = { instructions: { triggerDirection: 'rises' } } as const;
    expect(s.place(s.stopSell(1, '0.1', '61000', named)).instructions).toEqual(named.instructions);
  });

  it('may be either before there is a price', () => {
    const s = new Scenario();
    s.customer(1, { BTC: '10', USDT: '1000000' });
    const sale = s.stopSell(1, '0.1', '59000');
    const rising = { ...sale, instructions: { triggerDirection: 'rises' } } as const;
    const [falls, rises] = [s.place(sale).orderId, s.place(rising).orderId];
    s.index('59500');
    expect([s.changed(falls), s.changed(rises)]).toMatchObject([undefined, { triggered: true }]);
  });

  it('stands beside the time at which the trigger fired, also in a snapshot', () => {
    const s = market();
    const { orderId } = s.place(s.stopLimitOrder(1, 'sell', '0.1', '59000', '59000'));
    s.place(s.limitOrder(2, 'buy', '0.1', '58900'));
    s.pass(5_000);
    s.must(s.marketOrder(1, 'sell', '0.1'));
    expect(s.changed(orderId)).toMatchObject({ triggered: true, triggeredAtMs: s.nowMs });
    const restored = Exchange.restore(s.exchange.snapshot());
    expect(restored.order(orderId)).toEqual(s.exchange.order(orderId));
    expect(restored.order(orderId)).toMatchObject({ triggered: true, triggeredAtMs: s.nowMs });
  });
});

describe('an order that cannot be filled', () => {
  it('is refused, or ends at once if it asks for that: with an id, and nothing frozen', () => {
    const s = market();
    s.place(s.limitOrder(2, 'sell', '0.1', '60100'));
    const whole = s.limitOrder(1, 'buy', '0.2', '60100', { timeInForce: 'FOK' });
    expect(s.refusal(whole)).toBe('fill_or_kill_unfillable');
    const ended = s.place({ ...whole, instructions: { ifUnfillable: 'expire' } });
    expect(ended).toMatchObject({ status: 'cancelled', reason: 'immediateRemainder', filledLots: 0 });
    expect(s.book().asks).toEqual(['60100 × 0.1']);
    expect(s.frozen(1, 'USDT')).toBe('0');
  });

  it('may be a market order in an empty book, of somebody who could pay for it', () => {
    const s = market();
    const sale = s.marketOrder(1, 'sell', '0.1');
    expect(s.refusal(sale)).toBe('no_liquidity');
    const expiring = { ...sale, instructions: { ifUnfillable: 'expire' as const } };
    expect(s.place(expiring)).toMatchObject({ status: 'cancelled', reason: 'immediateRemainder' });
    expect(s.refusal({ ...expiring, quantityLots: s.lots('11') })).toBe('insufficient_sellable_balance');
    const budget = s.budgetOrder(1, '100', { timeInForce: 'FOK', instructions: { ifUnfillable: 'expire' } });
    expect(s.place(budget)).toMatchObject({ status: 'cancelled', filledLots: 0, frozenMinor: 0n });
  });
});

describe('good till date', () => {
  it('ends at its time, resting or waiting for a trigger, and gives everything back', () => {
    const s = market();
    const until = { timeInForce: 'GTD', instructions: { expiresAtMs: s.nowMs + 10_000 } } as const;
    const resting = s.place(s.limitOrder(1, 'buy', '0.1', '59000', until));
    const stop = s.place(s.stopSell(1, '0.2', '58000', until));
    expect(s.exchange.dueAtMs()).toBe(s.nowMs + 10_000);
    s.pass(9_999);
    expect(s.exchange.openOrders(1)).toHaveLength(2);
    s.pass(1);
    expect(s.changed(resting.orderId)).toMatchObject({ status: 'cancelled', reason: 'expired' });
    expect(s.changed(stop.orderId)).toMatchObject({ status: 'cancelled', reason: 'expired' });
    expect([s.frozen(1, 'USDT'), s.frozen(1, 'BTC')]).toEqual(['0', '0']);
    expect(s.exchange.dueAtMs()).toBe(Infinity);
  });

  it('ends in a restored exchange as well, and in a halted market', () => {
    const s = market();
    const until = { timeInForce: 'GTD', instructions: { expiresAtMs: s.nowMs + 10_000 } } as const;
    const { orderId } = s.place(s.limitOrder(1, 'buy', '0.1', '59000', until));
    s.exchange = Exchange.restore(s.exchange.snapshot());
    s.must({ type: 'setMarketStatus', marketId: 1, status: 'halted' });
    s.pass(10_000);
    expect(s.changed(orderId)).toMatchObject({ reason: 'expired' });
  });

  it('is forgotten when the order is filled or cancelled before', () => {
    const s = market();
    const until = { timeInForce: 'GTD', instructions: { expiresAtMs: s.nowMs + 10_000 } } as const;
    s.place(s.limitOrder(1, 'buy', '0.1', '59000', until));
    const { orderId } = s.place(s.limitOrder(1, 'buy', '0.1', '58000', until));
    s.must({ type: 'cancelOrder', customerId: 1, orderId });
    s.must(s.marketOrder(2, 'sell', '0.1'));
    expect(s.exchange.dueAtMs()).toBe(Infinity);
  });

  it('ends many, a bounded number with each command', () => {
    const s = market();
    for (let customerId = 3; customerId < 9; customerId++) {
      s.customer(customerId, { USDT: '1000000' });
      for (let i = 0; i < 100; i++) {
        s.exchange.apply(
          s.limitOrder(customerId, 'buy', '0.001', '59000', {
            timeInForce: 'GTD',
            instructions: { expiresAtMs: s.nowMs + 1_000 },
          }),
          s.nowMs,
        );
      }
    }
    s.nowMs += 1_000;
    expect(s.must({ type: 'passTime' }).filter(event => event.type === 'orderChanged')).toHaveLength(500);
    expect(s.must({ type: 'passTime' }).filter(event => event.type === 'orderChanged')).toHaveLength(100);
    expect(s.refusal({ type: 'passTime' })).toBe('nothing_due');
  });
});

describe('client order ids', () => {
  it('are unique among the orders that wait, of all markets, and free again afterwards', () => {
    const s = market();
    const order = s.limitOrder(1, 'buy', '0.1', '59000', { clientOrderId: 'grid:1/a' });
    const { orderId } = s.place(order);
    expect(s.refusal(order)).toBe('duplicate_client_order_id');
    expect(s.refusal({ ...order, timeInForce: 'IOC' })).toBe('duplicate_client_order_id');
    s.place({ ...order, customerId: 2, priceTicks: s.ticks('58000') });
    s.exchange = Exchange.restore(s.exchange.snapshot());
    expect(s.refusal(order)).toBe('duplicate_client_order_id');
    s.must({ type: 'cancelOrder', customerId: 1, orderId });
    s.place(order);
  });
});
