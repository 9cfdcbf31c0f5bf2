import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Command } from './command.ts';
import { Exchange } from './exchange.ts';
import { arbitraryCommand } from './testing/arbitrary-commands.ts';
import { optionSetup } from './testing/arbitrary-options.ts';
import { trustSetup } from './testing/arbitrary-trust.ts';
import { configureCommands, fundedCustomerCommands } from './testing/demo-exchange.ts';
import { balancesOf, expectProjected } from './testing/expect-projected.ts';
import { Projection } from './testing/projection.ts';
import { playTerms, TERMS_CUSTOMERS, termsStep } from './testing/terms-history.ts';
import { TermsWatch } from './testing/terms-watch.ts';
import { assertCovering } from './testing/assert-covering.ts';

const CUSTOMERS = [1, 2, 3];
const START_MS = 1_700_000_000_000;
const SETUP: readonly Command[] = [
  ...configureCommands(),
  // Enough for a few dozen orders, so that customers sometimes run out of money.
  ...CUSTOMERS.flatMap(customerId => fundedCustomerCommands(customerId, 60_000_000_000n)),
  ...optionSetup(),
  ...trustSetup(),
];
const history = fc.array(arbitraryCommand, { minLength: 20, maxLength: 150, size: 'max' });

/** A failure prints its seed without shrinking, which takes minutes for such long histories. */
function runs(numRuns: number) {
  return { numRuns, endOnFailure: true };
}

function started(): Exchange {
  const exchange = new Exchange();
  for (const command of SETUP) expect(exchange.apply(command, START_MS).ok).toBe(true);
  return exchange;
}

describe('whatever customers do', () => {
  it('every balance, order and level follows from the events alone, and every trading rule holds', () => {
    fc.assert(
      fc.property(history, commands => {
        const exchange = new Exchange();
        const projection = new Projection();
        [...SETUP, ...commands].forEach((command, i) => {
          const outcome = exchange.apply(command, START_MS + i * 250);
          if (outcome.ok) projection.command(outcome.events, command.type);
        });
        exchange.checkInvariants('cheap');
        exchange.checkInvariants('all');
        expectProjected(projection, exchange, CUSTOMERS);
      }),
      runs(400),
    );
  });

  it('money is conserved: customers and fees hold exactly what was deposited', () => {
    fc.assert(
      fc.property(history, commands => {
        const exchange = started();
        for (const command of commands) exchange.apply(command, START_MS);
        const sums = new Map<string, bigint>();
        for (const [key, amount] of balancesOf(exchange, CUSTOMERS)) {
          const currency = key.split('/')[2]!;
          sums.set(currency, (sums.get(currency) ?? 0n) + amount);
          expect(amount >= 0n || /faucet|custody|bank|receivable/.test(key)).toBe(true);
        }
        expect([...sums.values()].every(sum => sum === 0n)).toBe(true);
      }),
      runs(100),
    );
  });

  it('a refusal changes nothing', () => {
    fc.assert(
      fc.property(history, commands => {
        const exchange = started();
        let before = exchange.stateHash();
        const changedBy: Command[] = [];
        for (const command of commands) {
          const outcome = exchange.apply(command, START_MS);
          const after = exchange.stateHash();
          if (!outcome.ok && after !== before) changedBy.push(command);
          before = after;
        }
        expect(changedBy).toEqual([]);
      }),
      runs(40),
    );
  });

  it('a dry run says what the command would be told, and changes nothing', () => {
    fc.assert(
      fc.property(history, commands => {
        const exchange = started();
        const differing: unknown[] = [];
        for (const command of commands) {
          if (command.type === 'placeOrder' || command.type === 'amendOrder') {
            const before = exchange.stateHash();
            const said = exchange.check(command, START_MS);
            if (exchange.stateHash() !== before) differing.push(command);
            const outcome = exchange.apply(command, START_MS);
            const told = outcome.ok ? null : outcome.refusal;
            if (JSON.stringify(told) !== JSON.stringify(said)) differing.push([command, told, said]);
          } else exchange.apply(command, START_MS);
        }
        expect(differing).toEqual([]);
      }),
      runs(40),
    );
  });

  it('the same commands give the same events and the same state', () => {
    fc.assert(
      fc.property(history, commands => {
        const [first, second] = [started(), started()];
        for (const command of commands) {
          expect(second.apply(command, START_MS)).toEqual(first.apply(command, START_MS));
        }
        expect(second.stateHash()).toBe(first.stateHash());
      }),
      runs(100),
    );
  });

  it('a restored exchange behaves exactly like the original', () => {
    fc.assert(
      fc.property(history, fc.nat(150), (commands, cut) => {
        const original = started();
        let restored: Exchange | null = null;
        commands.forEach((command, i) => {
          if (i === cut % commands.length) {
            restored = Exchange.restore(original.snapshot());
            expect(restored.snapshot()).toEqual(original.snapshot());
          }
          const outcome = original.apply(command, START_MS + i * 250);
          if (restored !== null) expect(restored.apply(command, START_MS + i * 250)).toEqual(outcome);
        });
        expect(restored!.stateHash()).toBe(original.stateHash());
      }),
      runs(200),
    );
  });
});

/** Operators announce terms, halt trading and withdraw money, while customers trade. */
const termsHistory = fc.array(termsStep, { minLength: 60, maxLength: 250, size: 'max' });
/** How often each case must occur at least: a rule is tested only if its case occurs. */
const COVERED: Readonly<Record<string, number>> = {
  'announced perpetual': 50,
  'announced spot': 50,
  'better at once': 50,
  'in force perpetual': 20,
  'in force spot': 20,
  'funding terms': 20,
  'funding paid': 20,
  tightened: 20,
  'kept fee of an order': 5,
  'kept fee of a position': 5,
  fee_above_ceiling: 5,
  notice_too_short: 5,
  floor: 5,
  drawn: 5,
  'full halt': 10,
  prolonged: 3,
  halt_takes_two: 3,
  lapsed: 10,
  recovered: 10,
  'liquidation waits': 3,
  'reduced in closeOnly': 3,
  'cancelPerpetualOrder in a full halt': 1,
  'cancelAllOrders in a full halt': 1,
  'addMargin in a full halt': 1,
  'placeOrder: market_cancel_only': 1,
  'placePerpetualOrder: market_cancel_only': 10,
  'closePosition: market_halted': 3,
};

describe('whatever operators announce, stop and take out', () => {
  it('terms and halts are kept as announced, and the state follows from the events alone', async () => {
    const seen = new Map<string, number>();
    await assertCovering(
      fc.property(termsHistory, steps => {
        const exchange = new Exchange();
        const watch = new TermsWatch(exchange, seen);
        const projection = new Projection();
        playTerms(exchange, steps, (command, atMs) => {
          const outcome = watch.apply(command, atMs);
          if (outcome.ok) projection.command(outcome.events, command.type);
        });
        exchange.checkInvariants('all');
        expectProjected(projection, exchange, TERMS_CUSTOMERS);
      }),
      runs(100),
      () => seen,
      COVERED,
    );
  });

  it('a refusal changes nothing', () => {
    fc.assert(
      fc.property(termsHistory, steps => {
        const exchange = new Exchange();
        let before = exchange.stateHash();
        const changedBy: Command[] = [];
        playTerms(exchange, steps, (command, atMs) => {
          const outcome = exchange.apply(command, atMs);
          const after = exchange.stateHash();
          if (!outcome.ok && after !== before) changedBy.push(command);
          before = after;
        });
        expect(changedBy).toEqual([]);
      }),
      runs(4),
    );
  });

  it('a restored exchange behaves exactly like the original', () => {
    fc.assert(
      fc.property(termsHistory, fc.nat(1_000), (steps, cut) => {
        const original = new Exchange();
        let restored: Exchange | null = null;
        let count = 0;
        playTerms(original, steps, (command, atMs) => {
          const outcome = original.apply(command, atMs);
          if (restored !== null) {
            expect(restored.apply(command, atMs)).toEqual(outcome);
            expect(restored.dueAtMs()).toBe(original.dueAtMs());
          }
          if (count++ === cut) restored = Exchange.restore(original.snapshot());
        });
        if (restored !== null) expect((restored as Exchange).stateHash()).toBe(original.stateHash());
      }),
      runs(40),
    );
  });
});
