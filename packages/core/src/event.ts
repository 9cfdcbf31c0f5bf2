import type { ConvertEvent, ConvertPostingReason } from './convert/event.ts';
import type { LaunchEvent, LaunchPostingReason } from './launch/event.ts';
import type { AccountKey, Bucket } from './ledger/account.ts';
import type { Market, MarketStatus } from './market/market.ts';
import type { IndexTick } from './market/price-log.ts';
import type { Currency } from './money/currency.ts';
import type { LimitEvent } from './limits/limit.ts';
import type { OptionEvent, OptionPostingReason } from './option/option.ts';
import type { PerpetualEvent, PerpetualPostingReason } from './perpetual/events.ts';
import type { ReferralEvent, ReferralPostingReason } from './referral/event.ts';
import type { OrderView, Side } from './spot/order.ts';
import type { TermsEvent } from './terms/event.ts';
import type { TrustEvent, TrustPostingReason } from './trust/terms.ts';
import type { Debt } from './wallet/debt.ts';
import type { Withdrawal } from './wallet/withdrawal.ts';

export interface Entry extends AccountKey {
  readonly bucket: Bucket;
  /** Signed; all entries of one posting sum to zero per currency. */
  readonly amountMinor: bigint;
}

export type PostingReason =
  | 'faucet'
  | 'deposit'
  | 'depositReversal'
  | 'goodwill'
  | 'transfer'
  | 'houseFunding'
  | 'orderFreeze'
  | 'orderUnfreeze'
  | 'trade'
  | 'withdrawalFreeze'
  | 'withdrawalRelease'
  | 'withdrawal'
  | PerpetualPostingReason
  | OptionPostingReason
  | TrustPostingReason
  | LaunchPostingReason
  | ReferralPostingReason
  | ConvertPostingReason;

export interface Trade {
  readonly tradeId: number;
  readonly marketId: number;
  readonly priceTicks: number;
  readonly quantityLots: number;
  readonly quoteMinor: bigint;
  readonly takerSide: Side;
  readonly takerOrderId: number;
  readonly takerCustomerId: number;
  /** In the currency the taker receives. */
  readonly takerFeeMinor: bigint;
  readonly makerOrderId: number;
  readonly makerCustomerId: number;
  /** In the currency the maker receives. */
  readonly makerFeeMinor: bigint;
}

/** What happened, past tense, in order. Everything outside the core is derived from these. */
export type Event =
  | { readonly type: 'currencyConfigured'; readonly currency: Currency }
  | { readonly type: 'marketConfigured'; readonly market: Market }
  | { readonly type: 'marketStatusSet'; readonly marketId: number; readonly status: MarketStatus }
  | { readonly type: 'customerOpened'; readonly customerId: number }
  | { readonly type: 'customerFrozenSet'; readonly customerId: number; readonly frozen: boolean }
  | {
      readonly type: 'posted';
      /** Counts all postings from 1 without gaps. */
      readonly postingId: number;
      readonly reason: PostingReason;
      /** What caused it: `order:17`, `trade:17`, `withdrawal:17`, or the reference its command gave. */
      readonly reference: string;
      readonly entries: readonly Entry[];
    }
  /** The withdrawal's state after the command, complete. */
  | ({ readonly type: 'withdrawalChanged' } & Withdrawal)
  /** What the customer owes after the command, 0 once it is paid. */
  | ({ readonly type: 'debtChanged' } & Debt)
  /** The order's state after the command, at most once per order and command, complete. */
  | { readonly type: 'orderChanged'; readonly order: OrderView }
  | ({ readonly type: 'traded' } & Trade)
  /** A price level's total after the command; 0 lots = level gone. */
  | {
      readonly type: 'depthChanged';
      readonly marketId: number;
      readonly side: Side;
      readonly priceTicks: number;
      readonly quantityLots: number;
    }
  | ({ readonly type: 'indexTicked' } & IndexTick)
  | PerpetualEvent
  | OptionEvent
  | TrustEvent
  | LimitEvent
  | LaunchEvent
  | TermsEvent
  | ReferralEvent
  | ConvertEvent;

export type EventType = Event['type'];
export type EventOf<T extends EventType> = Extract<Event, { type: T }>;
