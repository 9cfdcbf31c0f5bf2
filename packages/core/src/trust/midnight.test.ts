import { beforeEach, describe, expect, it } from 'vitest';
import { Exchange } from '../exchange.ts';
import { isTimeDue } from '../testing/time-due.ts';
import type { Scenario } from '../testing/scenario.ts';
import {
  buy,
  configure,
  fund,
  passTo,
  redeem,
  toTrust,
  trust,
  trustScenario,
} from './testing/trust-scenario.ts';

let s: Scenario;
beforeEach(() => {
  s = trustScenario();
});

describe('at a midnight with many orders', () => {
  const MIDNIGHT = '2026-11-23T00:00:00Z';

  beforeEach(() => {
    s.must(fund(5_000));
    s.must(configure({ capacity: '100000', customerLimit: '6000' }, true));
    for (let id = 10; id < 260; id++) {
      s.customer(id, { USDT: '200' });
      s.must(toTrust(id, 200));
      s.must(buy(id, 100, { termsVersion: 2 }));
    }
  });

  it('orders are paid in bounded commands', () => {
    expect(passTo(s, MIDNIGHT)).toBe(3);
    for (let id = 10; id < 260; id++) expect(trust(s, id)).toBe('100.4 + 100');
  });

  it('other commands run in between, and orders not paid yet lose no day', () => {
    s.nowMs = Date.parse(MIDNIGHT);
    s.must({ type: 'passTime' });
    expect([s.exchange.dueAtMs() > s.nowMs, s.exchange.hasBacklog()]).toEqual([true, true]);
    const restored = Exchange.restore(s.exchange.snapshot());
    expect([restored.dueAtMs(), restored.hasBacklog()]).toEqual([s.exchange.dueAtMs(), true]);
    // The last of 250: redeeming pays the day's interest first, and the penalty is for 14 days.
    expect(trust(s, 259)).toBe('100 + 100');
    expect(s.refusal(redeem(259, 250, 8.3))).toBe('trust_penalty_changed');
    s.must(redeem(259, 250, 8.4));
    expect(trust(s, 259)).toBe('192 + 0');
    // The day's payment is reported, and the order only in its final state.
    expect(s.eventsOf('trustInterestPaid').map(({ orderId, day }) => [orderId, day])).toEqual([[250, 1]]);
    expect(s.eventsOf('trustOrderChanged').map(({ order }) => [order.orderId, order.state])).toEqual([
      [250, 'redeemed'],
    ]);
    s.must(buy(258, 100, { termsVersion: 2 }));
    expect(passTo(s, MIDNIGHT)).toBe(2);
    for (let id = 10; id < 258; id++) expect(trust(s, id)).toBe('100.4 + 100');
    expect([trust(s, 258), trust(s, 259)]).toEqual(['0.4 + 200', '192 + 0']);
  });

  it('an order whose last day is over cannot be redeemed, even before it is paid', () => {
    passTo(s, '2026-12-06T00:00:00Z');
    s.nowMs = Date.parse('2026-12-07T00:00:00Z');
    s.must({ type: 'passTime' });
    expect(s.refusal(redeem(259, 250))).toBe('trust_order_ended');
    expect(s.refusal({ type: 'setTrustRenewal', customerId: 259, orderId: 250, autoRenew: true })).toBe(
      'trust_order_ended',
    );
    passTo(s, s.nowMs);
    expect(trust(s, 259)).toBe('206 + 0');
  });
});

describe('a snapshot in the middle of a midnight', () => {
  it('continues exactly like the original', () => {
    s.must(fund(5_000));
    s.must(configure({ capacity: '100000' }));
    for (let id = 10; id < 50; id++) {
      s.customer(id, { USDT: '200' });
      s.must(toTrust(id, 200));
      s.must(buy(id, 100, { termsVersion: 2, autoRenew: id % 2 === 0 }));
    }
    s.must(redeem(12, 3));
    s.nowMs = Date.parse('2026-12-10T00:00:00Z');
    for (let i = 0; i < 3; i++) s.must({ type: 'passTime' });
    const restored = Exchange.restore(s.exchange.snapshot());
    expect(restored.stateHash()).toBe(s.exchange.stateHash());
    let commands = 0;
    while (isTimeDue(s.exchange, s.nowMs)) {
      expect(restored.dueAtMs()).toBe(s.exchange.dueAtMs());
      expect(restored.apply({ type: 'passTime' }, s.nowMs)).toEqual(
        s.exchange.apply({ type: 'passTime' }, s.nowMs),
      );
      commands++;
    }
    expect(commands).toBeGreaterThan(2);
    expect(restored.stateHash()).toBe(s.exchange.stateHash());
  });
});
