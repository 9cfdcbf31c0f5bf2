import fc from 'fast-check';
import type { Command } from '../command.ts';
import { HOUR_MS } from '../durations.ts';
import { REFERRAL_STANDINGS } from '../referral/command.ts';

const customerId = fc.integer({ min: 1, max: 5 });
const ratio = fc.constantFrom(0, 1, 50_000, 200_000, 333_333, 500_000, 500_001);

/** Referral links among a few customers, terms that rise and fall, and sometimes an excluded promoter. */
export const arbitraryReferralCommand: fc.Arbitrary<Command> = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.record({
      type: fc.constant('linkPromoter' as const),
      customerId,
      promoterId: fc.integer({ min: 1, max: 4 }),
    }),
  },
  {
    weight: 4,
    arbitrary: fc.record({
      type: fc.constant('changeReferralTerms' as const),
      terms: fc.record({ firstPpm: ratio, secondPpm: ratio }),
      noticeMs: fc.constantFrom(12 * HOUR_MS, 24 * HOUR_MS, HOUR_MS),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      type: fc.constant('setReferralStanding' as const),
      customerId,
      standing: fc.constantFrom(...REFERRAL_STANDINGS, 'open' as const, 'open' as const),
    }),
  },
);
