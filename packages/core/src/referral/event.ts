import type { ReferralStanding } from './command.ts';
import type { AnnouncedReferralTerms, ReferralTerms } from './terms.ts';

/** Where a fee was paid: `spot` trades and trades in `perpetual` contracts are numbered each by itself. */
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
  /** A promoter's part of one fee; the posting that took the fee has moved it already. */
  | {
      readonly type: 'rebateAccrued';
      readonly promoterId: number;
      /** Who paid the fee. */
      readonly customerId: number;
      /** 1: they were invited by the promoter; 2: by somebody whom the promoter invited. */
      readonly level: 1 | 2;
      readonly line: RebateLine;
      readonly tradeId: number;
      readonly role: 'maker' | 'taker';
      readonly currencyId: number;
      readonly feeMinor: bigint;
      readonly ratioPpm: number;
      /** feeMinor × ratioPpm ÷ 1,000,000, truncated; never 0. */
      readonly amountMinor: bigint;
      /** Of the fee. */
      readonly postingId: number;
    }
  /** Everything the promoter had pending in the currency from before `untilMs`, an hour's end, was paid to spot. */
  | {
      readonly type: 'rebateSettled';
      readonly promoterId: number;
      readonly currencyId: number;
      readonly amountMinor: bigint;
      readonly untilMs: number;
      readonly postingId: number;
    };

/** rebate (`rebate:17:472222`, promoter and hour since 1970): what was pending arrives in spot. */
export type ReferralPostingReason = 'rebate';
