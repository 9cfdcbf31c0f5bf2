import type { MarketStatus } from '../market/terms.ts';

/** A margin tier as configured: exposures up to `maxNotional` belong to it. Decimal string in quote units. */
export interface PerpetualTierConfig {
  readonly maxNotional: string;
  /** Maintenance margin in ppm of the value at mark (5_000 = 0.5 %). */
  readonly maintenancePpm: number;
  readonly maxMultiple: number;
}

/**
 * A margin tier. An order belongs to the first tier that holds the customer's whole exposure in the contract including
 * this order: entry values of open lots and values of waiting orders, long and short added. Its position keeps that
 * maintenance rate for good, so only margin, funding and partial closes move its liquidation price.
 */
export interface PerpetualTier {
  readonly maxNotionalMinor: bigint;
  readonly maintenancePpm: number;
  readonly maxMultiple: number;
}

/** The configuration of a perpetual contract. Decimal strings are in units of the quote currency unless noted. */
export interface PerpetualConfig {
  /** The market whose index the contract follows; base and quote currency are that market's. */
  readonly marketId: number;
  /** Price of one tick. Fixed from the first configuration on, like `lotSize`. */
  readonly tickSize: string;
  /** Base units of one lot, e.g. `0.001`. */
  readonly lotSize: string;
  /** Leverages that apps offer first, ascending, from 1 to 1_000. Any whole number up to the last may be chosen. */
  readonly multiples: readonly number[];
  /** Ascending in notional and maintenance rate, descending in leverage; nothing opens beyond the last. */
  readonly tiers: readonly PerpetualTierConfig[];
  readonly makerFeePpm: number;
  readonly takerFeePpm: number;
  /** How far orders may trade from the mark price, and limits may be from mark and index, in ppm of it. 0 = no band. */
  readonly priceBandPpm: number;
  readonly maxOrderLots: number;
  /** Long lots (and as many short) that may be open or wait to open. */
  readonly maxOpenInterestLots: number;
  /** One customer's exposure in this contract. */
  readonly maxCustomerNotional: string;
  /** Whole minutes that divide a day. 8 h: funding at 00:00, 08:00, 16:00 UTC. */
  readonly fundingIntervalMs: number;
  /** Signed, per interval (100 = 0.01 %). */
  readonly interestPpm: number;
  /** The funding rate is between minus and plus this. */
  readonly fundingCapPpm: number;
  /** An index older than this is stale: nothing opens, is triggered or liquidated. */
  readonly staleAfterMs: number;
  /** Share of the value closed by a liquidation, to the insurance fund, as far as margin is left. */
  readonly liquidationFeePpm: number;
}

export type PerpetualStatus = MarketStatus;

/**
 * A perpetual contract: linear, settled in the quote currency. Prices are integer ticks, quantities integer lots; one
 * lot at one tick is worth `quoteMinorPerTickLot` quote minor units, a whole number ≥ 1: values of trades are exact.
 */
export interface PerpetualContract extends Omit<PerpetualConfig, 'tiers' | 'maxCustomerNotional'> {
  /** `BASE/QUOTE`, e.g. `BTC/USDT`. */
  readonly symbol: string;
  readonly baseCurrencyId: number;
  readonly quoteCurrencyId: number;
  readonly quoteMinorPerTickLot: bigint;
  /** One tick in 1e-8 quote units, which mark and liquidation prices are in. */
  readonly tickE8: number;
  readonly maxPriceTicks: number;
  readonly tiers: readonly PerpetualTier[];
  readonly maxCustomerNotionalMinor: bigint;
  /** Quantity each side of the book must offer for its mid price to count: see `impactPrices`. */
  readonly impactNotionalMinor: bigint;
}
