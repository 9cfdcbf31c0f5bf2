import type { ReferralStanding } from './command.ts';
import type { AnnouncedReferralTerms, ReferralTerms } from './terms.ts';

/** Where a fee was paid: `spot` trades and `perpetual` fills have separate numbers. */
export type RebateLine = 'spot' | 'perpetual';

export type ReferralEvent =
  | { readonly type: 'promoterLinked'; readonly customerId: number; readonly promoterId: number }
  /** `later` is null when nothing is announced (any more). */
  | {
      readonly type: 'referralTermsChanged';
      readonly terms: ReferralTerms;
      readonly later: AnnouncedReferralTerms | null;
    }
  | {
      readonly type: 'referralStandingSet';
      readonly customerId: number;
      readonly standing: ReferralStanding;
    }
  /** A promoter's part of one fee; the posting that took the fee has already moved it. */
  | {
      readonly type: 'rebateAccrued';
      readonly promoterId: number;
      /** The customer who paid the fee. */
      readonly customerId: number;
      /** 1: the promoter invited them; 2: the promoter invited their promoter. */
      readonly level: 1 | 2;
      readonly line: RebateLine;
      readonly tradeId: number;
      readonly role: 'maker' | 'taker';
      readonly currencyId: number;
      readonly feeMinor: bigint;
      readonly ratioPpm: number;
      /** feeMinor × ratioPpm ÷ 1,000,000, truncated; never 0. */
      readonly amountMinor: bigint;
      /** Currency of the fee. */
      readonly postingId: number;
    }
  /** All rebates the promoter had pending in the currency from before `untilMs`, an hour's end, were paid to spot. */
  | {
      readonly type: 'rebateSettled';
      readonly promoterId: number;
      readonly currencyId: number;
      readonly amountMinor: bigint;
      readonly untilMs: number;
      readonly postingId: number;
    };

/** rebate (`rebate:17:472222`, promoter and hour since 1970): pending rebates arrive in spot. */
export type ReferralPostingReason = 'rebate';
