import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Command } from './command.ts';
import type { EventType } from './event.ts';
import { Exchange } from './exchange.ts';
import type { Outcome } from './outcome.ts';
import { expectProjected } from './testing/expect-projected.ts';
import { mixedHistory, playMixed } from './testing/mixed-history.ts';
import { Projection } from './testing/projection.ts';
import { assertCovering } from './testing/assert-covering.ts';

const CUSTOMERS = [1, 2, 3, 4];
const SOMETIMES: readonly EventType[] = [
  'converted',
  'dustConverted',
  'dustTermsSet',
  'haltChanged',
  'launchCommitted',
  'launchOrderChanged',
  'limitsChanged',
  'optionChanged',
  'positionDeleveraged',
  'positionLiquidated',
  'practiceChanged',
  'rebateAccrued',
  'rebateSettled',
  'stopTriggered',
  'termsAnnounced',
  'traded',
  'trustInterestPaid',
  'withdrawalChanged',
];

/** Accepted, and what only a withdrawal of profit is refused for. */
const PROFIT = ['accepted', 'profit_bound', 'profit_unproven', 'profit_wait'];

/** A failure prints its seed without shrinking, which takes minutes for such long histories. */
function runs(numRuns: number) {
  return { numRuns, endOnFailure: true };
}

function verdictOf(outcome: Outcome): string {
  return outcome.ok ? 'accepted' : outcome.refusal.code;
}

describe('all products at once', () => {
  it('the state follows from the events alone, which report each object at most once per command', async () => {
    const seen = new Map<string, number>();
    const count = (what: string): void => void seen.set(what, (seen.get(what) ?? 0) + 1);
    await assertCovering(
      fc.property(mixedHistory, steps => {
        const exchange = new Exchange();
        const projection = new Projection();
        playMixed(exchange, steps, (command, _atMs, outcome) => {
          if (command.type === 'withdrawProfit') count(`profit ${verdictOf(outcome)}`);
          if (!outcome.ok) return;
          projection.command(outcome.events, command.type);
          for (const event of outcome.events) count(event.type);
        });
        exchange.checkInvariants('all');
        expectProjected(projection, exchange, CUSTOMERS);
      }),
      runs(60),
      () => seen,
      Object.fromEntries([...SOMETIMES, ...PROFIT.map(one => `profit ${one}`)].map(what => [what, 1])),
    );
  });

  it('a refusal changes nothing', () => {
    fc.assert(
      fc.property(mixedHistory, steps => {
        const exchange = new Exchange();
        let before = exchange.stateHash();
        const changedBy: Command[] = [];
        playMixed(exchange, steps, (command, _atMs, outcome) => {
          const after = exchange.stateHash();
          if (!outcome.ok && after !== before) changedBy.push(command);
          before = after;
        });
        expect(changedBy).toEqual([]);
      }),
      runs(10),
    );
  });

  it('a restored exchange behaves exactly like the original', () => {
    fc.assert(
      fc.property(mixedHistory, fc.nat(400), (steps, cut) => {
        const original = new Exchange();
        let restored: Exchange | null = null;
        let count = 0;
        playMixed(original, steps, (command, atMs, outcome) => {
          if (restored !== null) {
            expect(restored.apply(command, atMs)).toEqual(outcome);
            expect(restored.dueAtMs()).toBe(original.dueAtMs());
            expect(restored.hasBacklog()).toBe(original.hasBacklog());
          }
          if (count++ === cut) {
            restored = Exchange.restore(original.snapshot());
            expect(restored.snapshot()).toEqual(original.snapshot());
          }
        });
        if (restored !== null) expect((restored as Exchange).stateHash()).toBe(original.stateHash());
      }),
      runs(30),
    );
  });
});
