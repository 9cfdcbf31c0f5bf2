export { Exchange, LOGIC_VERSION, type ReadonlyExchange } from './exchange.ts';
export type { Depth } from './book/depth.ts';
export type { AccountBalance, Balance } from './exchange-reader.ts';
export { InvariantBroken, type InvariantLevel } from './invariant.ts';
export type { Command, CommandType } from './command.ts';
export type { Entry, Event, EventOf, EventType, PostingReason, Trade } from './event.ts';
export type { Outcome } from './outcome.ts';
export { CORE_REFUSALS, type CoreRefusalCode, type Refusal } from './refusal.ts';
export {
  CHANNELS,
  CUSTOMER_ACCOUNTS,
  HOUSE_FUNDS,
  PLATFORM_ACCOUNTS,
  PLATFORM_OWNER,
  type AccountKey,
  type Bucket,
  type Channel,
  type CustomerAccount,
  type HouseFund,
  type PlatformAccount,
} from './ledger/account.ts';
export type { Market, MarketConfig, MarketStatus } from './market/market.ts';
export type { IndexSource, IndexTick } from './market/price-log.ts';
export type { Currency } from './money/currency.ts';
export type { LimitStanding } from './limits/limit.ts';
export type {
  BuyOption,
  OptionCurrencyConfig,
  OptionTerms,
  OptionTermsConfig,
  OptionTick,
  OptionTime,
  OptionView,
} from './option/option.ts';
export type { OptionDirection, OptionResult } from './option/settlement.ts';
export type {
  OrderEndReason,
  OrderStatus,
  OrderType,
  OrderView,
  PlaceOrder,
  Side,
  TimeInForce,
} from './spot/order.ts';
export type { LaunchCommand } from './launch/command.ts';
export { LAUNCH_POSTING_REASONS } from './launch/event.ts';
export type { LaunchTotals, LaunchView } from './launch/launch.ts';
export type {
  LaunchAmount,
  LaunchConfig,
  LaunchOffer,
  LaunchOrder,
  LaunchResult,
  LaunchStatus,
  LaunchTerms,
} from './launch/terms.ts';
export type { PerpetualCommand, PlacePerpetualOrder } from './perpetual/commands.ts';
export type {
  PerpetualConfig,
  PerpetualContract,
  PerpetualStatus,
  PerpetualTier,
  PerpetualTierConfig,
} from './perpetual/contract.ts';
export type { MarkPrice, PerpetualEvent, PerpetualEventOf, PerpetualTrade } from './perpetual/events.ts';
export type {
  CloseReason,
  OpeningEndReason,
  PerpetualOrderType,
  PositionSide,
  PositionStatus,
  PositionView,
  StopKind,
  WaitingClose,
} from './perpetual/position-view.ts';
export type { FundingState, PerpetualReader } from './perpetual/reader.ts';
export type { Announced } from './terms/terms-snapshot.ts';
export type { TermsReader } from './terms/terms.ts';
export { HALT_REASONS, MAX_HALT_MS, type Halt, type HaltReason, type TradingLine } from './market/halt.ts';
export { MAX_NOTICE_MS, MIN_NOTICE_MS } from './market/notice.ts';
export {
  MAX_FUNDING_CAP_PPM,
  MAX_TRADING_FEE_PPM,
  splitMarket,
  splitPerpetual,
} from './terms/better-or-worse.ts';
export type { ReferralCommand, ReferralStanding } from './referral/command.ts';
export type { RebateLine } from './referral/event.ts';
export type { PendingRebate } from './referral/pending.ts';
export type { ReferralReader } from './referral/referral.ts';
export {
  MAX_REBATE_PPM,
  splitTerms as splitReferralTerms,
  type AnnouncedReferralTerms,
  type ReferralTerms,
} from './referral/terms.ts';
export type { Convert, ConvertCommand } from './convert/command.ts';
export type { ConvertReader } from './convert/convert.ts';
export type { DustReader } from './convert/dust.ts';
export { MAX_DUST_SPREAD_PPM, type DustTerms } from './convert/dust-terms.ts';
export type { BoughtDust, ConvertEvent } from './convert/event.ts';
export type { ConvertLeg, ConvertPreview } from './convert/preview.ts';
export type { TrustView } from './trust/reader.ts';
export type { TrustOrder, TrustProduct, TrustTermsConfig } from './trust/terms.ts';
export type { Debt } from './wallet/debt.ts';
export type { Withdrawal, WithdrawalState } from './wallet/withdrawal.ts';
