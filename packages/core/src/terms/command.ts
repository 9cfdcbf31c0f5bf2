import type { MarketConfig } from '../market/terms.ts';
import type { PerpetualConfig } from '../perpetual/terms.ts';
import type { HaltReason, TradingLine } from '../market/halt.ts';

/**
 * New terms of a listed market. Improvements apply at once; what is worse is announced and applies `noticeMs` later (at
 * least MIN_NOTICE_MS). Replaces what was announced for the market before.
 */
interface ChangeMarketTerms {
  readonly type: 'changeMarketTerms';
  readonly market: MarketConfig;
  readonly noticeMs: number;
}

/** As for a market. Changes of funding terms, always worse for one side, also wait for the end of an interval. */
interface ChangePerpetualTerms {
  readonly type: 'changePerpetualTerms';
  readonly perpetual: PerpetualConfig;
  readonly noticeMs: number;
}

/**
 * `closeOnly` has no end; a `full` halt ends by itself after `forMs`, at most MAX_HALT_MS. `prolong`, decided by two
 * people, lengthens a running full halt, or begins one soon after another.
 */
interface HaltTrading {
  readonly type: 'haltTrading';
  readonly line: TradingLine;
  readonly marketId: number;
  readonly mode: 'closeOnly' | 'full';
  readonly reason: HaltReason;
  /** Shown beside the reason; may be empty. */
  readonly note: string;
  /** Null for `closeOnly`. */
  readonly forMs: number | null;
  readonly prolong: boolean;
}

/** A full halt is still followed by its minutes of close-only; after any other stop, trading opens. */
interface ResumeTrading {
  readonly type: 'resumeTrading';
  readonly line: TradingLine;
  readonly marketId: number;
}

export type TermsCommand = ChangeMarketTerms | ChangePerpetualTerms | HaltTrading | ResumeTrading;

export const TERMS_COMMANDS = [
  'changeMarketTerms',
  'changePerpetualTerms',
  'haltTrading',
  'resumeTrading',
] as const;
