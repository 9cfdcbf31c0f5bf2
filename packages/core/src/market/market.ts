export type MarketStatus = 'open' | 'cancelOnly' | 'halted';

/**
 * A spot market. Prices are integer ticks, quantities integer lots; one lot at one tick is worth
 * `quoteMinorPerTickLot` minor units of the quote currency, always a whole number ≥ 1, so that trade values are
 * exact and only fees are ever truncated. A market whose limits could overflow is refused.
 */
export interface Market {
  readonly id: number;
  /** `BASE/QUOTE`, e.g. `BTC/USDT`. */
  readonly symbol: string;
  readonly baseCurrencyId: number;
  readonly quoteCurrencyId: number;
  /** Decimal string, e.g. `0.1`: the price of one tick in quote units. */
  readonly tickSize: string;
  /** Decimal string, e.g. `0.00001`: the quantity of one lot in base units. */
  readonly lotSize: string;
  /** Minor units of base in one lot. */
  readonly baseMinorPerLot: bigint;
  /** Minor units of quote that one lot costs at one tick. */
  readonly quoteMinorPerTickLot: bigint;
  /** Largest accepted price in ticks and order quantity in lots. */
  readonly maxPriceTicks: number;
  readonly maxQuantityLots: number;
  /** Smallest value of an order, in quote minor units. */
  readonly minNotionalMinor: bigint;
  /** How far a price may be from the reference price, in ppm of it (100_000 = 10 %). 0 = no band. */
  readonly priceBandPpm: number;
  /** Fees in ppm of the received amount (1000 = 0.1 %). */
  readonly makerFeePpm: number;
  readonly takerFeePpm: number;
}

/** What a market is configured from; derived figures of `Market` are computed and checked by the core. */
export interface MarketConfig {
  readonly id: number;
  readonly baseCurrencyId: number;
  readonly quoteCurrencyId: number;
  readonly tickSize: string;
  readonly lotSize: string;
  /** Decimal string in quote units. */
  readonly minNotional: string;
  readonly priceBandPpm: number;
  readonly makerFeePpm: number;
  readonly takerFeePpm: number;
}
