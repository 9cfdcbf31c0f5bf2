import { beforeEach, describe, expect, it } from 'vitest';
import type { Command } from '../command.ts';
import { Exchange } from '../exchange.ts';
import { USDT } from '../testing/demo-exchange.ts';
import { hasToPass } from '../testing/has-to-pass.ts';
import { Scenario } from '../testing/scenario.ts';
import { DAY_MS } from './figures.ts';
import type { BuyTrust, ConfigureTrustProduct, RedeemTrust, TrustOrder, TrustTermsConfig } from './terms.ts';

/** The source's product: 0.4 % a day, 15 days, penalty 1.5 times the yield for each remaining day. */
const TERMS: TrustTermsConfig = {
  currencyId: USDT,
  cycleDays: 15,
  dailyYieldPpm: 4_000,
  penaltyPpm: 6_000,
  minimum: '100',
  maximum: '5000',
  capacity: '10000',
  customerLimit: '6000',
  opensAtMs: 0,
};
const usdt = (units: number): bigint => BigInt(Math.round(units * 10)) * 100_000n;

let s: Scenario;
beforeEach(() => {
  s = new Scenario();
  s.nowMs = Date.parse('2026-11-21T10:00:00Z');
  s.must(fund(1_000));
  s.must(configure());
  for (const customerId of [1, 2]) {
    s.customer(customerId, { USDT: '10000' });
    s.must(toTrust(customerId, 8_000));
  }
});

function fund(units: number): Command {
  return {
    type: 'fundHouse',
    from: 'faucet',
    to: 'treasury',
    currencyId: USDT,
    amountMinor: usdt(units),
    reference: 'test:1',
  };
}

function toTrust(customerId: number, units: number): Command {
  return {
    type: 'transfer',
    customerId,
    currencyId: USDT,
    from: 'spot',
    to: 'trust',
    amountMinor: usdt(units),
  };
}

function configure(
  change: Partial<TrustTermsConfig> = {},
  enabled = true,
  productId = 1,
): ConfigureTrustProduct {
  return { type: 'configureTrustProduct', productId, enabled, terms: { ...TERMS, ...change } };
}

function buy(customerId: number, units: number, change: Partial<BuyTrust> = {}): BuyTrust {
  return {
    type: 'buyTrust',
    customerId,
    productId: 1,
    termsVersion: 1,
    amountMinor: usdt(units),
    autoRenew: false,
    ...change,
  };
}

function redeem(customerId: number, orderId: number, most = 10_000): RedeemTrust {
  return { type: 'redeemTrust', customerId, orderId, maxPenaltyMinor: usdt(most) };
}

/** As the sequencer does it: before anything at this time happens, whatever is due. */
function passTo(time: number | string): number {
  s.nowMs = typeof time === 'number' ? time : Date.parse(time);
  let commands = 0;
  while (hasToPass(s.exchange, s.nowMs)) {
    s.must({ type: 'passTime' });
    commands++;
  }
  return commands;
}

function trust(customerId: number): string {
  const key = { ownerId: customerId, account: 'trust', currencyId: USDT } as const;
  const { availableMinor, frozenMinor } = s.exchange.balance(key);
  return `${Number(availableMinor) / 1e6} + ${Number(frozenMinor) / 1e6}`;
}

function lastOrder(): TrustOrder {
  return s.events.findLast(event => event.type === 'trustOrderChanged')!.order;
}

describe('an order from purchase to completion', () => {
  it('escrows all interest, freezes the principal, pays each day once and returns the principal', () => {
    s.must(buy(1, 1_000));
    expect(trust(1)).toBe('7000 + 1000');
    expect([s.platform('treasury', 'USDT'), s.platform('trustEscrow', 'USDT')]).toEqual(['940', '60']);
    // The day of the deposit and the first earning day: nothing yet.
    expect(passTo('2026-11-22T23:59:59.999Z')).toBe(0);
    passTo('2026-11-23T00:00:00Z');
    expect(trust(1)).toBe('7004 + 1000');
    expect(s.refusal({ type: 'passTime' })).toBe('nothing_due');
    for (let day = 2; day < 15; day++) passTo(Date.parse('2026-11-22T00:00:00Z') + day * DAY_MS);
    expect(trust(1)).toBe('7056 + 1000');
    passTo('2026-12-07T00:00:00Z');
    expect(lastOrder()).toMatchObject({ state: 'completed', paidDays: 15, paidMinor: usdt(60) });
    expect(trust(1)).toBe('8060 + 0');
    expect([s.platform('treasury', 'USDT'), s.platform('trustEscrow', 'USDT')]).toEqual(['940', '0']);
    expect(s.exchange.dueAtMs()).toBe(Infinity);
    expect(s.exchange.trust.order(1)).toBe(null);
  });

  it('bought a second before midnight earns from the next second, a second after it a day later', () => {
    s.nowMs = Date.parse('2026-11-21T23:59:59Z');
    s.must(buy(1, 1_000));
    s.nowMs = Date.parse('2026-11-22T00:00:01Z');
    s.must(buy(2, 1_000));
    passTo('2026-11-23T00:00:00Z');
    expect([trust(1), trust(2)]).toEqual(['7004 + 1000', '7000 + 1000']);
    passTo('2026-11-24T00:00:00Z');
    expect([trust(1), trust(2)]).toEqual(['7008 + 1000', '7004 + 1000']);
  });

  it('after three days of downtime pays every missed day, in order, each once', () => {
    s.must(buy(1, 1_000));
    s.must(buy(2, 500));
    passTo('2026-11-25T13:00:00Z');
    expect([trust(1), trust(2)]).toEqual(['7012 + 1000', '7506 + 500']);
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

  it('hosts its capacity and each customer’s limit to the unit, and what returns makes room', () => {
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

  it('a dry treasury stops no payment', () => {
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
    passTo('2026-12-07T00:00:00Z');
    expect(trust(1)).toBe('8060 + 0');
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

    it('is paid in bounded commands', () => {
      expect(passTo(MIDNIGHT)).toBe(3);
      for (let id = 10; id < 260; id++) expect(trust(id)).toBe('100.4 + 100');
    });

    it('others act in between: nobody waits, and whose turn has not come loses no day', () => {
      s.nowMs = Date.parse(MIDNIGHT);
      s.must({ type: 'passTime' });
      expect([s.exchange.dueAtMs() > s.nowMs, s.exchange.hasBacklog()]).toEqual([true, true]);
      const restored = Exchange.restore(s.exchange.snapshot());
      expect([restored.dueAtMs(), restored.hasBacklog()]).toEqual([s.exchange.dueAtMs(), true]);
      // The last of 250: a day's interest is theirs, and the penalty is that of 14 days.
      expect(trust(259)).toBe('100 + 100');
      expect(s.refusal(redeem(259, 250, 8.3))).toBe('trust_penalty_changed');
      s.must(redeem(259, 250, 8.4));
      expect(trust(259)).toBe('192 + 0');
      // The day that was paid on the way is told as a payment; of the order only how it ended.
      expect(s.eventsOf('trustInterestPaid').map(({ orderId, day }) => [orderId, day])).toEqual([[250, 1]]);
      expect(s.eventsOf('trustOrderChanged').map(({ order }) => [order.orderId, order.state])).toEqual([
        [250, 'redeemed'],
      ]);
      s.must(buy(258, 100, { termsVersion: 2 }));
      expect(passTo(MIDNIGHT)).toBe(2);
      for (let id = 10; id < 258; id++) expect(trust(id)).toBe('100.4 + 100');
      expect([trust(258), trust(259)]).toEqual(['0.4 + 200', '192 + 0']);
    });

    it('an order whose last day is over has ended, though its turn is still to come', () => {
      passTo('2026-12-06T00:00:00Z');
      s.nowMs = Date.parse('2026-12-07T00:00:00Z');
      s.must({ type: 'passTime' });
      expect(s.refusal(redeem(259, 250))).toBe('trust_order_ended');
      expect(s.refusal({ type: 'setTrustRenewal', customerId: 259, orderId: 250, autoRenew: true })).toBe(
        'trust_order_ended',
      );
      passTo(s.nowMs);
      expect(trust(259)).toBe('206 + 0');
    });
  });
});

describe('early redemption', () => {
  it('on the day of the deposit costs the penalty of all 15 days', () => {
    s.must(buy(1, 1_000));
    s.must(redeem(1, 1, 90));
    expect(lastOrder()).toMatchObject({ state: 'redeemed', penaltyMinor: usdt(90), endedAtMs: s.nowMs });
    expect(trust(1)).toBe('7910 + 0');
    // Penalty and unearned interest go to the treasury.
    expect([s.platform('treasury', 'USDT'), s.platform('trustEscrow', 'USDT')]).toEqual(['1090', '0']);
    expect(s.exchange.dueAtMs()).toBe(Infinity);
    expect(s.refusal(redeem(1, 1))).toBe('trust_order_ended');
  });

  it('in the middle keeps what was paid, and costs the remaining days', () => {
    s.must(buy(1, 1_000));
    passTo('2026-11-27T12:00:00Z');
    s.must(redeem(1, 1, 60));
    expect(trust(1)).toBe('7960 + 0');
    expect(s.platform('treasury', 'USDT')).toBe('1040');
  });

  it('on the last day costs one', () => {
    s.must(buy(1, 1_000));
    passTo('2026-12-06T23:59:59Z');
    s.must(redeem(1, 1, 6));
    expect(trust(1)).toBe('8050 + 0');
    passTo('2026-12-07T00:00:00Z');
    expect(trust(1)).toBe('8050 + 0');
  });

  it('never takes more than was announced', () => {
    s.must(buy(1, 1_000));
    expect(s.refusal(redeem(1, 1, 89))).toBe('trust_penalty_changed');
    expect(s.exchange.apply(redeem(1, 1, 89), s.nowMs)).toMatchObject({
      refusal: { field: 'penalty', params: { penalty: '90', currency: 'USDT' } },
    });
    // A day later it is less than announced: taken is what it is.
    passTo('2026-11-23T00:00:00Z');
    s.must(redeem(1, 1, 90));
    expect(trust(1)).toBe('7920 + 0');
  });

  it('never takes more than the principal', () => {
    s.must(configure({ penaltyPpm: 1_000_000 }));
    s.must(buy(1, 1_000, { termsVersion: 2 }));
    s.must(redeem(1, 1, 1_000));
    expect(trust(1)).toBe('7000 + 0');
  });
});

describe('renewal', () => {
  it('goes on without a gap under the same terms, as an order of its own', () => {
    s.must(buy(1, 1_000, { autoRenew: true }));
    passTo('2026-12-07T00:00:00Z');
    expect(lastOrder()).toMatchObject({ orderId: 2, renewalOf: 1, state: 'hosting', paidDays: 0 });
    expect(trust(1)).toBe('7060 + 1000');
    expect(s.platform('trustEscrow', 'USDT')).toBe('60');
    expect(s.exchange.trust.product(1)).toMatchObject({ hostedMinor: usdt(1_000), orderCount: 2 });
    // The next day earns: there is no second day of waiting.
    passTo('2026-12-08T00:00:00Z');
    expect(trust(1)).toBe('7064 + 1000');
  });

  it('stays off if the treasury cannot promise it, the product is off, or the customer frozen', () => {
    s.must(fund(300));
    s.must(configure({}, true, 2));
    s.must(buy(1, 1_000, { autoRenew: true, productId: 2 }));
    s.must(buy(2, 1_000, { autoRenew: true }));
    s.must(configure({}, false, 2));
    s.must({ type: 'setCustomerFrozen', customerId: 2, frozen: true });
    passTo('2026-12-07T00:00:00Z');
    expect([trust(1), trust(2)]).toEqual(['8060 + 0', '8060 + 0']);
    s.must({ type: 'setCustomerFrozen', customerId: 2, frozen: false });
    s.must(buy(2, 1_000, { autoRenew: true }));
    s.must({
      ...(fund(1) as Extract<Command, { type: 'fundHouse' }>),
      from: 'treasury',
      to: 'insurance',
      amountMinor: usdt(1_100),
    });
    passTo('2027-01-10T00:00:00Z');
    expect(trust(2)).toBe('8120 + 0');
  });

  it('can be switched while the order runs, by its owner', () => {
    s.must(buy(1, 1_000, { autoRenew: true }));
    const off = { type: 'setTrustRenewal', customerId: 1, orderId: 1, autoRenew: false } as const;
    expect(s.refusal({ ...off, customerId: 2 })).toBe('unknown_trust_order');
    expect(s.must(off)).toHaveLength(1);
    expect(s.must(off)).toHaveLength(0);
    passTo('2026-12-07T00:00:00Z');
    expect(trust(1)).toBe('8060 + 0');
    expect(s.refusal(off)).toBe('trust_order_ended');
  });
});

describe('capacity', () => {
  it('is never oversold by a thousand who want it at once', () => {
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

  it('and a customer’s limit make room again when money returns', () => {
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

describe('terms', () => {
  it('may change until somebody buys, and the customer buys what they were shown', () => {
    s.must(configure({ dailyYieldPpm: 3_000 }));
    expect(s.refusal(buy(1, 1_000))).toBe('trust_terms_changed');
    s.must(buy(1, 1_000, { termsVersion: 2 }));
    expect(s.refusal(configure())).toBe('trust_terms_frozen');
    s.must(configure({ dailyYieldPpm: 3_000 }, false));
    expect(s.refusal(buy(2, 1_000, { termsVersion: 2 }))).toBe('trust_closed');
    expect(s.exchange.trust.product(1)).toMatchObject({ version: 2, enabled: false, orderCount: 1 });
  });

  it('are refused beyond what the treasury covers, all open products of the currency together', () => {
    // 10,000 × 6 % = 600 of 1,000 are spoken for.
    expect(s.refusal(configure({ capacity: '7000' }, true, 2))).toBe('treasury_short');
    s.must(configure({ capacity: '6000' }, true, 2));
    s.must(configure({ capacity: '900000' }, false, 3));
    expect(s.refusal(configure({ capacity: '900000' }, true, 3))).toBe('treasury_short');
  });

  it('sell nothing before they open', () => {
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
  // Less than a minor unit of interest a day.
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

  it('while the switch of all products is off nothing is bought or renewed, also after a restart', () => {
    s.must(buy(1, 1_000, { autoRenew: true }));
    s.must({ type: 'setTrustOpen', open: false });
    s.exchange = Exchange.restore(s.exchange.snapshot());
    expect(s.exchange.trust.isOpen).toBe(false);
    expect(s.refusal(buy(1, 1_000))).toBe('trust_closed');
    passTo('2026-12-07T00:00:00Z');
    expect([trust(1), s.exchange.trust.openOrders()]).toEqual(['8060 + 0', []]);
    s.must({ type: 'setTrustOpen', open: true });
    s.must(buy(1, 1_000));
  });

  it('a frozen customer neither buys, redeems nor switches', () => {
    s.must(buy(1, 1_000));
    s.must({ type: 'setCustomerFrozen', customerId: 1, frozen: true });
    expect(s.refusal(buy(1, 1_000))).toBe('customer_frozen');
    expect(s.refusal(redeem(1, 1))).toBe('customer_frozen');
    expect(s.refusal({ type: 'setTrustRenewal', customerId: 1, orderId: 1, autoRenew: true })).toBe(
      'customer_frozen',
    );
    // What was promised is paid all the same.
    passTo('2026-11-23T00:00:00Z');
    expect(trust(1)).toBe('7004 + 1000');
  });
});

describe('a snapshot in the middle of a midnight', () => {
  it('goes on exactly as the exchange it was taken from', () => {
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
    while (hasToPass(s.exchange, s.nowMs)) {
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
