import type { ReferralStanding } from './command.ts';
import type { PendingRebate } from './pending.ts';
import type { AnnouncedReferralTerms, ReferralTerms } from './terms.ts';

/** What can be read of referral; `exchange.referral`. */
export interface ReferralReader {
  readonly terms: ReferralTerms;
  /** Null: nothing is announced. */
  readonly announcedTerms: AnnouncedReferralTerms | null;
  /** Null: nobody invited them. */
  promoterOf(customerId: number): number | null;
  standing(customerId: number): ReferralStanding;
  /** Rebates not paid yet, by currency id; zeros are left out. */
  pendingOf(promoterId: number): readonly PendingRebate[];
  /** Calls `visit` with rebates not paid yet; those of one promoter may come in parts. */
  eachPending(visit: (rebate: PendingRebate) => void): void;
}
