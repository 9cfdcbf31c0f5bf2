/**
 * What a portfolio is computed from: the parts of everything that is a customer's, what each coin is worth, positions
 * and waiting orders. The server reads it at one moment, the app gets the same by `GET wallet/portfolio`.
 */

export const PORTFOLIO_PRODUCTS = ['spot', 'contract', 'option', 'trust', 'launch'] as const;
export type PortfolioProduct = (typeof PORTFOLIO_PRODUCTS)[number];

/** Each unit of a currency that is the customer's is in exactly one of these, so parts add up to all of it. */
export const PART_KINDS = [
  'available',
  /** Frozen for spot orders that wait. */
  'orders',
  /** Frozen for withdrawals that are not sent yet. */
  'withdrawals',
  /** Frozen until a new coin's offer closes. */
  'commitments',
  /** Paid for a new coin, or its coins, until they are released. */
  'locked',
  /** Margin of contracts that are held. */
  'margin',
  /** Margin and fees of contract orders that wait. */
  'waiting',
  /** Stakes of running options. */
  'stakes',
  /** Principal of deposits in trust. */
  'deposits',
  /** Earned, and not paid yet. */
  'rebates',
  /** Frozen for anything else. */
  'frozen',
  /** Negative: owed after a deposit was reversed. */
  'owed',
] as const;
export type PartKind = (typeof PART_KINDS)[number];

/** `index`: the newest index. `market`: without one, the last trade, or a new coin's issue price before its first. */
export const PRICE_SOURCES = ['unit', 'index', 'market'] as const;
export type PriceSource = (typeof PRICE_SOURCES)[number];

/** Decimals of `priceE18` and of quantities. */
export const E18 = 18;

export interface PortfolioCoin {
  readonly currencyId: number;
  readonly code: string;
  readonly decimals: number;
  /** One coin in the unit, in 1e-18, truncated; null: nothing tells what it is worth. */
  readonly priceE18: bigint | null;
  readonly source: PriceSource | null;
  /** Of the index; null for other sources. */
  readonly pricedAtMs: number | null;
}

export interface PortfolioPart {
  readonly product: PortfolioProduct;
  readonly kind: PartKind;
  readonly currencyId: number;
  readonly amountMinor: bigint;
}

export interface PortfolioPosition {
  readonly positionId: number;
  readonly marketId: number;
  readonly symbol: string;
  readonly side: 'long' | 'short';
  readonly multiple: number;
  readonly baseCurrencyId: number;
  /** ≥ 1. */
  readonly lots: number;
  /** Base units of one lot, in 1e-18. */
  readonly lotE18: bigint;
  /** One tick in 1e-8 quote units, and what one lot costs at one tick: see `ContractUnit` of the core. */
  readonly tickE8: number;
  readonly quoteMinorPerTickLot: bigint;
  readonly entryValueMinor: bigint;
  readonly maintenancePpm: number;
  readonly markE8: number;
  /** Null: no price liquidates it. */
  readonly liquidationE8: number | null;
}

/**
 * Positions that share equity: together they can lose the group's margin and nothing else. An isolated group has one
 * position, which its own liquidation price ends. Of a cross group the margin is the available contract balance, and it is
 * liquidated when its equity is no more than its maintenance.
 */
export interface MarginGroup {
  readonly kind: 'isolated' | 'cross';
  /** What its contracts are settled in. */
  readonly currencyId: number;
  readonly marginMinor: bigint;
  readonly positions: readonly PortfolioPosition[];
}

/** Orders of one market and side that wait to buy, sell or open; what they hold is in the parts, too. */
export interface WaitingOrders {
  readonly product: 'spot' | 'contract';
  readonly symbol: string;
  readonly side: 'buy' | 'sell' | 'long' | 'short';
  readonly orders: number;
  readonly currencyId: number;
  readonly frozenMinor: bigint;
}

export interface TrustDeposit {
  readonly orderId: number;
  readonly currencyId: number;
  readonly principalMinor: bigint;
  /** What leaving now would take from the principal. */
  readonly penaltyMinor: bigint;
  readonly remainingDays: number;
}

export interface PortfolioFacts {
  readonly atMs: number;
  /** The currency in which everything is counted; it must be among the coins. */
  readonly unitId: number;
  readonly coins: readonly PortfolioCoin[];
  readonly parts: readonly PortfolioPart[];
  readonly groups: readonly MarginGroup[];
  readonly waiting: readonly WaitingOrders[];
  readonly deposits: readonly TrustDeposit[];
}
