import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { Exchange } from '../exchange.ts';
import { Scenario } from '../testing/scenario.ts';

function market(): Scenario {
  const s = new Scenario();
  for (const customerId of [1, 2, 3]) s.customer(customerId, { BTC: '10', USDT: '1000000' });
  s.index('60000');
  return s;
}

/** Customer 1 asks 0.25 of which 0.1 are shown, then customer 2 asks 0.1, both at 60000. */
function queue(): Scenario {
  const s = market();
  const instructions = { visibleLots: s.lots('0.1') };
  s.place(s.limitOrder(1, 'sell', '0.25', '60000', { instructions }));
  s.place(s.limitOrder(2, 'sell', '0.1', '60000'));
  return s;
}

function makers(s: Scenario): [number, number][] {
  return s.eventsOf('traded').map(({ makerOrderId, quantityLots }) => [makerOrderId, quantityLots]);
}

describe('an iceberg', () => {
  it('shows a part, and the next behind all others at its price', () => {
    const s = queue();
    expect(s.book().asks).toEqual(['60000 × 0.2']);
    expect(s.frozen(1, 'BTC')).toBe('0.25');
    s.must(s.marketOrder(3, 'buy', '0.35'));
    const lots = [s.lots('0.1'), s.lots('0.05')];
    expect(makers(s)).toEqual([
      [1, lots[0]],
      [2, lots[0]],
      [1, lots[0]],
      [1, lots[1]],
    ]);
    expect(s.changed(1)).toMatchObject({ status: 'completed' });
  });

  it('keeps the part that is shown as it is until it is gone', () => {
    const s = queue();
    s.must(s.marketOrder(3, 'buy', '0.04'));
    expect([s.book().asks, s.exchange.shownLots(1)]).toEqual([['60000 × 0.16'], s.lots('0.06')]);
    s.must(s.marketOrder(3, 'buy', '0.06'));
    expect([s.book().asks, s.exchange.shownLots(1)]).toEqual([['60000 × 0.2'], s.lots('0.1')]);
  });

  it('is counted whole by whoever looks before trading', () => {
    const s = queue();
    const all = { timeInForce: 'FOK' } as const;
    expect(s.refusal(s.limitOrder(3, 'buy', '0.36', '60000', all))).toBe('fill_or_kill_unfillable');
    expect(s.exchange.check(s.limitOrder(3, 'buy', '0.35', '60000', all), s.nowMs)).toBeNull();
    s.must(s.budgetOrder(3, '21000'));
    expect(s.trades()).toHaveLength(4);
  });

  it('takes with all of it, and shows a part of the rest', () => {
    const s = queue();
    const instructions = { visibleLots: s.lots('0.1') };
    s.must(s.limitOrder(3, 'buy', '0.5', '60000', { instructions }));
    expect(s.book()).toEqual({ asks: [], bids: ['60000 × 0.1'] });
  });

  it('that becomes smaller loses hidden lots first, and keeps its place', () => {
    const s = queue();
    s.must(s.amendment(1, { quantity: '0.12' }));
    expect(s.book().asks).toEqual(['60000 × 0.2']);
    s.must(s.amendment(1, { quantity: '0.03' }));
    expect(s.book().asks).toEqual(['60000 × 0.13']);
    s.must(s.marketOrder(3, 'buy', '0.05'));
    expect(makers(s).map(([id]) => id)).toEqual([1, 2]);
    const t = queue();
    expect(t.refusal(t.amendment(1, { quantity: '1.1' }))).toBe('invalid_order');
  });

  it('shows at least a tenth, less than all, and only of a limit order that may rest', () => {
    const s = market();
    const of = (visible: string, options = {}) =>
      s.limitOrder(1, 'sell', '0.1', '60000', { instructions: { visibleLots: s.lots(visible) }, ...options });
    for (const order of [of('0.1'), of('0.00999'), of('0.05', { timeInForce: 'IOC' })])
      expect(s.try(order)).toMatchObject({ ok: false, refusal: { field: 'visible_lots' } });
    s.must(of('0.01'));
  });

  it('is restored with what it shows', () => {
    const s = queue();
    s.must(s.marketOrder(3, 'buy', '0.04'));
    const restored = Exchange.restore(s.exchange.snapshot());
    restored.checkInvariants('all');
    expect(restored.depth(1, 5)).toEqual(s.exchange.depth(1, 5));
    const taking = s.marketOrder(3, 'buy', '0.25');
    const events = s.must(taking);
    expect(restored.apply(taking, s.nowMs)).toEqual({ ok: true, events });
  });

  it('is met part by part as a queue on paper says, and a look before counts just that', () => {
    const order = fc.record({
      lots: fc.integer({ min: 2, max: 40 }),
      parts: fc.integer({ min: 1, max: 10 }),
    });
    fc.assert(
      fc.property(
        fc.array(order, { minLength: 1, maxLength: 6 }),
        fc.integer({ min: 1, max: 200 }),
        (orders, wanted) => {
          const s = market();
          const paper = orders.map(({ lots, parts }) => {
            const shown = Math.ceil(lots / parts);
            const isIceberg = shown < lots;
            const { orderId } = s.place({
              ...s.limitOrder(1, 'sell', '1', '60000'),
              quantityLots: lots * 100,
              ...(isIceberg ? { instructions: { visibleLots: shown * 100 } } : {}),
            });
            return { orderId, shown: shown * 100, left: lots * 100 };
          });
          const whole = orders.reduce((sum, { lots }) => sum + lots * 100, 0);
          const buying = {
            ...s.limitOrder(3, 'buy', '1', '60000'),
            quantityLots: wanted * 100,
            timeInForce: 'FOK',
          } as const;
          const expected: [number, number][] = [];
          let left = wanted * 100;
          while (left > 0 && paper.length > 0) {
            const first = paper.shift()!;
            const lots = Math.min(left, first.shown, first.left);
            expected.push([first.orderId, lots]);
            left -= lots;
            if (first.left > lots) paper.push({ ...first, left: first.left - lots });
          }
          if (wanted * 100 > whole) expect(s.refusal(buying)).toBe('fill_or_kill_unfillable');
          else {
            s.must(buying);
            expect(makers(s)).toEqual(expected);
          }
        },
      ),
      { numRuns: 300 },
    );
  });
});
