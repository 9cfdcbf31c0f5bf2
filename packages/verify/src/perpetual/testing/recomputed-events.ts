import type { Event } from '@tallystick/core/event';
import type { PerpetualContract } from '@tallystick/core/perpetual/terms';
import type { MarkPrice, PerpetualEventOf } from '@tallystick/core/perpetual/event';
import { fundingRateE8, meanE8 } from '@tallystick/core/perpetual/formulas';
import {
  recomputeDeleveraging,
  recomputeFunding,
  recomputeLiquidation,
  recomputeMark,
  recomputeOffset,
  recomputeTopUp,
  recomputeTrigger,
} from '../recompute.ts';

/** A customer who has only the contracts' records, recomputes everything and throws at any difference. */
export class RecomputedEvents {
  readonly seen = new Map<string, number>();
  readonly #contracts = new Map<number, PerpetualContract>();
  #samples: PerpetualEventOf<'premiumSampled'>[] = [];
  /** Index of the first sample of the running interval. */
  #first = 0;

  read(events: readonly Event[]): void {
    for (const event of events) {
      switch (event.type) {
        case 'perpetualConfigured':
          this.#contracts.set(event.contract.marketId, event.contract);
          break;
        case 'premiumSampled':
          this.#samples.push(event);
          this.#sample(event);
          break;
        case 'fundingSkipped':
          this.#first = this.#samples.length;
          break;
        case 'markChanged':
          this.#mark(event);
          break;
        case 'fundingSettled':
          this.#funding(event);
          break;
        case 'stopTriggered':
          this.#mark(event.mark);
          agree({ isReached: true }, { isReached: recomputeTrigger(this.#unit(event), event) });
          this.#note(event.kind);
          break;
        case 'positionLiquidated':
          this.#liquidation(event);
          break;
        case 'positionToppedUp':
          this.#topUp(event);
          break;
        case 'positionDeleveraged':
          this.#deleveraging(event);
          break;
        case 'positionsOffset':
          this.#offset(event);
          break;
        default:
          break;
      }
    }
  }

  #mark(mark: MarkPrice): void {
    const { markE8, fundingPriceE8, basisPriceE8 } = mark;
    agree({ markE8, fundingPriceE8, basisPriceE8 }, recomputeMark(this.#unit(mark), mark));
  }

  /** The current rate follows from the interval's samples so far, by the terms at their time. */
  #sample(event: PerpetualEventOf<'premiumSampled'>): void {
    const interval = this.#samples.slice(this.#first);
    const sum = interval.reduce((premiums, { premiumE8 }) => premiums + premiumE8, 0);
    const { interestPpm, fundingCapPpm } = this.#unit(event);
    const rateE8 = fundingRateE8(sum, interval.length, interestPpm, fundingCapPpm);
    agree({ rateE8: event.rateE8, samples: event.samples }, { rateE8, samples: interval.length });
  }

  /** The mark's rate and mean basis follow from the public samples. */
  #markFromSamples(mark: MarkPrice): void {
    const window = this.#samples.filter(({ atMs }) => atMs > mark.atMs - 300_000 && atMs <= mark.atMs);
    const basis = window.reduce((sum, { basisE8 }) => sum + basisE8, 0);
    const basisPriceE8 = mark.indexE8 + meanE8(basis, Math.max(5, window.length));
    // 0 before the interval's first sample.
    const rateE8 = this.#samples.slice(this.#first).at(-1)?.rateE8 ?? 0;
    agree({ basisPriceE8: mark.basisPriceE8, rateE8: mark.rateE8 }, { basisPriceE8, rateE8 });
  }

  #funding(event: PerpetualEventOf<'fundingSettled'>): void {
    this.#mark(event.mark);
    this.#first = this.#samples.length;
    event.positionIds.forEach((_, i) => {
      const part = {
        side: event.sides[i]!,
        lots: event.lots[i]!,
        marginMinor: event.marginsMinor[i]! - event.amountsMinor[i]!,
      };
      const again = recomputeFunding(this.#unit(event), event, part);
      agree({ rateE8: event.rateE8, amountMinor: event.amountsMinor[i] }, again);
      this.#note(again.amountMinor < 0n ? 'paid' : 'received');
    });
  }

  #liquidation(event: PerpetualEventOf<'positionLiquidated'>): void {
    this.#mark(event.mark);
    this.#markFromSamples(event.mark);
    const { equityMinor, maintenanceMarginMinor, liquidationE8, bankruptcyE8 } = event;
    const { liquidationFeeMinor, feeMinor, returnedMinor } = event;
    const again = recomputeLiquidation(this.#unit(event), event);
    agree({ equityMinor, maintenanceMarginMinor, liquidationE8, bankruptcyE8, isReached: true }, again);
    this.#note('liquidated');
    if (event.remainingLots > 0) return;
    agree({ liquidationFeeMinor, feeMinor, returnedMinor }, again);
    this.#note(returnedMinor > 0n ? 'returned' : 'nothing returned');
  }

  #topUp(event: PerpetualEventOf<'positionToppedUp'>): void {
    this.#mark(event.mark);
    const { liquidationE8, amountMinor, newLiquidationE8 } = event;
    const booked = { liquidationE8, amountMinor, newLiquidationE8, isReached: true };
    agree(booked, recomputeTopUp(this.#unit(event), event));
    this.#note('topped up');
  }

  #deleveraging(event: PerpetualEventOf<'positionDeleveraged'>): void {
    this.#mark(event.mark);
    const { lots, rankE8, valueMinor, realisedMinor, returnedMinor } = event;
    const booked = { rankE8, isInOrder: true, lots, valueMinor, realisedMinor, returnedMinor };
    agree(booked, recomputeDeleveraging(this.#unit(event), event));
    this.#note(event.place > 1 ? 'reduced after another' : 'reduced first');
  }

  #offset(event: PerpetualEventOf<'positionsOffset'>): void {
    this.#mark(event.mark);
    const { valueMinor, longRealisedMinor, shortRealisedMinor } = event;
    const booked = { valueMinor, longRealisedMinor, shortRealisedMinor };
    agree(booked, recomputeOffset(this.#unit(event), event) ?? NOTHING);
    this.#note('offset');
  }

  #unit(event: { readonly marketId: number }): PerpetualContract {
    return this.#contracts.get(event.marketId)!;
  }

  #note(what: string): void {
    this.seen.set(what, (this.seen.get(what) ?? 0) + 1);
  }
}

const NOTHING = { valueMinor: null, longRealisedMinor: null, shortRealisedMinor: null };

/** Throws if a booked figure differs from the recomputed one. */
function agree<T extends object>(booked: T, again: { readonly [K in keyof T]: unknown }): void {
  for (const name of Object.keys(booked) as (keyof T)[]) {
    if (booked[name] === again[name]) continue;
    throw new Error(`${String(name)} was booked as ${String(booked[name])}, but is ${String(again[name])}`);
  }
}
