import { expect, it } from 'vitest';
import { Exchange } from '../exchange.ts';
import { BTC_USDT, ETH_USDT } from '../testing/demo-exchange.ts';
import { Scenario } from '../testing/scenario.ts';
import type { CancelScope } from './command.ts';

function market(): Scenario {
  const s = new Scenario();
  s.customer(1, { BTC: '10', ETH: '10', USDT: '1000000' });
  s.customer(2, { BTC: '10', ETH: '10', USDT: '1000000' });
  s.index('60000');
  s.index('3000', ETH_USDT);
  return s;
}

function timer(afterMs: number | null, scope: CancelScope = 'all', marketId = BTC_USDT) {
  return { type: 'setCancelTimer', customerId: 1, marketId, afterMs, scope } as const;
}

it('takes off the orders of its customer and market when nobody has set it again in time', () => {
  const s = market();
  const first = s.place(s.limitOrder(1, 'buy', '0.1', '59000'));
  s.place(s.limitOrder(1, 'buy', '1', '2900', { marketId: ETH_USDT }));
  s.place(s.limitOrder(2, 'buy', '0.1', '59000'));
  s.must(timer(10_000));
  expect(s.eventsOf('cancelTimerChanged')).toMatchObject([{ dueAtMs: s.nowMs + 10_000 }]);
  s.pass(9_000);
  s.must(timer(10_000));
  s.pass(9_000);
  const later = s.place(s.stopSell(1, '0.1', '58000'));
  s.exchange = Exchange.restore(s.exchange.snapshot());
  s.pass(1_000);
  for (const { orderId } of [first, later]) {
    expect(s.changed(orderId)).toMatchObject({ status: 'cancelled', reason: 'cancelTimer' });
  }
  expect(s.eventsOf('cancelTimerChanged')).toMatchObject([{ customerId: 1, dueAtMs: null }]);
  expect(s.exchange.openOrders(1).map(order => order.marketId)).toEqual([ETH_USDT]);
  expect(s.exchange.openOrders(2)).toHaveLength(1);
  expect(s.exchange.cancelTimer(1, BTC_USDT)).toBeNull();
  expect(s.exchange.dueAtMs()).toBe(Infinity);
});

it('leaves alone what is not guarded, if it is set for guarded orders', () => {
  const s = market();
  const byHand = s.place(s.limitOrder(1, 'buy', '0.1', '59000'));
  const byRobot = s.place(s.limitOrder(1, 'buy', '0.1', '58000', { instructions: { guarded: true } }));
  s.must(timer(1_000, 'guarded'));
  s.exchange = Exchange.restore(s.exchange.snapshot());
  s.pass(1_000);
  expect(s.changed(byRobot.orderId)).toMatchObject({ reason: 'cancelTimer' });
  expect(s.exchange.openOrders(1).map(({ orderId }) => orderId)).toEqual([byHand.orderId]);
});

it('is switched off, and one for each market', () => {
  const s = market();
  s.must(timer(5_000));
  s.must(timer(6_000, 'guarded', ETH_USDT));
  expect(s.exchange.cancelTimers()).toEqual([
    { customerId: 1, marketId: BTC_USDT, dueAtMs: s.nowMs + 5_000, scope: 'all' },
    { customerId: 1, marketId: ETH_USDT, dueAtMs: s.nowMs + 6_000, scope: 'guarded' },
  ]);
  s.must(timer(null));
  expect(s.exchange.dueAtMs()).toBe(s.nowMs + 6_000);
  s.must(timer(null, 'all', ETH_USDT));
  s.must(timer(null, 'all', ETH_USDT));
  expect(s.exchange.cancelTimers()).toEqual([]);
});

it('is refused without a market, a customer or a sensible time', () => {
  const s = market();
  expect(s.refusal(timer(999))).toBe('invalid_order');
  expect(s.refusal(timer(86_400_001))).toBe('invalid_order');
  expect(s.refusal(timer(1_500.5))).toBe('invalid_order');
  expect(s.refusal(timer(5_000, 'some' as CancelScope))).toBe('invalid_order');
  expect(s.refusal(timer(5_000, 'all', 77))).toBe('unknown_market');
  expect(s.refusal({ ...timer(5_000), customerId: 77 })).toBe('unknown_customer');
});
