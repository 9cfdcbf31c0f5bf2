import type { ConvertEvent } from './convert/event.ts';
import type { CorrectionPostingReason } from './correction/event.ts';
import type { CustomerEvent } from './customer/event.ts';
import type { DustEvent, DustPostingReason } from './dust/event.ts';
import type { LaunchEvent, LaunchPostingReason } from './launch/event.ts';
import type { AccountKey, Bucket } from './ledger/account.ts';
import type { LimitEvent } from './limit/event.ts';
import type { MarketEvent } from './market/event.ts';
import type { OptionEvent, OptionPostingReason } from './option/event.ts';
import type { PerpetualEvent, PerpetualPostingReason } from './perpetual/event.ts';
import type { ReferralEvent, ReferralPostingReason } from './referral/event.ts';
import type { SpotEvent, SpotPostingReason } from './spot/event.ts';
import type { TermsEvent } from './terms/event.ts';
import type { TrustEvent, TrustPostingReason } from './trust/event.ts';
import type { WalletEvent, WalletPostingReason } from './wallet/event.ts';
import type { WithdrawalEvent, WithdrawalPostingReason } from './withdrawal/event.ts';

export interface Entry extends AccountKey {
  readonly bucket: Bucket;
  /** Signed; all entries of one posting sum to zero per currency. */
  readonly amountMinor: bigint;
}

export type PostingReason =
  | SpotPostingReason
  | PerpetualPostingReason
  | OptionPostingReason
  | TrustPostingReason
  | LaunchPostingReason
  | DustPostingReason
  | ReferralPostingReason
  | WalletPostingReason
  | CorrectionPostingReason
  | WithdrawalPostingReason;

/** What happened, past tense, in order. Everything outside the core is derived from these. */
export type Event =
  | {
      readonly type: 'posted';
      /** Counts all postings from 1 without gaps. */
      readonly postingId: number;
      readonly reason: PostingReason;
      /** What caused it: `order:17`, `trade:17`, `withdrawal:17`, or the reference its command gave. */
      readonly reference: string;
      readonly entries: readonly Entry[];
    }
  | SpotEvent
  | PerpetualEvent
  | OptionEvent
  | TrustEvent
  | LaunchEvent
  | ConvertEvent
  | DustEvent
  | ReferralEvent
  | TermsEvent
  | LimitEvent
  | MarketEvent
  | CustomerEvent
  | WalletEvent
  | WithdrawalEvent;

export type EventType = Event['type'];
export type EventOf<T extends EventType> = Extract<Event, { type: T }>;
