export { Exchange, LOGIC_VERSION, type ReadonlyExchange } from './exchange.ts';
export type { AccountBalance, Balance } from './exchange-reader.ts';
export type { Depth } from './book/depth.ts';
export { InvariantBroken, type InvariantLevel } from './invariant.ts';
export type { Command, CommandType } from './command.ts';
export type { MarketConfig, Market, MarketStatus } from './market/terms.ts';
export type { Entry, Event, EventOf, EventType, PostingReason } from './event.ts';
export type { Trade } from './spot/event.ts';
export type { Outcome } from './outcome.ts';
export { CORE_REFUSALS, type CoreRefusalCode, type Refusal } from './refusal.ts';
export {
  CHANNELS,
  CUSTOMER_ACCOUNTS,
  HOUSE_FUNDS,
  PROFIT_SOURCES,
  PLATFORM_ACCOUNTS,
  PLATFORM_OWNER,
  type AccountKey,
  type Bucket,
  type Channel,
  type CustomerAccount,
  type HouseFund,
  type ProfitSource,
  type PlatformAccount,
} from './ledger/account.ts';
export type { IndexSource, IndexTick } from './market/price-log.ts';
export type { Currency } from './money/currency.ts';
export type { LimitStanding } from './limit/standing.ts';
export type { BuyOption } from './option/command.ts';
export type {
  OptionCurrencyConfig,
  OptionTerms,
  OptionTermsConfig,
  OptionTick,
  OptionTime,
  OptionView,
} from './option/terms.ts';
export type { OptionDirection, OptionResult } from './option/settlement.ts';
export type { OrderEndReason, OrderStatus, OrderType, OrderView, Side, TimeInForce } from './spot/order.ts';
export type { PlaceOrder } from './spot/command.ts';
export {
  liabilitiesOf,
  LIABILITY_PARTS,
  type Liability,
  type LiabilityPart,
} from './liability/liabilities.ts';
export type { LaunchCommand } from './launch/command.ts';
export type { LaunchTotals, LaunchReader } from './launch/reader.ts';
export type {
  LaunchAmount,
  LaunchConfig,
  LaunchOffer,
  LaunchOrder,
  LaunchResult,
  LaunchStatus,
  LaunchTerms,
} from './launch/terms.ts';
export type { PerpetualCommand, PlacePerpetualOrder } from './perpetual/command.ts';
export type {
  PerpetualConfig,
  PerpetualContract,
  PerpetualStatus,
  PerpetualTier,
  PerpetualTierConfig,
} from './perpetual/terms.ts';
export type {
  CrossStep,
  MarkPrice,
  PerpetualEvent,
  PerpetualEventOf,
  PerpetualTrade,
} from './perpetual/event.ts';
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
export type { ContractChoice, MarginType } from './perpetual/contract-choice.ts';
export type {
  PerpetualOrderEnd,
  PerpetualOrderStatus,
  PerpetualOrderView,
  PositionMode,
} from './perpetual/order-view.ts';
export type { CrossFigures, FundingState, PerpetualReader } from './perpetual/reader.ts';
export type { Announced, TermsReader } from './terms/reader.ts';
export { HALT_REASONS, MAX_HALT_MS, type Halt, type HaltReason, type TradingLine } from './market/halt.ts';
export {
  MAX_FUNDING_CAP_PPM,
  MAX_TRADING_FEE_PPM,
  splitMarket,
  splitPerpetual,
} from './terms/better-or-worse.ts';
export { MAX_NOTICE_MS, MIN_NOTICE_MS } from './notice.ts';
export type { ReferralCommand, ReferralStanding } from './referral/command.ts';
export type { RebateLine } from './referral/event.ts';
export type { PendingRebate } from './referral/pending.ts';
export type { ReferralReader } from './referral/reader.ts';
export {
  MAX_REBATE_PPM,
  splitTerms as splitReferralTerms,
  type AnnouncedReferralTerms,
  type ReferralTerms,
} from './referral/terms.ts';
export type { Convert, ConvertCommand } from './convert/command.ts';
export type { ConvertReader } from './convert/reader.ts';
export type { DustReader } from './dust/reader.ts';
export { MAX_DUST_SPREAD_PPM, type DustTerms } from './dust/terms.ts';
export type { BoughtDust } from './dust/event.ts';
export type { ConvertEvent } from './convert/event.ts';
export type { ConvertLeg, ConvertPreview } from './convert/preview.ts';
export type { TrustOrder, TrustProduct, TrustTermsConfig } from './trust/terms.ts';
export type { TrustReader } from './trust/reader.ts';
export type { Debt } from './wallet/event.ts';
export type { Withdrawal, WithdrawalState } from './withdrawal/event.ts';
