import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Command } from '../command.ts';
import type { Event, EventOf } from '../event.ts';
import { Exchange } from '../exchange.ts';
import { arbitraryTrustCommand, trustSetup } from '../testing/arbitrary-trust.ts';
import { configureCommands, fundedCustomerCommands, USDT } from '../testing/demo-exchange.ts';
import { isTimeDue } from '../testing/time-due.ts';
import { DAY_MS, HOUR_MS } from '../durations.ts';
import { interestOfDay } from './figures.ts';
import type { TrustOrder } from './terms.ts';

const START_MS = Date.parse('2028-02-27T22:00:00Z');
const SETUP: readonly Command[] = [
  ...configureCommands(),
  ...[1, 2, 3].flatMap(id => fundedCustomerCommands(id, 1_000_000_000n)),
  ...trustSetup(),
];

/** A command, and the pause before it: mostly within a day, sometimes days of downtime. */
const step = fc.record({
  command: arbitraryTrustCommand,
  laterMs: fc.oneof(
    { weight: 6, arbitrary: fc.integer({ min: 0, max: 9 * HOUR_MS }) },
    fc.integer({ min: 0, max: 4 * DAY_MS }),
  ),
});
const life = fc.array(step, { minLength: 10, maxLength: 60, size: 'max' });

/** Runs a history as the sequencer does: applies what is due before each command. Returns all events in order. */
function live(exchange: Exchange, steps: readonly { command: Command; laterMs: number }[]): Event[] {
  const events: Event[] = [];
  let nowMs = START_MS;
  const apply = (command: Command): void => {
    const outcome = exchange.apply(command, nowMs);
    if (outcome.ok) events.push(...outcome.events);
  };
  for (const command of SETUP) apply(command);
  for (const { command, laterMs } of steps) {
    nowMs += laterMs;
    while (isTimeDue(exchange, nowMs)) apply({ type: 'passTime' });
    apply(command);
  }
  nowMs += 400 * DAY_MS;
  // Orders renew only as long as the treasury can promise the interest, so this ends.
  while (isTimeDue(exchange, nowMs)) apply({ type: 'passTime' });
  return events;
}

describe('whatever customers do with deposits', () => {
  it('each day of each order is paid once, in order, and every order pays what was promised', () => {
    fc.assert(
      fc.property(life, steps => {
        const exchange = new Exchange();
        const orders = new Map<number, TrustOrder>();
        const payments: EventOf<'trustInterestPaid'>[] = [];
        const paid = new Map<number, { days: number; minor: bigint }>();
        for (const event of live(exchange, steps)) {
          if (event.type === 'trustOrderChanged') orders.set(event.order.orderId, event.order);
          if (event.type !== 'trustInterestPaid') continue;
          const before = paid.get(event.orderId) ?? { days: 0, minor: 0n };
          expect(event.day).toBe(before.days + 1);
          payments.push(event);
          paid.set(event.orderId, { days: event.day, minor: before.minor + event.amountMinor });
        }
        for (const { orderId, day, utcDay, amountMinor } of payments) {
          const order = orders.get(orderId)!;
          expect(utcDay).toBe(order.depositDay + day);
          expect(amountMinor).toBe(interestOfDay(order.principalMinor, order.dailyYieldPpm, day));
        }
        for (const order of orders.values()) {
          const sum = paid.get(order.orderId) ?? { days: 0, minor: 0n };
          expect([order.paidDays, order.paidMinor]).toEqual([sum.days, sum.minor]);
          if (order.state === 'completed') expect(order.paidMinor).toBe(order.promisedMinor);
          if (order.state === 'redeemed') expect(order.penaltyMinor <= order.principalMinor).toBe(true);
        }
        exchange.checkInvariants('all');
      }),
      { numRuns: 100, endOnFailure: true },
    );
  });

  it('escrow equals promised unpaid interest, capacities hold, and every currency sums to zero', () => {
    fc.assert(
      fc.property(life, steps => {
        const exchange = new Exchange();
        let nowMs = START_MS;
        for (const command of SETUP) exchange.apply(command, nowMs);
        for (const { command, laterMs } of steps) {
          nowMs += laterMs;
          while (isTimeDue(exchange, nowMs)) exchange.apply({ type: 'passTime' }, nowMs);
          exchange.apply(command, nowMs);
          exchange.checkInvariants('all');
          const escrow = exchange.balance({ ownerId: 0, account: 'trustEscrow', currencyId: USDT });
          const owed = exchange.trust
            .openOrders()
            .reduce((sum, order) => sum + order.promisedMinor - order.paidMinor, 0n);
          expect(escrow.availableMinor).toBe(owed);
          expect(exchange.trust.unpaidMinor(USDT)).toBe(owed);
          for (const product of exchange.trust.products()) {
            expect(product.hostedMinor <= product.capacityMinor).toBe(true);
            for (const id of [1, 2, 3]) {
              expect(exchange.trust.hostedBy(product.productId, id) <= product.customerLimitMinor).toBe(true);
            }
          }
        }
      }),
      { numRuns: 60, endOnFailure: true },
    );
  });

  it('a restored exchange behaves exactly like the original', () => {
    fc.assert(
      fc.property(life, fc.nat(60), (steps, cut) => {
        const original = new Exchange();
        let restored: Exchange | null = null;
        let nowMs = START_MS;
        for (const command of SETUP) original.apply(command, nowMs);
        steps.forEach(({ command, laterMs }, i) => {
          if (i === cut % steps.length) restored = Exchange.restore(original.snapshot());
          nowMs += laterMs;
          while (isTimeDue(original, nowMs)) {
            const outcome = original.apply({ type: 'passTime' }, nowMs);
            if (restored !== null) expect(restored.apply({ type: 'passTime' }, nowMs)).toEqual(outcome);
          }
          const outcome = original.apply(command, nowMs);
          if (restored !== null) expect(restored.apply(command, nowMs)).toEqual(outcome);
        });
        expect(restored!.stateHash()).toBe(original.stateHash());
      }),
      { numRuns: 60, endOnFailure: true },
    );
  });
});
