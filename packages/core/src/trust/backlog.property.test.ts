import fc from 'fast-check';
import { expect, it } from 'vitest';
import type { Command } from '../command.ts';
import { Exchange } from '../exchange.ts';
import { configureCommands, USDT } from '../testing/demo-exchange.ts';
import { isTimeDue } from '../testing/time-due.ts';
import { DAY_MS } from '../durations.ts';
import { interestOfDay, paidDaysAt } from './figures.ts';
import type { TrustOrder } from './terms.ts';
import { assertCovering } from '../testing/assert-covering.ts';

const START_MS = Date.parse('2028-02-27T22:00:00Z');
/** So many that each midnight takes three commands. */
const ORDERS = 260;
const CUSTOMERS = [1, 2, 3];
const MONEY = { currencyId: USDT, from: 'faucet', reference: 'test:6' } as const;

const configure = (enabled: boolean): Command => ({
  type: 'configureTrustProduct',
  productId: 1,
  enabled,
  terms: {
    currencyId: USDT,
    cycleDays: 3,
    dailyYieldPpm: 4_321,
    penaltyPpm: 6_000,
    minimum: '10',
    maximum: '900',
    capacity: '25000',
    customerLimit: '15000',
    opensAtMs: 0,
  },
});

const purchase = (customerId: number, amountMinor: bigint, autoRenew: boolean): Command => ({
  type: 'buyTrust',
  customerId,
  productId: 1,
  termsVersion: 1,
  amountMinor,
  autoRenew,
});

const SETUP: readonly Command[] = [
  ...configureCommands(),
  { type: 'fundHouse', to: 'treasury', amountMinor: 700_000_000n, ...MONEY },
  configure(true),
  ...CUSTOMERS.flatMap((customerId): Command[] => [
    { type: 'openCustomer', customerId },
    { type: 'credit', customerId, account: 'trust', amountMinor: 9_000_000_000n, ...MONEY },
  ]),
  ...Array.from({ length: ORDERS }, (_, i) =>
    purchase(CUSTOMERS[i % CUSTOMERS.length]!, 10_000_000n + BigInt(i), i % 2 === 0),
  ),
];

const customerId = fc.constantFrom(...CUSTOMERS);
const orderId = fc.integer({ min: 1, max: 2 * ORDERS });
const command: fc.Arbitrary<Command> = fc.oneof(
  {
    weight: 14,
    arbitrary: orderId.map((id): Command => ({
      type: 'redeemTrust',
      // The owner of the order, if it is one of the first.
      customerId: CUSTOMERS[(id - 1) % CUSTOMERS.length]!,
      orderId: id,
      maxPenaltyMinor: 10n ** 12n,
    })),
  },
  {
    weight: 4,
    arbitrary: fc.record({
      type: fc.constant('setTrustRenewal' as const),
      customerId,
      orderId,
      autoRenew: fc.boolean(),
    }),
  },
  {
    weight: 6,
    arbitrary: fc
      .tuple(customerId, fc.bigInt(10_000_000n, 30_000_000n), fc.boolean())
      .map(([id, amountMinor, autoRenew]) => purchase(id, amountMinor, autoRenew)),
  },
  { weight: 1, arbitrary: fc.boolean().map(configure) },
  { weight: 1, arbitrary: fc.boolean().map((open): Command => ({ type: 'setTrustOpen', open })) },
  { weight: 14, arbitrary: fc.constant<Command>({ type: 'passTime' }) },
);
const step = fc.record({
  command,
  laterMs: fc.oneof(
    { weight: 12, arbitrary: fc.constant(0) },
    { weight: 1, arbitrary: fc.integer({ min: 1, max: 3 * DAY_MS }) },
  ),
  isRestored: fc.nat(15).map(n => n === 0),
});

it('each day of each order is paid once, whatever happens during a half-paid midnight, also after a restore', async () => {
  let redeemedBeforeTheirTurn = 0;
  await assertCovering(
    fc.property(fc.array(step, { minLength: 20, maxLength: 90, size: 'max' }), steps => {
      const exchange = new Exchange();
      let restored = new Exchange();
      const orders = new Map<number, TrustOrder>();
      const paidDays = new Map<number, number>();
      let nowMs = START_MS;
      const apply = (one: Command): void => {
        const isHalfPaid = exchange.hasBacklog();
        const outcome = exchange.apply(one, nowMs);
        expect(restored.apply(one, nowMs)).toEqual(outcome);
        if (!outcome.ok) return;
        if (isHalfPaid && one.type === 'redeemTrust') redeemedBeforeTheirTurn++;
        // Payments are reported before their order, so an order that began in this command may be unknown here.
        for (const event of outcome.events) {
          if (event.type === 'trustOrderChanged') orders.set(event.order.orderId, event.order);
        }
        for (const event of outcome.events) {
          if (event.type !== 'trustInterestPaid') continue;
          const { principalMinor, dailyYieldPpm } = orders.get(event.orderId)!;
          expect(event.day).toBe((paidDays.get(event.orderId) ?? 0) + 1);
          expect(event.amountMinor).toBe(interestOfDay(principalMinor, dailyYieldPpm, event.day));
          paidDays.set(event.orderId, event.day);
        }
      };
      for (const one of SETUP) apply(one);
      for (const { command: one, laterMs, isRestored } of steps) {
        nowMs += laterMs;
        while (exchange.dueAtMs() <= nowMs) apply({ type: 'passTime' });
        if (isRestored) restored = Exchange.restore(exchange.snapshot());
        apply(one);
      }
      while (isTimeDue(exchange, nowMs)) apply({ type: 'passTime' });
      for (const {
        orderId: id,
        depositDay,
        cycleDays,
        state,
        endedAtMs,
        paidDays: days,
      } of orders.values()) {
        expect([id, days]).toEqual([id, paidDays.get(id) ?? 0]);
        // A redeemed order is first paid for every finished day, even before its turn.
        if (state !== 'completed') expect(days).toBe(paidDaysAt(depositDay, cycleDays, endedAtMs ?? nowMs));
        else expect(days).toBe(cycleDays);
      }
      expect(restored.stateHash()).toBe(exchange.stateHash());
      exchange.checkInvariants('all');
    }),
    { numRuns: 40, endOnFailure: true },
    () => ({ redeemedBeforeTheirTurn }),
    { redeemedBeforeTheirTurn: 5 },
  );
});
