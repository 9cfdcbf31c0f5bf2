import type { MarketConfig } from '../market/market.ts';
import type { PerpetualConfig } from '../perpetual/contract.ts';
import type { HaltReason, TradingLine } from '../market/halt.ts';

/**
 * The terms of a listed market as they shall be. What is better for customers acts at once; what is worse is announced
 * and acts `noticeMs` later (at least MIN_NOTICE_MS). Replaces what was announced for the market before.
 */
interface ChangeMarketTerms {
  readonly type: 'changeMarketTerms';
  readonly market: MarketConfig;
  readonly noticeMs: number;
}

/** As for a market. Funding terms, which are better for one side and worse for the other, wait for a funding, too. */
interface ChangePerpetualTerms {
  readonly type: 'changePerpetualTerms';
  readonly perpetual: PerpetualConfig;
  readonly noticeMs: number;
}

/**
 * `closeOnly` has no end; a `full` halt ends by itself after `forMs`, at most MAX_HALT_MS. `prolong` is what two people
 * decided: it lengthens a full halt that runs, or begins one soon after another.
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

/** A full halt is followed by its minutes of close-only all the same; everything else opens. */
interface ResumeTrading {
  readonly type: 'resumeTrading';
  readonly line: TradingLine;
  readonly marketId: number;
}

export type TermsCommand = ChangeMarketTerms | ChangePerpetualTerms | HaltTrading | ResumeTrading;
export type TermsCommandOf<T extends TermsCommand['type']> = Extract<TermsCommand, { type: T }>;
