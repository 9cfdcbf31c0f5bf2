import { describe, expect, it } from 'vitest';
import { Exchange } from '../exchange.ts';
import { Scenario } from '../testing/scenario.ts';
import type { SelfTradeMode } from './order.ts';

/** Customer 1 asks 0.1 at 60000, then 2 asks 0.1, then 1 asks 0.3 at 60100. */
function market(): Scenario {
  const s = new Scenario();
  s.customer(1, { BTC: '10', USDT: '1000000' });
  s.customer(2, { BTC: '10', USDT: '1000000' });
  s.index('60000');
  s.place(s.limitOrder(1, 'sell', '0.1', '60000'));
  s.place(s.limitOrder(2, 'sell', '0.1', '60000'));
  s.place(s.limitOrder(1, 'sell', '0.3', '60100'));
  return s;
}

function buy(s: Scenario, quantity: string, selfTrade: SelfTradeMode) {
  return s.limitOrder(1, 'buy', quantity, '60100', { instructions: { selfTrade } });
}

describe('self-trade prevention', () => {
  it('expireTaker: the taker ends before its own order', () => {
    const s = market();
    expect(s.place(buy(s, '0.2', 'expireTaker'))).toMatchObject({ reason: 'selfTrade', filledLots: 0 });
    expect(s.book().asks).toEqual(['60000 × 0.2', '60100 × 0.3']);
  });

  it('expireMaker: own orders end, the taker goes on and may rest', () => {
    const s = market();
    const order = s.place(buy(s, '0.5', 'expireMaker'));
    expect(s.trades()).toEqual(['60000 × 0.1']);
    expect([s.changed(1), s.changed(3)]).toMatchObject([{ reason: 'selfTrade' }, { reason: 'selfTrade' }]);
    expect(order).toMatchObject({ status: 'waiting', filledLots: s.lots('0.1') });
    expect(s.book()).toEqual({ asks: [], bids: ['60100 × 0.4'] });
    expect(s.frozen(1, 'BTC')).toBe('0');
  });

  it('expireMaker: a fill-or-kill counts what others offer, and takes off nothing if that is too little', () => {
    const s = market();
    expect(s.refusal({ ...buy(s, '0.2', 'expireMaker'), timeInForce: 'FOK' })).toBe(
      'fill_or_kill_unfillable',
    );
    expect(s.place({ ...buy(s, '0.1', 'expireMaker'), timeInForce: 'FOK' })).toMatchObject({
      reason: 'filled',
    });
    expect(s.book().asks).toEqual(['60100 × 0.3']);
  });

  it('expireBoth: both end, what traded before counts', () => {
    const s = market();
    expect(s.place(buy(s, '0.2', 'expireBoth'))).toMatchObject({ reason: 'selfTrade', filledLots: 0 });
    expect(s.changed(1)).toMatchObject({ reason: 'selfTrade' });
    expect(s.place(buy(s, '0.2', 'expireBoth'))).toMatchObject({
      reason: 'selfTrade',
      filledLots: s.lots('0.1'),
    });
    expect(s.book().asks).toEqual([]);
    expect([s.frozen(1, 'BTC'), s.frozen(1, 'USDT')]).toEqual(['0', '0']);
  });

  it('decrement: both lose the lots, the smaller one ends, no money moves between them', () => {
    const s = market();
    const order = s.place(buy(s, '0.3', 'decrement'));
    expect(s.trades()).toEqual(['60000 × 0.1']);
    expect(s.changed(1)).toMatchObject({
      status: 'cancelled',
      reason: 'selfTrade',
      preventedLots: s.lots('0.1'),
    });
    expect(order).toMatchObject({
      status: 'cancelled',
      reason: 'selfTrade',
      filledLots: s.lots('0.1'),
      preventedLots: s.lots('0.2'),
    });
    expect(s.changed(3)).toMatchObject({ status: 'waiting', preventedLots: s.lots('0.1') });
    expect(s.book().asks).toEqual(['60100 × 0.2']);
    expect([s.frozen(1, 'BTC'), s.frozen(1, 'USDT')]).toEqual(['0.2', '0']);
    const restored = Exchange.restore(s.exchange.snapshot());
    expect(restored.stateHash()).toBe(s.exchange.stateHash());
    expect(restored.depth(1, 5)).toEqual(s.exchange.depth(1, 5));
  });

  it('decrement: an order that lost a part is not called filled when the rest is', () => {
    const s = market();
    s.place(buy(s, '0.3', 'decrement'));
    s.must(s.marketOrder(2, 'buy', '0.2'));
    expect(s.changed(3)).toMatchObject({
      status: 'cancelled',
      reason: 'selfTrade',
      filledLots: s.lots('0.2'),
      preventedLots: s.lots('0.1'),
    });
  });

  it.each(['expireMaker', 'expireBoth', 'decrement'] as const)(
    'of market orders freezes exactly what trades: %s',
    selfTrade => {
      for (const order of ['quantity', 'budget'] as const) {
        const s = market();
        const options = { instructions: { selfTrade } };
        const ended = s.place(
          order === 'quantity' ? s.marketOrder(1, 'buy', '0.4', options) : s.budgetOrder(1, '20000', options),
        );
        expect(ended).toMatchObject({
          frozenMinor: 0n,
          filledLots: selfTrade === 'expireBoth' ? 0 : s.lots('0.1'),
        });
        expect(s.frozen(1, 'USDT')).toBe('0');
      }
    },
  );
});
