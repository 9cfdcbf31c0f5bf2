import { beforeEach, describe, expect, it } from 'vitest';
import type { Command } from '../command.ts';
import { Exchange } from '../exchange.ts';
import type { Scenario } from '../testing/scenario.ts';
import { buy, configure, passTo, redeem, trust, trustScenario } from './testing/trust-scenario.ts';

let s: Scenario;
beforeEach(() => {
  s = trustScenario();
});

describe('terms', () => {
  it('may change until the first purchase, and a purchase names the version shown', () => {
    s.must(configure({ dailyYieldPpm: 3_000 }));
    expect(s.refusal(buy(1, 1_000))).toBe('trust_terms_changed');
    s.must(buy(1, 1_000, { termsVersion: 2 }));
    expect(s.refusal(configure())).toBe('trust_terms_frozen');
    s.must(configure({ dailyYieldPpm: 3_000 }, false));
    expect(s.refusal(buy(2, 1_000, { termsVersion: 2 }))).toBe('trust_closed');
    expect(s.exchange.trust.product(1)).toMatchObject({ version: 2, enabled: false, orderCount: 1 });
  });

  it('are refused if all open products of the currency promise more than the treasury covers', () => {
    // 10,000 × 6 % = 600 of 1,000 is promised.
    expect(s.refusal(configure({ capacity: '7000' }, true, 2))).toBe('treasury_short');
    s.must(configure({ capacity: '6000' }, true, 2));
    s.must(configure({ capacity: '900000' }, false, 3));
    expect(s.refusal(configure({ capacity: '900000' }, true, 3))).toBe('treasury_short');
  });

  it('allow no purchase before they open', () => {
    const opensAtMs = s.nowMs + 1_000;
    s.must(configure({ opensAtMs }));
    expect(s.refusal(buy(1, 1_000, { termsVersion: 2 }))).toBe('trust_not_open');
    s.nowMs = opensAtMs;
    s.must(buy(1, 1_000, { termsVersion: 2 }));
  });
});

const refusals: readonly [code: string, field: string | undefined, command: () => object][] = [
  ['unknown_customer', 'customer_id', () => buy(9, 1_000)],
  ['unknown_trust_product', 'product_id', () => buy(1, 1_000, { productId: 9 })],
  ['invalid_amount', 'amount', () => buy(1, 0)],
  ['invalid_amount', 'amount', () => ({ ...buy(1, 1), amountMinor: 1_000_000 })],
  ['invalid_trust_terms', 'auto_renew', () => ({ ...buy(1, 1_000), autoRenew: 'yes' })],
  ['trust_below_minimum', 'amount', () => buy(1, 99)],
  ['trust_above_maximum', 'amount', () => buy(1, 5_001)],
  ['insufficient_balance', 'amount', () => buy(3, 1_000)],
  ['unknown_trust_order', 'order_id', () => redeem(1, 7)],
  ['unknown_trust_order', 'order_id', () => redeem(1, Number.NaN)],
  ['unknown_trust_order', 'order_id', () => redeem(2, 1)],
  ['trust_penalty_changed', 'penalty', () => ({ ...redeem(1, 1), maxPenaltyMinor: 5 })],
  [
    'invalid_trust_terms',
    'auto_renew',
    () => ({ type: 'setTrustRenewal', customerId: 1, orderId: 1, autoRenew: 1 }),
  ],
  ['unknown_trust_product', 'product_id', () => configure({}, true, 0)],
  ['unknown_currency', 'currency_id', () => configure({ currencyId: 99 })],
  ['invalid_trust_terms', 'open', () => ({ type: 'setTrustOpen', open: 1 })],
  ['invalid_trust_terms', 'enabled', () => ({ ...configure(), enabled: 1 })],
  ['invalid_trust_terms', 'cycle_days', () => configure({ cycleDays: 0 })],
  ['invalid_trust_terms', 'cycle_days', () => configure({ cycleDays: 1.5 })],
  ['invalid_trust_terms', 'daily_yield', () => configure({ dailyYieldPpm: 0 })],
  ['invalid_trust_terms', 'penalty_rate', () => configure({ penaltyPpm: -1 })],
  ['invalid_trust_terms', 'opens_at_ms', () => configure({ opensAtMs: -1 })],
  ['invalid_trust_terms', 'minimum', () => configure({ minimum: '0' })],
  ['invalid_trust_terms', 'minimum', () => configure({ minimum: 'all' })],
  // Its daily interest is less than a minor unit.
  ['invalid_trust_terms', 'minimum', () => configure({ minimum: '0.000249' })],
  ['invalid_trust_terms', 'maximum', () => configure({ maximum: '99' })],
  ['invalid_trust_terms', 'customer_limit', () => configure({ customerLimit: '99' })],
  ['invalid_trust_terms', 'capacity', () => configure({ capacity: '99' })],
  ['invalid_trust_terms', 'capacity', () => configure({ capacity: '9'.repeat(25) })],
  ['treasury_short', 'capacity', () => configure({ capacity: '900000' }, true, 2)],
];

describe('every refusal names its code and field, and changes nothing', () => {
  it.each(refusals.map(([code, field, command], i) => ({ row: i + 1, code, field, command })))(
    'row $row: $code ($field)',
    ({ code, field, command }) => {
      s.customer(3, { USDT: '10000' });
      s.must(buy(1, 1_000));
      const refused = command() as Command;
      expect(s.refusal(refused)).toBe(code);
      const outcome = s.exchange.apply(refused, s.nowMs);
      expect(outcome.ok ? null : outcome.refusal.field).toBe(field);
    },
  );

  it('nothing is bought or renewed while the switch of all products is off, also after a restart', () => {
    s.must(buy(1, 1_000, { autoRenew: true }));
    s.must({ type: 'setTrustOpen', open: false });
    s.exchange = Exchange.restore(s.exchange.snapshot());
    expect(s.exchange.trust.isOpen).toBe(false);
    expect(s.refusal(buy(1, 1_000))).toBe('trust_closed');
    passTo(s, '2026-12-07T00:00:00Z');
    expect([trust(s, 1), s.exchange.trust.openOrders()]).toEqual(['8060 + 0', []]);
    s.must({ type: 'setTrustOpen', open: true });
    s.must(buy(1, 1_000));
  });

  it('a frozen customer cannot buy, redeem or change renewal', () => {
    s.must(buy(1, 1_000));
    s.must({ type: 'setCustomerFrozen', customerId: 1, frozen: true });
    expect(s.refusal(buy(1, 1_000))).toBe('customer_frozen');
    expect(s.refusal(redeem(1, 1))).toBe('customer_frozen');
    expect(s.refusal({ type: 'setTrustRenewal', customerId: 1, orderId: 1, autoRenew: true })).toBe(
      'customer_frozen',
    );
    // Promised interest is still paid.
    passTo(s, '2026-11-23T00:00:00Z');
    expect(trust(s, 1)).toBe('7004 + 1000');
  });
});
