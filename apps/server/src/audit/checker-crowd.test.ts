import { expect, test } from 'vitest';
import type { Command } from '@tallystick/core';
import { DAY_MS, HOUR_MS } from '@tallystick/core/durations';
import { lumaOffer } from '@tallystick/core/launch/testing/offer';
import { configureCommands } from '@tallystick/core/testing/demo-exchange';
import { optionSetup } from '@tallystick/core/testing/arbitrary-options';
import { trustSetup } from '@tallystick/core/testing/arbitrary-trust';
import { Random } from '@tallystick/core/testing/random';
import { isTimeDue } from '@tallystick/core/testing/time-due';
import { Comparison } from './testing/compare-history.ts';

/**
 * Seven hundred customers: more options, deposits, commitments and rebates than one command settles, with other commands
 * between the parts. Mixed histories have four customers.
 */
const CROWD = 700;
const START_MS = 1_700_000_000_000;

class Crowd {
  readonly comparison = new Comparison({ every: 700 });
  readonly random: Random;
  readonly counts = new Map<string, number>();
  nowMs = START_MS;

  constructor(seed: number) {
    this.random = new Random(seed);
  }

  apply(command: Command): void {
    const before = this.comparison.accepted;
    const difference = this.comparison.apply(command, this.nowMs);
    if (difference !== null) throw new Error(JSON.stringify(difference, (_, one: unknown) => String(one)));
    if (this.comparison.accepted > before)
      this.counts.set(command.type, (this.counts.get(command.type) ?? 0) + 1);
  }

  /** What is due comes first; of a backlog one part, as between the sequencer's batches. */
  later(waitMs: number): void {
    this.nowMs += waitMs;
    while (this.comparison.exchange.dueAtMs() <= this.nowMs) this.apply({ type: 'passTime' });
    if (isTimeDue(this.comparison.exchange, this.nowMs)) this.apply({ type: 'passTime' });
  }

  credit(
    customerId: number,
    account: 'spot' | 'option' | 'trust',
    currencyId: number,
    amountMinor: bigint,
  ): void {
    const money = { currencyId, amountMinor, from: 'faucet', reference: 'test:7' } as const;
    this.apply({ type: 'credit', customerId, account, ...money });
  }

  tick(): void {
    const priceE8 = 6_000_000_000_000 + this.random.between(-2, 2) * 5_000_000_000;
    const sources = [{ name: 'test', priceE8, atMs: 1 }];
    this.apply({ type: 'recordIndexTick', marketId: 1, priceE8, sources });
  }

  begin(): void {
    for (const command of configureCommands()) this.apply(command);
    for (let customerId = 1; customerId <= CROWD; customerId++) {
      this.apply({ type: 'openCustomer', customerId });
      this.credit(customerId, 'spot', 3, 900_000_000n);
      this.credit(customerId, 'spot', 1, 1_000_000n);
      this.credit(customerId, 'option', 3, 50_000_000n);
      this.credit(customerId, 'trust', 3, 500_000_000n);
      const promoterId = this.random.between(1, customerId);
      if (promoterId < customerId) this.apply({ type: 'linkPromoter', customerId, promoterId });
    }
    for (const command of optionSetup()) this.apply(command);
    for (const command of trustSetup()) this.apply(command);
    const money = {
      currencyId: 3,
      amountMinor: 9_000_000_000n,
      from: 'faucet',
      reference: 'test:8',
    } as const;
    this.apply({ type: 'fundHouse', to: 'treasury', ...money });
    const terms = { firstPpm: 200_000, secondPpm: 50_000 };
    this.apply({ type: 'changeReferralTerms', terms, noticeMs: DAY_MS });
    this.configureForMany();
  }

  /** Room for everybody. */
  configureForMany(): void {
    const terms = {
      currencyId: 3,
      cycleDays: 2,
      dailyYieldPpm: 4_321,
      penaltyPpm: 6_000,
      minimum: '10',
      maximum: '900',
      capacity: '250000',
      customerLimit: '900',
      opensAtMs: 0,
    };
    this.apply({ type: 'configureTrustProduct', productId: 3, enabled: true, terms });
    const luma = lumaOffer(this.nowMs);
    const startMs = this.nowMs + 1_000;
    const offer = { ...luma, startMs, closeMs: startMs + HOUR_MS, launchMs: startMs + HOUR_MS + 5_000 };
    const releases = [
      { afterMs: 0, ppm: 250_000 },
      { afterMs: 30_000, ppm: 750_000 },
    ];
    this.apply({ type: 'configureLaunchOffer', offer: { ...offer, releases } });
  }

  /** Each in turn, in no order. */
  everybody(act: (customerId: number) => void): void {
    const ids = Array.from({ length: CROWD }, (_, i) => i + 1);
    for (let left = ids.length; left > 0; left--) {
      const place = this.random.below(left);
      act(ids[place]!);
      ids[place] = ids[left - 1]!;
    }
  }

  /** Something that meets what is being settled. */
  meddle(): void {
    const customerId = this.random.between(1, CROWD);
    const orderId = this.random.between(1, CROWD);
    const order = this.comparison.exchange.trust.order(orderId);
    if (order !== null && this.random.below(3) === 0) {
      const redeemed = { orderId, customerId: order.customerId, maxPenaltyMinor: 9_000_000n };
      this.apply({ type: 'redeemTrust', ...redeemed });
    }
    const frozen = this.random.below(2) === 0;
    this.apply({ type: 'setCustomerFrozen', customerId, frozen });
    const amountMinor = BigInt(this.random.between(1, 900_000_000));
    const transfer = { customerId: this.random.between(1, CROWD), currencyId: 3, amountMinor };
    this.apply({ type: 'transfer', from: 'spot', to: 'option', ...transfer });
  }

  trade(customerId: number): void {
    const side = this.random.below(2) === 0 ? 'buy' : 'sell';
    this.apply({
      type: 'placeOrder',
      customerId,
      marketId: 1,
      side,
      orderType: 'limit',
      timeInForce: 'GTC',
      postOnly: false,
      priceTicks: 600_000,
      quantityLots: this.random.between(10, 900),
      budgetMinor: null,
      triggerTicks: null,
      clientOrderId: null,
    });
  }

  /** Until nothing is due or left over. */
  settle(): void {
    while (isTimeDue(this.comparison.exchange, this.nowMs)) {
      this.meddle();
      this.apply({ type: 'passTime' });
    }
  }
}

test('a crowd is settled in parts, the same by core and checker', () => {
  const crowd = new Crowd(1);
  crowd.begin();
  crowd.later(1_000);
  crowd.everybody(customerId => {
    crowd.trade(customerId);
    const amountMinor = BigInt(crowd.random.between(10_000_000, 300_000_000));
    const bought = { customerId, productId: 3, termsVersion: 1, autoRenew: crowd.random.below(2) === 0 };
    crowd.apply({ type: 'buyTrust', amountMinor, ...bought });
    const paid = BigInt(crowd.random.between(10_000_000, 200_000_000));
    crowd.apply({ type: 'commitToLaunch', customerId, offerId: 1, currencyId: 3, amountMinor: paid });
    const coins = BigInt(crowd.random.between(1, 3) * 10_000);
    crowd.apply({ type: 'commitToLaunch', customerId, offerId: 1, currencyId: 1, amountMinor: coins });
  });
  // All options are due in the same millisecond.
  crowd.tick();
  crowd.everybody(customerId => {
    const direction = crowd.random.below(2) === 0 ? 'rise' : 'fall';
    const option = {
      marketId: 1,
      direction,
      seconds: 6,
      currencyId: 3,
      termsVersion: 1,
      practice: false,
    } as const;
    crowd.apply({ type: 'buyOption', customerId, stakeMinor: 1_000_000n, ...option });
  });
  for (let second = 0; second < 6; second++) {
    crowd.later(1_000);
    crowd.tick();
  }
  crowd.nowMs += 1;
  crowd.settle();
  // The offer closes, is launched and released; an hour's rebates are paid meanwhile.
  for (const waitMs of [HOUR_MS, 5_000, 30_000]) {
    crowd.nowMs += waitMs;
    crowd.settle();
  }
  for (let day = 0; day < 6; day++) {
    crowd.nowMs += DAY_MS;
    crowd.settle();
    for (let i = 0; i < 30; i++) crowd.trade(crowd.random.between(1, CROWD));
  }
  expect(crowd.comparison.compareLines()).toBeNull();
  expect(crowd.comparison.exchange.launch.offer(1)?.status).toBe('released');
  expect(crowd.counts.get('passTime')).toBeGreaterThan(40);
  expect(crowd.counts.get('buyOption')).toBeGreaterThan(600);
  expect(crowd.counts.get('commitToLaunch')).toBeGreaterThan(1_300);
});
