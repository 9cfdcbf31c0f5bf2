import { beforeEach, describe, expect, it } from 'vitest';
import type { Command } from '../command.ts';
import { USDT } from '../testing/demo-exchange.ts';
import type { Scenario } from '../testing/scenario.ts';
import { DAY_MS } from '../durations.ts';
import {
  buy,
  configure,
  fund,
  lastOrder,
  passTo,
  redeem,
  trust,
  trustScenario,
  usdt,
} from './testing/trust-scenario.ts';

let s: Scenario;
beforeEach(() => {
  s = trustScenario();
});

describe('an order from purchase to completion', () => {
  it('escrows all interest, freezes the principal, pays each day once and returns the principal', () => {
    s.must(buy(1, 1_000));
    expect(trust(s, 1)).toBe('7000 + 1000');
    expect([s.platform('treasury', 'USDT'), s.platform('trustEscrow', 'USDT')]).toEqual(['940', '60']);
    // Nothing is paid on the day of the deposit and the first earning day.
    expect(passTo(s, '2026-11-22T23:59:59.999Z')).toBe(0);
    passTo(s, '2026-11-23T00:00:00Z');
    expect(trust(s, 1)).toBe('7004 + 1000');
    expect(s.refusal({ type: 'passTime' })).toBe('nothing_due');
    for (let day = 2; day < 15; day++) passTo(s, Date.parse('2026-11-22T00:00:00Z') + day * DAY_MS);
    expect(trust(s, 1)).toBe('7056 + 1000');
    passTo(s, '2026-12-07T00:00:00Z');
    expect(lastOrder(s)).toMatchObject({ state: 'completed', paidDays: 15, paidMinor: usdt(60) });
    expect(trust(s, 1)).toBe('8060 + 0');
    expect([s.platform('treasury', 'USDT'), s.platform('trustEscrow', 'USDT')]).toEqual(['940', '0']);
    expect(s.exchange.dueAtMs()).toBe(Infinity);
    expect(s.exchange.trust.order(1)).toBe(null);
  });

  it('earns from the UTC day after its purchase, also if bought just before or after midnight', () => {
    s.nowMs = Date.parse('2026-11-21T23:59:59Z');
    s.must(buy(1, 1_000));
    s.nowMs = Date.parse('2026-11-22T00:00:01Z');
    s.must(buy(2, 1_000));
    passTo(s, '2026-11-23T00:00:00Z');
    expect([trust(s, 1), trust(s, 2)]).toEqual(['7004 + 1000', '7000 + 1000']);
    passTo(s, '2026-11-24T00:00:00Z');
    expect([trust(s, 1), trust(s, 2)]).toEqual(['7008 + 1000', '7004 + 1000']);
  });

  it('pays every day missed in a downtime once, in order', () => {
    s.must(buy(1, 1_000));
    s.must(buy(2, 500));
    passTo(s, '2026-11-25T13:00:00Z');
    expect([trust(s, 1), trust(s, 2)]).toEqual(['7012 + 1000', '7506 + 500']);
    const paid = s.events.filter(event => event.type === 'trustInterestPaid');
    expect(paid.map(event => `${event.orderId}:${event.day}`)).toEqual([
      '1:1',
      '2:1',
      '1:2',
      '2:2',
      '1:3',
      '2:3',
    ]);
  });

  it('is accepted up to capacity and customer limit exactly; returned principal frees both', () => {
    s.must(configure({ capacity: '1000.5', customerLimit: '700' }));
    const bid = (customerId: number, units: number) => buy(customerId, units, { termsVersion: 2 });
    s.must(bid(1, 700));
    expect(s.refusal({ ...bid(2, 100), amountMinor: usdt(300.5) + 1n })).toBe('trust_sold_out');
    expect(s.refusal(bid(1, 100))).toBe('trust_customer_limit');
    s.must(bid(2, 300.5));
    expect(s.refusal(bid(2, 100))).toBe('trust_sold_out');
    expect(s.exchange.trust.product(1)!.hostedMinor).toBe(usdt(1_000.5));
    s.must(redeem(1, 1));
    expect(s.refusal({ ...bid(2, 100), amountMinor: usdt(399.5) + 1n })).toBe('trust_customer_limit');
    s.must(bid(2, 399.5));
    expect(s.exchange.trust.hostedBy(1, 2)).toBe(usdt(700));
  });

  it('is paid in full even if the treasury is empty', () => {
    s.must(buy(1, 1_000));
    s.must({
      type: 'fundHouse',
      from: 'treasury',
      to: 'insurance',
      currencyId: USDT,
      amountMinor: usdt(940),
      reference: 'test:2',
    });
    expect(s.refusal(buy(2, 100))).toBe('treasury_short');
    passTo(s, '2026-12-07T00:00:00Z');
    expect(trust(s, 1)).toBe('8060 + 0');
  });
});

describe('early redemption', () => {
  it('on the day of the deposit costs the penalty of all 15 days', () => {
    s.must(buy(1, 1_000));
    s.must(redeem(1, 1, 90));
    expect(lastOrder(s)).toMatchObject({ state: 'redeemed', penaltyMinor: usdt(90), endedAtMs: s.nowMs });
    expect(trust(s, 1)).toBe('7910 + 0');
    // Penalty and unearned interest go to the treasury.
    expect([s.platform('treasury', 'USDT'), s.platform('trustEscrow', 'USDT')]).toEqual(['1090', '0']);
    expect(s.exchange.dueAtMs()).toBe(Infinity);
    expect(s.refusal(redeem(1, 1))).toBe('trust_order_ended');
  });

  it('in the middle keeps the interest paid and costs the remaining days', () => {
    s.must(buy(1, 1_000));
    passTo(s, '2026-11-27T12:00:00Z');
    s.must(redeem(1, 1, 60));
    expect(trust(s, 1)).toBe('7960 + 0');
    expect(s.platform('treasury', 'USDT')).toBe('1040');
  });

  it('on the last day costs one', () => {
    s.must(buy(1, 1_000));
    passTo(s, '2026-12-06T23:59:59Z');
    s.must(redeem(1, 1, 6));
    expect(trust(s, 1)).toBe('8050 + 0');
    passTo(s, '2026-12-07T00:00:00Z');
    expect(trust(s, 1)).toBe('8050 + 0');
  });

  it('never takes more than the announced penalty', () => {
    s.must(buy(1, 1_000));
    expect(s.refusal(redeem(1, 1, 89))).toBe('trust_penalty_changed');
    expect(s.exchange.apply(redeem(1, 1, 89), s.nowMs)).toMatchObject({
      refusal: { field: 'penalty', params: { penalty: '90', currency: 'USDT' } },
    });
    // A day later the penalty is lower than announced, and the lower one is taken.
    passTo(s, '2026-11-23T00:00:00Z');
    s.must(redeem(1, 1, 90));
    expect(trust(s, 1)).toBe('7920 + 0');
  });

  it('never takes more than the principal', () => {
    s.must(configure({ penaltyPpm: 1_000_000 }));
    s.must(buy(1, 1_000, { termsVersion: 2 }));
    s.must(redeem(1, 1, 1_000));
    expect(trust(s, 1)).toBe('7000 + 0');
  });
});

describe('renewal', () => {
  it('continues without a gap under the same terms, as a new order', () => {
    s.must(buy(1, 1_000, { autoRenew: true }));
    passTo(s, '2026-12-07T00:00:00Z');
    expect(lastOrder(s)).toMatchObject({ orderId: 2, renewalOf: 1, state: 'hosting', paidDays: 0 });
    expect(trust(s, 1)).toBe('7060 + 1000');
    expect(s.platform('trustEscrow', 'USDT')).toBe('60');
    expect(s.exchange.trust.product(1)).toMatchObject({ hostedMinor: usdt(1_000), orderCount: 2 });
    // The next day earns interest: there is no second waiting day.
    passTo(s, '2026-12-08T00:00:00Z');
    expect(trust(s, 1)).toBe('7064 + 1000');
  });

  it('does not happen if the treasury cannot promise it, the product is off, or the customer frozen', () => {
    s.must(fund(300));
    s.must(configure({}, true, 2));
    s.must(buy(1, 1_000, { autoRenew: true, productId: 2 }));
    s.must(buy(2, 1_000, { autoRenew: true }));
    s.must(configure({}, false, 2));
    s.must({ type: 'setCustomerFrozen', customerId: 2, frozen: true });
    passTo(s, '2026-12-07T00:00:00Z');
    expect([trust(s, 1), trust(s, 2)]).toEqual(['8060 + 0', '8060 + 0']);
    s.must({ type: 'setCustomerFrozen', customerId: 2, frozen: false });
    s.must(buy(2, 1_000, { autoRenew: true }));
    s.must({
      ...(fund(1) as Extract<Command, { type: 'fundHouse' }>),
      from: 'treasury',
      to: 'insurance',
      amountMinor: usdt(1_100),
    });
    passTo(s, '2027-01-10T00:00:00Z');
    expect(trust(s, 2)).toBe('8120 + 0');
  });

  it('can be switched while the order runs, by its owner', () => {
    s.must(buy(1, 1_000, { autoRenew: true }));
    const off = { type: 'setTrustRenewal', customerId: 1, orderId: 1, autoRenew: false } as const;
    expect(s.refusal({ ...off, customerId: 2 })).toBe('unknown_trust_order');
    expect(s.must(off)).toHaveLength(1);
    expect(s.must(off)).toHaveLength(0);
    passTo(s, '2026-12-07T00:00:00Z');
    expect(trust(s, 1)).toBe('8060 + 0');
    expect(s.refusal(off)).toBe('trust_order_ended');
  });
});

describe('capacity', () => {
  it('is never exceeded by a thousand purchases at once', () => {
    s.must(fund(10_000));
    s.must(configure({ capacity: '30050', customerLimit: '100' }));
    for (let id = 1_000; id < 2_000; id++) {
      s.exchange.apply({ type: 'openCustomer', customerId: id }, s.nowMs);
      s.exchange.apply(
        {
          type: 'credit',
          customerId: id,
          account: 'trust',
          currencyId: USDT,
          amountMinor: usdt(100),
          from: 'faucet',
          reference: `faucet:${id}`,
        },
        s.nowMs,
      );
    }
    let sold = 0;
    const refusals = new Set<string>();
    for (let id = 1_000; id < 2_000; id++) {
      const outcome = s.exchange.apply(buy(id, 100, { termsVersion: 2 }), s.nowMs);
      if (outcome.ok) sold++;
      else refusals.add(outcome.refusal.code);
    }
    expect({ sold, refusals: [...refusals] }).toEqual({ sold: 300, refusals: ['trust_sold_out'] });
    s.exchange.checkInvariants('all');
  });

  it('and a customer’s limit are freed when principal returns', () => {
    s.must(buy(1, 5_000));
    s.must(buy(1, 1_000));
    expect(s.exchange.apply(buy(1, 100), s.nowMs)).toMatchObject({
      refusal: { code: 'trust_customer_limit', field: 'amount', params: { left: '0', currency: 'USDT' } },
    });
    expect(s.exchange.apply(buy(2, 5_000), s.nowMs)).toMatchObject({
      refusal: { code: 'trust_sold_out', params: { left: '4000' } },
    });
    s.must(redeem(1, 1));
    s.must(buy(2, 5_000));
    expect(s.exchange.trust.hostedBy(1, 1)).toBe(usdt(1_000));
  });
});
