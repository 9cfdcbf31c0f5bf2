import type { Side } from '../spot/order.ts';
import type { ContractChoice, MarginType } from './contract-choice.ts';
import type { PerpetualContract, PerpetualStatus } from './terms.ts';
import type { PerpetualOrderView, PositionMode } from './order-view.ts';
import type { PositionSide, PositionView, StopKind } from './position-view.ts';

/** What a fill did to a position. */
type FillEffect = 'open' | 'close';
/** Why the taker traded; a maker is always a waiting `order` or `close`. */
export type TakerCause = 'order' | 'close' | StopKind | 'liquidation';

/** A fill between two positions. Fees and profit are in the quote currency, profit before fees. */
export interface PerpetualTrade {
  /** Counts fills of all contracts from 1 without gaps. */
  readonly tradeId: number;
  readonly marketId: number;
  readonly priceTicks: number;
  readonly quantityLots: number;
  readonly valueMinor: bigint;
  readonly takerSide: Side;
  readonly takerCause: TakerCause;
  readonly takerOrderId: number;
  readonly takerPositionId: number;
  readonly takerCustomerId: number;
  readonly takerEffect: FillEffect;
  /** 0 for a liquidation, whose fee is taken at its end. */
  readonly takerFeeMinor: bigint;
  readonly takerRealisedMinor: bigint;
  readonly makerOrderId: number;
  readonly makerPositionId: number;
  readonly makerCustomerId: number;
  readonly makerEffect: FillEffect;
  readonly makerFeeMinor: bigint;
  readonly makerRealisedMinor: bigint;
  readonly atMs: number;
}

/** The mark price with everything it is computed from. Recomputed with each index tick and each minute. */
export interface MarkPrice {
  readonly marketId: number;
  /** Median of `fundingPriceE8`, `basisPriceE8` and the last trade (the index before the first one). */
  readonly markE8: number;
  readonly indexE8: number;
  /** Number of the index tick in the price log. */
  readonly indexTick: number;
  /** index × (1 + rate × time to funding ÷ interval), truncated. */
  readonly fundingPriceE8: number;
  /** The rate if funding were now, in 1e-8 of the value. */
  readonly rateE8: number;
  readonly nextFundingAtMs: number;
  readonly fundingIntervalMs: number;
  /** index + mean of (book mid − index) of the last five minutes' samples, those missing as 0, truncated. */
  readonly basisPriceE8: number;
  readonly lastPriceTicks: number | null;
  readonly atMs: number;
}

/** One sample per minute of the book; the funding rate is based on their mean. Prices are those of `impactPrices`. */
interface PremiumSample {
  readonly marketId: number;
  readonly atMs: number;
  readonly bidTicks: number;
  readonly askTicks: number;
  readonly indexE8: number;
  /** Mid − index. */
  readonly basisE8: number;
  /** Basis in 1e-8 of the index. */
  readonly premiumE8: number;
  /** Number and sum of the running interval's samples, including this one. */
  readonly samples: number;
  readonly premiumSumE8: number;
  /** The rate if the interval ended now. */
  readonly rateE8: number;
  readonly nextFundingAtMs: number;
}

/**
 * One funding of a contract. A payer pays value at mark × |rate|, truncated, and at most its margin. Receivers share
 * what was collected by lots: collected × lots ÷ openInterestLots, truncated; the remainder goes to `rounding`. The
 * lists run in parallel, by position id, and contain every open position.
 */
interface FundingSettlement {
  readonly marketId: number;
  /** Counts the contract's fundings from 1. */
  readonly fundingId: number;
  /** The end of the interval; the command may have come later. */
  readonly fundingAtMs: number;
  readonly intervalMs: number;
  readonly samples: number;
  /** Mean of the samples. */
  readonly premiumE8: number;
  readonly interestPpm: number;
  readonly capPpm: number;
  /** Positive: longs pay shorts. */
  readonly rateE8: number;
  /** The newest mark before it. */
  readonly mark: MarkPrice;
  readonly openInterestLots: number;
  readonly collectedMinor: bigint;
  readonly roundingMinor: bigint;
  readonly nextFundingAtMs: number;
  readonly positionIds: readonly number[];
  readonly customerIds: readonly number[];
  readonly sides: readonly PositionSide[];
  readonly lots: readonly number[];
  /** Received (positive) or paid (negative). */
  readonly amountsMinor: readonly bigint[];
  /** Margin and liquidation price after it, as in `PositionView`: no `positionChanged` follows. */
  readonly marginsMinor: readonly bigint[];
  readonly liquidationsE8: readonly (number | null)[];
  readonly bankruptciesE8: readonly (number | null)[];
}

interface StopTrigger {
  readonly positionId: number;
  readonly customerId: number;
  readonly marketId: number;
  readonly side: PositionSide;
  readonly kind: StopKind;
  readonly triggerTicks: number;
  readonly lots: number;
  readonly mark: MarkPrice;
  readonly atMs: number;
}

/**
 * A liquidation, with everything it was decided and computed from. The position first closes into the book down to the
 * price where its margin is used up. Then the insurance fund pays for worse fills, within the price band and no further
 * from the mark than the maintenance rate. Then opposing positions are reduced at the bankruptcy price. Lots that still
 * found nobody stay open until the next mark.
 */
interface Liquidation {
  readonly positionId: number;
  readonly customerId: number;
  readonly marketId: number;
  readonly side: PositionSide;
  readonly multiple: number;
  readonly mark: MarkPrice;
  /** The figures of the decision: equity ≤ maintenance margin, that is mark at or beyond liquidationE8. */
  readonly lots: number;
  readonly entryValueMinor: bigint;
  readonly marginMinor: bigint;
  readonly maintenancePpm: number;
  /** Both truncated. */
  readonly equityMinor: bigint;
  readonly maintenanceMarginMinor: bigint;
  readonly liquidationE8: number;
  readonly bankruptcyE8: number;
  /** Closed into the book with its own margin, and their value. */
  readonly bookLots: number;
  readonly bookValueMinor: bigint;
  /** Closed into the book with the insurance fund's help. */
  readonly insuredLots: number;
  readonly insuredValueMinor: bigint;
  readonly insurancePaidMinor: bigint;
  readonly deleveragedLots: number;
  readonly deleveragedValueMinor: bigint;
  readonly remainingLots: number;
  /** Rates of the value closed, by the contract's terms at that time. */
  readonly liquidationFeePpm: number;
  readonly takerFeePpm: number;
  /** How the rest of the margin was split: insurance fund, trading fee, customer. All 0 while lots remain. */
  readonly liquidationFeeMinor: bigint;
  readonly feeMinor: bigint;
  readonly returnedMinor: bigint;
  readonly atMs: number;
  /**
   * Present: the account carried the position, and was liquidated because its equity had fallen to its maintenance.
   * `marginMinor` is then what the account could give, `liquidationE8` the mark itself.
   */
  readonly cross?: CrossStep;
}

/** An account's figures before a step of its liquidation. */
export interface CrossStep {
  readonly availableMinor: bigint;
  readonly equityMinor: bigint;
  readonly maintenanceMinor: bigint;
  /** All open cross positions of the account, by contract and age. */
  readonly positions: readonly CrossFound[];
}

interface CrossFound extends Found {
  readonly positionId: number;
  readonly marketId: number;
  readonly side: PositionSide;
  readonly maintenancePpm: number;
  /** Newest mark of its contract. */
  readonly markE8: number;
}

/** The profit of a cross position, paid to its account, which needed it: since then it counts as opened at the mark. */
interface ProfitSettlement extends Found {
  readonly positionId: number;
  readonly customerId: number;
  readonly marketId: number;
  readonly side: PositionSide;
  readonly profitMinor: bigint;
  /** Its entry value from now on. */
  readonly entryAfterMinor: bigint;
  readonly mark: MarkPrice;
  readonly atMs: number;
}

/** What carries the customer's positions of a contract. */
interface MarginTypeChange {
  readonly customerId: number;
  readonly marketId: number;
  readonly marginType: MarginType;
}

/**
 * Margin added by itself to a position that the mark would have liquidated, with everything that decided it. The figures
 * are those before it.
 */
interface PositionTopUp {
  readonly positionId: number;
  readonly customerId: number;
  readonly marketId: number;
  readonly side: PositionSide;
  readonly multiple: number;
  /** Counts the position's top-ups from 1. */
  readonly step: number;
  readonly mark: MarkPrice;
  readonly lots: number;
  readonly entryValueMinor: bigint;
  readonly marginMinor: bigint;
  readonly maintenancePpm: number;
  readonly liquidationE8: number;
  readonly limitMinor: bigint;
  readonly usedMinor: bigint;
  /** In the customer's contract account, beyond what cross positions must keep. */
  readonly availableMinor: bigint;
  readonly amountMinor: bigint;
  /** After it; null: no price liquidates. */
  readonly newLiquidationE8: number | null;
  readonly atMs: number;
}

/** A position's figures just before a reduction or an offset. */
export interface Found {
  readonly lots: number;
  readonly entryValueMinor: bigint;
  readonly marginMinor: bigint;
}

/**
 * A position that was reduced because an opposing one went bankrupt while book and insurance fund were exhausted; with
 * everything that `recomputeDeleveraging` needs.
 */
interface AutoDeleveraging {
  readonly positionId: number;
  readonly customerId: number;
  readonly marketId: number;
  readonly side: PositionSide;
  /** The position that was liquidated. */
  readonly againstPositionId: number;
  readonly lots: number;
  /** The value the lots were closed for, at the other's bankruptcy price. */
  readonly valueMinor: bigint;
  readonly realisedMinor: bigint;
  /** Released to the customer: margin of the lots and profit. */
  readonly returnedMinor: bigint;
  readonly before: Found;
  readonly againstBefore: Found;
  /** Profit at mark ÷ entry value × leverage, in 1e-8, truncated: highest first, then oldest. */
  readonly rankE8: number;
  /** Lots when ranked, once for all liquidations of a mark: earlier ones may have reduced the position since. */
  readonly ranked: Pick<Found, 'lots' | 'entryValueMinor'>;
  /** Its place in that ranking, from 1, the ranking's length, and the ranks of its neighbours. */
  readonly place: number;
  readonly candidates: number;
  readonly aheadRankE8: number | null;
  readonly behindRankE8: number | null;
  readonly multiple: number;
  readonly mark: MarkPrice;
  readonly atMs: number;
}

/**
 * A customer's positions closed against each other at the mark price, or at the nearest value that both margins cover;
 * with everything that `recomputeOffset` needs.
 */
export interface PositionsOffset {
  readonly customerId: number;
  readonly marketId: number;
  readonly longPositionId: number;
  readonly shortPositionId: number;
  readonly lots: number;
  /** The value for which the lots of both were closed. */
  readonly valueMinor: bigint;
  readonly longBefore: Found;
  readonly shortBefore: Found;
  readonly longRealisedMinor: bigint;
  readonly shortRealisedMinor: bigint;
  readonly mark: MarkPrice;
  readonly atMs: number;
}

/** Another mode for the customer's orders and positions of a contract. */
interface PositionModeChange {
  readonly customerId: number;
  readonly marketId: number;
  readonly mode: PositionMode;
}

/** The open lots of one position became part of another: for what they were opened for, with their margin. */
interface PositionsMerge {
  readonly customerId: number;
  readonly marketId: number;
  readonly side: PositionSide;
  readonly fromPositionId: number;
  readonly intoPositionId: number;
  readonly lots: number;
  readonly entryValueMinor: bigint;
  readonly marginMinor: bigint;
  readonly atMs: number;
}

export type PerpetualEvent =
  | { readonly type: 'perpetualConfigured'; readonly contract: PerpetualContract }
  | { readonly type: 'perpetualStatusSet'; readonly marketId: number; readonly status: PerpetualStatus }
  /** The state of order and position after the command, at most once per position and command, complete. */
  | { readonly type: 'positionChanged'; readonly position: PositionView }
  | ({ readonly type: 'perpetualTraded' } & PerpetualTrade)
  /** A price level's total after the command; 0 lots = level gone. */
  | {
      readonly type: 'perpetualDepthChanged';
      readonly marketId: number;
      readonly side: Side;
      readonly priceTicks: number;
      readonly quantityLots: number;
    }
  | ({ readonly type: 'markChanged' } & MarkPrice)
  | ({ readonly type: 'premiumSampled' } & PremiumSample)
  | ({ readonly type: 'fundingSettled' } & FundingSettlement)
  /** An interval without a single sample, e.g. because the exchange was down: nobody pays. */
  | {
      readonly type: 'fundingSkipped';
      readonly marketId: number;
      readonly fundingAtMs: number;
      readonly nextFundingAtMs: number;
    }
  | ({ readonly type: 'stopTriggered' } & StopTrigger)
  | ({ readonly type: 'positionLiquidated' } & Liquidation)
  | ({ readonly type: 'positionToppedUp' } & PositionTopUp)
  /** What a customer chose for a contract, complete. */
  | {
      readonly type: 'contractChoiceSet';
      readonly customerId: number;
      readonly marketId: number;
      readonly choice: ContractChoice;
    }
  | ({ readonly type: 'positionDeleveraged' } & AutoDeleveraging)
  | ({ readonly type: 'positionsOffset' } & PositionsOffset)
  | ({ readonly type: 'positionModeSet' } & PositionModeChange)
  | ({ readonly type: 'positionsMerged' } & PositionsMerge)
  | ({ readonly type: 'marginTypeSet' } & MarginTypeChange)
  | ({ readonly type: 'profitSettled' } & ProfitSettlement)
  /** The state of an order in hedge or net mode after the command, at most once per order and command, complete. */
  | { readonly type: 'perpetualOrderChanged'; readonly order: PerpetualOrderView };

export type PerpetualEventOf<T extends PerpetualEvent['type']> = Extract<PerpetualEvent, { type: T }>;

/**
 * - perpetualFreeze, perpetualUnfreeze: within the contract account, for an order, or for what it did not need.
 * - perpetualMargin: within the contract account, added to a position or taken out of it.
 * - perpetualTrade (`perpetualTrade:17`): fees, profit and loss of a fill.
 * - perpetualFunding, perpetualLiquidation, perpetualDeleveraging, perpetualOffset (`position:17`).
 */
export type PerpetualPostingReason =
  | 'perpetualFreeze'
  | 'perpetualUnfreeze'
  | 'perpetualMargin'
  | 'perpetualTrade'
  | 'perpetualFunding'
  | 'perpetualLiquidation'
  | 'perpetualDeleveraging'
  | 'perpetualOffset';
