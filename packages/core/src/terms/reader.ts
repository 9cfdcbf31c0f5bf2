import type { Halt, TradingLine } from '../market/halt.ts';
import type { MarketConfig } from '../market/terms.ts';
import type { PerpetualConfig } from '../perpetual/terms.ts';

/** Announced terms and the time they take effect. */
export interface Announced<Config> {
  readonly config: Config;
  readonly announcedAtMs: number;
  /** For funding terms the end of an interval. */
  readonly effectiveAtMs: number;
}

/** What can be read of announced terms and halts; `exchange.terms`. */
export interface TermsReader {
  /** Null: nothing is announced for the market. */
  announcedMarket(marketId: number): Announced<MarketConfig> | null;
  announcedPerpetual(marketId: number): Announced<PerpetualConfig> | null;
  /** Null: the market is not stopped, or was stopped before reasons were required. */
  halt(line: TradingLine, marketId: number): Halt | null;
}
