import fc from 'fast-check';
import type { Command } from '@tallystick/core';
import { arbitraryCommand } from '@tallystick/core/testing/arbitrary-commands';
import { arbitraryConvertCommand } from '@tallystick/core/testing/arbitrary-convert';
import { arbitraryLimitCommand } from '@tallystick/core/testing/arbitrary-options';
import { arbitraryReferralCommand } from '@tallystick/core/testing/arbitrary-referral';
import { arbitraryTerms } from '@tallystick/core/testing/arbitrary-terms';
import { mixedHistory, type MixedStep } from '@tallystick/core/testing/mixed-history';
import { ARBITRARY_PERPETUAL, perpetualStep } from '@tallystick/core/perpetual/testing/arbitrary-perpetual';
import { contractStress } from './contract-stress.ts';
import { crossHistory } from './cross-histories.ts';
import type { HistoryStep } from './history-step.ts';
import { OTHER_HISTORIES } from './other-histories.ts';
import { profits } from './profit-histories.ts';

type Make = MixedStep['command'];

const LENGTH = { minLength: 150, maxLength: 500, size: 'max' } as const;
const aim = fc.oneof({ weight: 6, arbitrary: fc.nat(60) as fc.Arbitrary<number | null> }, fc.constant(null));

function fixed(commands: fc.Arbitrary<Command>): fc.Arbitrary<Make> {
  return commands.map(command => () => command);
}

function price(marketId: number, steps: number): Command {
  const priceE8 =
    marketId === 1 ? 6_000_000_000_000 + steps * 20_000_000_000 : 600_000_000_000 + steps * 2_000_000_000;
  return { type: 'recordIndexTick', marketId, priceE8, sources: [{ name: 'test', priceE8, atMs: 1 }] };
}

/** Whole prices around which orders meet. */
const calmPrice = fc
  .record({ marketId: fc.constantFrom(1, 1, 2), steps: fc.integer({ min: -3, max: 3 }) })
  .map(({ marketId, steps }) => price(marketId, steps));

/** Orders that meet most of the time: spot with fees, rebates, limits and conversions. */
const trading = fc.array(
  fc.record({
    waitMs: fc.oneof(
      { weight: 60, arbitrary: fc.integer({ min: 0, max: 200 }) },
      fc.constantFrom(60_000, 3_600_000),
    ),
    aim,
    command: fc.oneof(
      { weight: 70, arbitrary: fixed(arbitraryCommand) },
      { weight: 15, arbitrary: fixed(calmPrice) },
      { weight: 8, arbitrary: arbitraryConvertCommand },
      { weight: 4, arbitrary: fixed(arbitraryReferralCommand) },
      { weight: 3, arbitrary: fixed(arbitraryLimitCommand) },
      { weight: 2, arbitrary: fixed(arbitraryTerms(ARBITRARY_PERPETUAL)) },
    ),
  }),
  LENGTH,
);

/** Contracts at prices that open, close and liquidate. */
const contracts = fc.array(
  fc
    .record({
      step: perpetualStep,
      seldom: fc.nat(60),
      other: fc.oneof(
        fixed(arbitraryReferralCommand),
        fixed(arbitraryLimitCommand),
        fixed(arbitraryTerms(ARBITRARY_PERPETUAL)),
        fixed(arbitraryCommand),
      ),
    })
    .map(({ step, seldom, other }) => ({
      waitMs: step.waitMs,
      aim: step.aim,
      command: seldom < 4 ? other : () => step.command,
    })),
  LENGTH,
);

/** The same steps for the same number, on every machine. Kinds of histories take turns. */
export function historyOf(seed: number): readonly HistoryStep[] {
  const kinds: readonly fc.Arbitrary<HistoryStep[]>[] = [
    mixedHistory,
    mixedHistory,
    trading,
    contracts,
    ...OTHER_HISTORIES,
    contractStress,
    crossHistory,
    profits,
  ];
  // Biased values are small or at the edges: a quarter of the histories of each kind.
  const unbiased = Math.floor(seed / kinds.length) % 4 !== 0;
  const [steps] = fc.sample(kinds[seed % kinds.length]!, { seed, numRuns: 1, unbiased });
  return steps!;
}

/**
 * Fewer steps for which `differs` still holds: leaves out ever smaller pieces. Ends after `withinMs` with what it has.
 */
export function shrink(
  steps: readonly HistoryStep[],
  differs: (steps: readonly HistoryStep[]) => boolean,
  withinMs = 60_000,
): readonly HistoryStep[] {
  const endsAt = performance.now() + withinMs;
  let kept = steps;
  for (let size = Math.ceil(kept.length / 2); size >= 1; size = size === 1 ? 0 : Math.ceil(size / 2)) {
    for (let from = 0; from < kept.length && performance.now() < endsAt;) {
      const fewer = [...kept.slice(0, from), ...kept.slice(from + size)];
      if (differs(fewer)) kept = fewer;
      else from += size;
    }
  }
  return kept;
}
