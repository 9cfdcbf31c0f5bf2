import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Command } from '../command.ts';
import { Exchange } from '../exchange.ts';
import { MAX_ISSUED_MINOR } from '../ledger/ledger.ts';
import { formatMinor } from '../money/decimal.ts';
import { isTimeDue } from '../testing/time-due.ts';
import { DAY_MS } from '../durations.ts';
import { exitAfter, promisedInterest } from './figures.ts';
import { assertCovering } from '../testing/assert-covering.ts';

const COIN = 7;
const CUSTOMER = 1;
const START_MS = Date.parse('2028-02-27T23:59:59Z');
/** Funds of the house, and the most a customer has: together the most that may be issued of a currency. */
const MOST = MAX_ISSUED_MINOR / 2n;

const deposit = fc
  .record({
    decimals: fc.constantFrom(0, 1, 6, 8, 12),
    cycleDays: fc.oneof(fc.constant(1), fc.integer({ min: 1, max: 40 })),
    dailyYieldPpm: fc.oneof(fc.constantFrom(1, 1_000_000), fc.integer({ min: 1, max: 1_000_000 })),
    penaltyPpm: fc.oneof(fc.constantFrom(0, 1_000_000), fc.integer({ min: 0, max: 1_000_000 })),
    wished: fc.oneof(fc.constant(MOST), fc.bigInt(1n, 1_000n), fc.bigInt(1n, MOST)),
    /** Redeems after this many paid days; if that is more than the cycle, the order completes. */
    leaves: fc.nat(50),
    restored: fc.nat(50),
  })
  .map(one => {
    // A single day pays at least one minor unit, and the treasury can promise all of the interest.
    const least = (1_000_000n + BigInt(one.dailyYieldPpm) - 1n) / BigInt(one.dailyYieldPpm);
    const most = (MOST * 1_000_000n) / (BigInt(one.dailyYieldPpm) * BigInt(one.cycleDays));
    const within = one.wished > most ? most : one.wished;
    return { ...one, principalMinor: within < least ? least : within };
  });

describe('a deposit of any size, in any currency, at any rate', () => {
  it('pays exactly its figures, whenever it is redeemed', async () => {
    let left = 0;
    let completed = 0;
    await assertCovering(
      fc.property(deposit, ({ decimals, principalMinor, leaves, restored, ...rates }) => {
        let exchange = new Exchange();
        let nowMs = START_MS;
        const apply = (command: Command): void => {
          expect(exchange.apply(command, nowMs)).toMatchObject({ ok: true });
        };
        const amount = formatMinor(principalMinor, decimals);
        const money = { currencyId: COIN, from: 'faucet', reference: 'test:1' } as const;
        apply({ type: 'configureCurrency', currency: { id: COIN, code: 'COIN', decimals } });
        apply({ type: 'openCustomer', customerId: CUSTOMER });
        apply({ type: 'fundHouse', to: 'treasury', amountMinor: MOST, ...money });
        apply({
          type: 'credit',
          customerId: CUSTOMER,
          account: 'trust',
          amountMinor: principalMinor,
          ...money,
        });
        apply({
          type: 'configureTrustProduct',
          productId: 1,
          enabled: true,
          terms: {
            ...rates,
            currencyId: COIN,
            minimum: amount,
            maximum: amount,
            capacity: amount,
            customerLimit: amount,
            opensAtMs: 0,
          },
        });
        apply({
          type: 'buyTrust',
          customerId: CUSTOMER,
          productId: 1,
          termsVersion: 1,
          amountMinor: principalMinor,
          autoRenew: false,
        });
        const own = () => exchange.balance({ ownerId: CUSTOMER, account: 'trust', currencyId: COIN });
        const house = (account: 'treasury' | 'trustEscrow') =>
          exchange.balance({ ownerId: 0, account, currencyId: COIN }).availableMinor;
        const promisedMinor = promisedInterest(principalMinor, rates);
        for (let day = 0; day <= rates.cycleDays; day++) {
          // The day of the deposit earns nothing, so the first midnight pays nothing.
          if (day > 0) nowMs += day === 1 ? DAY_MS + 1_000 : DAY_MS;
          while (isTimeDue(exchange, nowMs)) apply({ type: 'passTime' });
          if (day === restored) exchange = Exchange.restore(exchange.snapshot());
          exchange.checkInvariants('all');
          const exit = exitAfter(principalMinor, rates, day);
          if (day < rates.cycleDays && day < leaves) {
            expect(own()).toEqual({ availableMinor: exit.interestMinor, frozenMinor: principalMinor });
            expect(house('trustEscrow')).toBe(promisedMinor - exit.interestMinor);
            continue;
          }
          if (day < rates.cycleDays) {
            left++;
            apply({
              type: 'redeemTrust',
              customerId: CUSTOMER,
              orderId: 1,
              maxPenaltyMinor: exit.penaltyMinor,
            });
            exchange.checkInvariants('all');
          } else completed++;
          expect(own()).toEqual({ availableMinor: exit.totalMinor, frozenMinor: 0n });
          expect(house('trustEscrow')).toBe(0n);
          expect(house('treasury')).toBe(MOST - exit.interestMinor + exit.penaltyMinor);
          break;
        }
      }),
      { numRuns: 150, endOnFailure: true },
      () => ({ left, completed }),
      { left: 20, completed: 20 },
    );
  });
});
