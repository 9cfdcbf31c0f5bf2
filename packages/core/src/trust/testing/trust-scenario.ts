import type { Command } from '../../command.ts';
import { USDT } from '../../testing/demo-exchange.ts';
import { isTimeDue } from '../../testing/time-due.ts';
import { Scenario } from '../../testing/scenario.ts';
import type { BuyTrust, ConfigureTrustProduct, RedeemTrust } from '../command.ts';
import type { TrustOrder, TrustTermsConfig } from '../terms.ts';

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
export const usdt = (units: number): bigint => BigInt(Math.round(units * 10)) * 100_000n;

export function fund(units: number): Command {
  return {
    type: 'fundHouse',
    from: 'faucet',
    to: 'treasury',
    currencyId: USDT,
    amountMinor: usdt(units),
    reference: 'test:1',
  };
}

export function toTrust(customerId: number, units: number): Command {
  return {
    type: 'transfer',
    customerId,
    currencyId: USDT,
    from: 'spot',
    to: 'trust',
    amountMinor: usdt(units),
  };
}

export function configure(
  change: Partial<TrustTermsConfig> = {},
  enabled = true,
  productId = 1,
): ConfigureTrustProduct {
  return { type: 'configureTrustProduct', productId, enabled, terms: { ...TERMS, ...change } };
}

export function buy(customerId: number, units: number, change: Partial<BuyTrust> = {}): BuyTrust {
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

export function redeem(customerId: number, orderId: number, most = 10_000): RedeemTrust {
  return { type: 'redeemTrust', customerId, orderId, maxPenaltyMinor: usdt(most) };
}

/** 10:00 UTC; the product with a treasury of 1,000, and 8,000 in the trust account of each of the customers 1 and 2. */
export function trustScenario(): Scenario {
  const s = new Scenario();
  s.nowMs = Date.parse('2026-11-21T10:00:00Z');
  s.must(fund(1_000));
  s.must(configure());
  for (const customerId of [1, 2]) {
    s.customer(customerId, { USDT: '10000' });
    s.must(toTrust(customerId, 8_000));
  }
  return s;
}

/** Applies what is due until `time`, as the sequencer does. Returns the number of commands. */
export function passTo(s: Scenario, time: number | string): number {
  s.nowMs = typeof time === 'number' ? time : Date.parse(time);
  let commands = 0;
  while (isTimeDue(s.exchange, s.nowMs)) {
    s.must({ type: 'passTime' });
    commands++;
  }
  return commands;
}

/** Available and frozen balance of the trust account, in units. */
export function trust(s: Scenario, customerId: number): string {
  const key = { ownerId: customerId, account: 'trust', currencyId: USDT } as const;
  const { availableMinor, frozenMinor } = s.exchange.balance(key);
  return `${Number(availableMinor) / 1e6} + ${Number(frozenMinor) / 1e6}`;
}

export function lastOrder(s: Scenario): TrustOrder {
  return s.events.findLast(event => event.type === 'trustOrderChanged')!.order;
}
