import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { Exchange } from '../exchange.ts';
import { Scenario } from '../testing/scenario.ts';
import { OpenOrder, Trader } from './open-order.ts';
import type { OrderTrail } from './order.ts';
import { trailTrigger } from './formulas.ts';
import { TrailingStops } from './trailing-stops.ts';

/** Customers 1 and 2 trade; the last trade was at 60000. */
function market(): Scenario {
  const s = new Scenario();
  s.customer(1, { BTC: '10', USDT: '1000000' });
  s.customer(2, { BTC: '10', USDT: '1000000' });
  s.customer(3, { BTC: '10', USDT: '1000000' });
  s.index('60000');
  trade(s, '60000');
  return s;
}

function trade(s: Scenario, price: string): void {
  s.place(s.limitOrder(2, 'sell', '0.001', price));
  s.must(s.limitOrder(3, 'buy', '0.001', price));
}

function sale(s: Scenario, trail: OrderTrail, activation?: string) {
  const { triggerTicks: _, ...order } = s.stopSell(1, '0.1', '60000');
  const triggerTicks = activation === undefined ? null : s.ticks(activation);
  return { ...order, orderType: 'trailingStop', triggerTicks, instructions: { trail } } as const;
}

function purchase(s: Scenario, trail: OrderTrail) {
  return {
    ...sale(s, trail),
    ...s.budgetOrder(1, '500'),
    orderType: 'trailingStop',
    instructions: { trail },
  } as const;
}

const HUNDRED: OrderTrail = { by: 'ticks', distance: 1_000 };

describe('a trailing stop', () => {
  it('follows a sale up and fires when the price falls by its distance', () => {
    const s = market();
    const { orderId, triggered } = s.place(sale(s, HUNDRED));
    expect([triggered, s.frozen(1, 'BTC')]).toEqual([false, '0.1']);
    for (const price of ['60500', '61000', '60950', '60900.1']) trade(s, price);
    expect(s.exchange.trailingExtremeTicks(orderId)).toBe(s.ticks('61000'));
    s.place(s.limitOrder(3, 'buy', '1', '60890'));
    trade(s, '60900');
    expect(s.changed(orderId)).toMatchObject({
      triggered: true,
      triggeredAtMs: s.nowMs,
      status: 'completed',
    });
  });

  it('follows a purchase down, by a share of the lowest price rounded to whole ticks', () => {
    const s = market();
    const { orderId } = s.place(purchase(s, { by: 'ppm', distance: 10_000 }));
    for (const price of ['59000.3', '59100', '59500']) trade(s, price);
    s.place(s.limitOrder(3, 'sell', '1', '59700'));
    trade(s, '59590.3');
    expect(s.exchange.openOrders(1)).toHaveLength(1);
    trade(s, '59590.4');
    expect(s.changed(orderId)).toMatchObject({ triggered: true });
  });

  it('waits for its activation, and then begins where that was reached', () => {
    const s = market();
    const { orderId } = s.place(sale(s, HUNDRED, '61000'));
    for (const price of ['60800', '60500']) trade(s, price);
    expect(s.exchange.trailingExtremeTicks(orderId)).toBeNull();
    trade(s, '61050');
    expect(s.exchange.trailingExtremeTicks(orderId)).toBe(s.ticks('61050'));
    s.exchange = Exchange.restore(s.exchange.snapshot());
    expect(s.exchange.trailingExtremeTicks(orderId)).toBe(s.ticks('61050'));
    trade(s, '60950');
    expect(s.changed(orderId)).toMatchObject({ triggered: true });
  });

  it('may watch the index, as other stops may', () => {
    const s = market();
    const order = sale(s, HUNDRED);
    const { orderId } = s.place({
      ...order,
      instructions: { ...order.instructions, triggerSource: 'index' },
    });
    const stop = s.place(s.stopSell(1, '0.1', '59500', { instructions: { triggerSource: 'index' } }));
    trade(s, '59000');
    expect(s.exchange.openOrders(1)).toHaveLength(2);
    s.exchange = Exchange.restore(s.exchange.snapshot());
    s.place(s.limitOrder(3, 'buy', '1', '58900'));
    s.index('60400');
    s.index('60300');
    expect(s.changed(orderId)).toMatchObject({ triggered: true, status: 'completed' });
    s.index('59500');
    expect(s.changed(stop.orderId)).toMatchObject({ triggered: true, status: 'completed' });
  });

  it('is cancelled and amended like others', () => {
    const s = market();
    const { orderId } = s.place(sale(s, HUNDRED));
    s.must(s.amendment(orderId, { quantity: '0.2' }));
    expect(s.frozen(1, 'BTC')).toBe('0.2');
    expect(s.refusal(s.amendment(orderId, { trigger: '61000' }))).toBe('invalid_order');
    s.must({ type: 'cancelOrder', customerId: 1, orderId });
    expect(s.frozen(1, 'BTC')).toBe('0');
  });

  it('is refused without a distance that makes sense, or a price', () => {
    const s = market();
    for (const trail of [
      { by: 'ticks', distance: 0 },
      { by: 'ticks', distance: 600_000 },
      { by: 'ppm', distance: 999 },
      { by: 'ppm', distance: 500_001 },
      { by: 'percent', distance: 1 },
      { by: 'ticks', distance: 1, more: 1 },
    ]) {
      expect(s.refusal(sale(s, trail as OrderTrail))).toBe('invalid_order');
    }
    expect(s.refusal({ ...sale(s, HUNDRED), instructions: {} })).toBe('invalid_order');
    expect(s.refusal({ ...s.stopSell(1, '0.1', '59000'), instructions: { trail: HUNDRED } })).toBe(
      'invalid_order',
    );
    expect(
      s.refusal({ ...sale(s, HUNDRED), instructions: { trail: HUNDRED, triggerDirection: 'falls' } }),
    ).toBe('invalid_order');
    expect(s.refusal({ ...sale(s, HUNDRED), quantityLots: 1 })).toBe('below_min_notional');
    const empty = new Scenario();
    empty.customer(1, { BTC: '1' });
    expect(empty.refusal(sale(empty, HUNDRED))).toBe('no_price_yet');
  });
});

describe('many trailing stops', () => {
  it('fire as if each looked at every price', () => {
    const step = fc.oneof(
      { weight: 3, arbitrary: fc.record({ price: fc.integer({ min: 50, max: 150 }) }) },
      fc.record({
        distance: fc.integer({ min: 1, max: 30 }),
        by: fc.constantFrom('ticks' as const, 'ppm' as const),
        sells: fc.boolean(),
        activation: fc.option(fc.integer({ min: 50, max: 150 })),
      }),
      fc.record({ remove: fc.nat(20) }),
    );
    fc.assert(
      fc.property(fc.array(step, { maxLength: 120, size: 'max' }), steps => {
        const trails = new TrailingStops();
        const trader = new Trader(1, 1, 0, 1);
        let model: { order: OpenOrder; extreme: number | null }[] = [];
        let now = 100;
        let ids = 0;
        for (const one of steps) {
          if ('price' in one) {
            const fired: OpenOrder[] = [];
            now = one.price;
            trails.fell(now, fired);
            trails.rose(now, fired);
            const due: OpenOrder[] = [];
            for (const each of model) {
              const { order } = each;
              const sells = order.triggerDirection === 'falls';
              if (each.extreme !== null) {
                const trigger = trailTrigger(
                  order.instructions!.trail!,
                  sells ? 'sell' : 'buy',
                  each.extreme,
                );
                if (sells ? now <= trigger : now >= trigger) due.push(order);
                each.extreme = sells ? Math.max(each.extreme, now) : Math.min(each.extreme, now);
              } else if (sells ? now >= order.triggerTicks! : now <= order.triggerTicks!) each.extreme = now;
            }
            model = model.filter(({ order }) => !due.includes(order));
            expect(new Set(fired.map(({ orderId }) => orderId))).toEqual(
              new Set(due.map(({ orderId }) => orderId)),
            );
          } else if ('remove' in one) {
            const gone = model[one.remove % Math.max(1, model.length)];
            if (gone === undefined) continue;
            trails.remove(gone.order);
            model = model.filter(each => each !== gone);
          } else {
            const order = new OpenOrder(++ids, trader);
            order.orderId = ids;
            order.orderType = 'trailingStop';
            order.triggerDirection = one.sells ? 'falls' : 'rises';
            order.triggerTicks = one.activation;
            const distance = one.by === 'ticks' ? one.distance : one.distance * 9_000;
            order.instructions = { trail: { by: one.by, distance } };
            const follows =
              one.activation === null || (one.sells ? now >= one.activation : now <= one.activation);
            model.push({ order, extreme: follows ? now : null });
            trails.add(order, follows ? now : null);
          }
          expect(trails.size).toBe(model.length);
          for (const { order, extreme } of model) expect(trails.extremeOf(order)).toBe(extreme);
        }
      }),
      { numRuns: 500 },
    );
  });
});
