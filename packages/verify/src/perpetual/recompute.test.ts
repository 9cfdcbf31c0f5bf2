import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { Exchange } from '@tallystick/core/exchange';
import { recomputeDeleveraging, recomputeOffset } from './recompute.ts';
import { aimed, perpetualSetup, perpetualStep } from '@tallystick/core/perpetual/testing/arbitrary-perpetual';
import { RecomputedEvents } from './testing/recomputed-events.ts';
import { assertCovering } from '@tallystick/core/testing/assert-covering';

const START_MS = 1_700_000_000_000;

describe('recorded inputs', () => {
  it('are enough to recompute every mark, funding, stop, top-up, liquidation, deleveraging and offset', async () => {
    const seen = new Map<string, number>();
    const history = fc.array(perpetualStep, { minLength: 20, maxLength: 160, size: 'max' });
    await assertCovering(
      fc.property(history, steps => {
        const exchange = new Exchange();
        const recorded = new RecomputedEvents();
        let nowMs = START_MS;
        const apply = (command: Parameters<Exchange['apply']>[0]): void => {
          const outcome = exchange.apply(command, nowMs);
          if (outcome.ok) recorded.read(outcome.events);
        };
        for (const command of perpetualSetup()) apply(command);
        for (const step of steps) {
          nowMs += step.waitMs;
          while (exchange.dueAtMs() <= nowMs) apply({ type: 'passTime' });
          apply(aimed(step, exchange.perpetual));
        }
        for (const what of recorded.seen.keys()) seen.set(what, (seen.get(what) ?? 0) + 1);
      }),
      { numRuns: 120, endOnFailure: true },
      () => seen,
      {
        paid: 1,
        received: 1,
        takeProfit: 1,
        stopLoss: 1,
        liquidated: 1,
        returned: 1,
        'nothing returned': 1,
        'reduced first': 1,
        'reduced after another': 1,
        offset: 1,
        'topped up': 1,
      },
    );
  });
});

describe('a deleveraging that differs from its record is rejected', () => {
  const unit = { tickE8: 10_000_000, quoteMinorPerTickLot: 100n };
  const U = 1_000_000n;
  /** 10 lots short at 60,000 and ×5, reduced for 10 lots long with bankruptcy price 57,000, at a mark of 56,990. */
  const inputs = {
    side: 'short',
    lots: 10,
    multiple: 5,
    before: { lots: 10, entryValueMinor: 600n * U, marginMinor: 120n * U },
    againstBefore: { lots: 30, entryValueMinor: 1_800n * U, marginMinor: 90n * U },
    ranked: { lots: 20, entryValueMinor: 1_200n * U },
    place: 2,
    candidates: 3,
    aheadRankE8: 25_083_334,
    behindRankE8: 25_083_333,
    mark: { markE8: 5_699_000_000_000 },
  } as const;

  it('is accepted as recorded', () => {
    expect(recomputeDeleveraging(unit, inputs)).toEqual({
      rankE8: 25_083_333,
      isInOrder: true,
      lots: 10,
      valueMinor: 570n * U,
      realisedMinor: 30n * U,
      returnedMinor: 150n * U,
    });
  });

  it.each([
    ['somebody behind ranks higher', { behindRankE8: 25_083_334 }],
    ['somebody ahead ranks lower', { aheadRankE8: 25_083_332 }],
    ['nobody is said to be ahead of the second', { aheadRankE8: null }],
    ['nobody is said to be behind the one before the last', { behindRankE8: null }],
    ['somebody is said to be ahead of the first', { place: 1 }],
    ['it stands beyond the end of the line', { place: 4, behindRankE8: null }],
    ['another mark makes it another rank', { mark: { markE8: 5_700_000_000_000 } }],
  ])('%s', (_, change) => {
    expect(recomputeDeleveraging(unit, { ...inputs, ...change }).isInOrder).toBe(false);
  });

  it('has another price if the bankrupt position had more margin', () => {
    const againstBefore = { ...inputs.againstBefore, marginMinor: 93n * U };
    expect(recomputeDeleveraging(unit, { ...inputs, againstBefore })).toMatchObject({
      valueMinor: 569n * U,
      realisedMinor: 31n * U,
      returnedMinor: 151n * U,
    });
  });
});

describe('positions closed against each other', () => {
  const unit = { tickE8: 10_000_000, quoteMinorPerTickLot: 100n };
  const U = 1_000_000n;
  /** 3 of 10 lots long at 60,000 and ×10, against 3 lots short at 61,000 and ×100, at a mark of 60,500. */
  const inputs = {
    lots: 3,
    longBefore: { lots: 10, entryValueMinor: 600n * U, marginMinor: 60n * U },
    shortBefore: { lots: 3, entryValueMinor: 183n * U, marginMinor: 1_830_000n },
    mark: { markE8: 6_050_000_000_000 },
  };

  it('are worth their lots at the mark', () => {
    expect(recomputeOffset(unit, inputs)).toEqual({
      valueMinor: 181_500_000n,
      longRealisedMinor: 1_500_000n,
      shortRealisedMinor: 1_500_000n,
    });
  });

  it('but no more than the short can pay, nor less than the long', () => {
    const above = recomputeOffset(unit, { ...inputs, mark: { markE8: 6_200_000_000_000 } });
    expect(above).toMatchObject({ valueMinor: 184_830_000n, shortRealisedMinor: -1_830_000n });
    const below = recomputeOffset(unit, { ...inputs, mark: { markE8: 5_000_000_000_000 } });
    expect(below).toMatchObject({ valueMinor: 162n * U, longRealisedMinor: -18n * U });
  });

  it('are worth nothing if either would have to be given money', () => {
    const shortBefore = { lots: 3, entryValueMinor: 150n * U, marginMinor: 1_500_000n };
    expect(recomputeOffset(unit, { ...inputs, shortBefore })).toBeNull();
  });
});
