import type { MarketStatus } from '../market/terms.ts';

/** A margin tier as configured: exposures up to `maxNotional` belong to it. Decimal string in quote units. */
export interface PerpetualTierConfig {
  readonly maxNotional: string;
  /** Maintenance margin in ppm of the value at mark (5_000 = 0.5 %). */
  readonly maintenancePpm: number;
  readonly maxMultiple: number;
}

/**
 * A margin tier. An order belongs to the first tier that holds the customer's whole exposure in the contract with
 * this order: entry values of what is held and values of what waits to open, long and short added. Its position keeps
 * that maintenance rate for good, so a liquidation price moves only by margin, funding and partial closes.
 */
export interface PerpetualTier {
  readonly maxNotionalMinor: bigint;
  readonly maintenancePpm: number;
  readonly maxMultiple: number;
}

/** What a perpetual contract is configured from. Decimal strings in units of the quote currency, where not said. */
export interface PerpetualConfig {
  /** The market whose index the contract follows; base and quote currency are that market's. */
  readonly marketId: number;
  /** Price of one tick. Fixed from the first configuration on, as is `lotSize`. */
  readonly tickSize: string;
  /** Base units of one lot, e.g. `0.001`. */
  readonly lotSize: string;
  /** On offer, ascending whole numbers from 1 to 1_000. */
  readonly multiples: readonly number[];
  /** Ascending in notional and maintenance rate, descending in multiple; beyond the last nothing opens. */
  readonly tiers: readonly PerpetualTierConfig[];
  readonly makerFeePpm: number;
  readonly takerFeePpm: number;
  /** How far from the mark price orders may trade, and from mark and index limits may be, in ppm of it. 0 = no band. */
  readonly priceBandPpm: number;
  readonly maxOrderLots: number;
  /** Long lots (and as many short) that may be open or wait to open. */
  readonly maxOpenInterestLots: number;
  /** One customer's exposure in this contract. */
  readonly maxCustomerNotional: string;
  /** Whole minutes, and a day is a whole number of it. 8 h: funding at 00:00, 08:00, 16:00 UTC. */
  readonly fundingIntervalMs: number;
  /** Signed, per interval (100 = 0.01 %). */
  readonly interestPpm: number;
  /** The funding rate lies between minus and plus this. */
  readonly fundingCapPpm: number;
  /** An index older than this is stale: nothing opens, is triggered or liquidated. */
  readonly staleAfterMs: number;
  /** Of the value a liquidation closed, to the insurance fund, as far as margin is left. */
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
  /** One tick in 1e-8 quote units: mark and liquidation prices are in these, not in ticks. */
  readonly tickE8: number;
  readonly maxPriceTicks: number;
  readonly tiers: readonly PerpetualTier[];
  readonly maxCustomerNotionalMinor: bigint;
  /** What each side of the book must offer for its mid price to count: see `impactPrices`. */
  readonly impactNotionalMinor: bigint;
}
