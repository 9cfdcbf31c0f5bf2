import type { Halt, TradingLine } from '../market/halt.ts';
import type { MarketConfig } from '../market/terms.ts';
import type { PerpetualConfig } from '../perpetual/terms.ts';

/** Terms that were announced and when they act. */
export interface Announced<Config> {
  readonly config: Config;
  readonly announcedAtMs: number;
  /** For funding terms the end of an interval. */
  readonly effectiveAtMs: number;
}

/** What may be known of announced terms and of halts; `exchange.terms`. */
export interface TermsReader {
  /** Null: nothing is announced for the market. */
  announcedMarket(marketId: number): Announced<MarketConfig> | null;
  announcedPerpetual(marketId: number): Announced<PerpetualConfig> | null;
  /** Null: the market was not stopped, or before reasons were asked for. */
  halt(line: TradingLine, marketId: number): Halt | null;
}
