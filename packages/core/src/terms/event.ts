import type { Halt, TradingLine } from '../market/halt.ts';

export type TermsEvent =
  /** Null: the announced terms are in force, or were withdrawn. The terms themselves are in `exchange.terms`. */
  | {
      readonly type: 'termsAnnounced';
      readonly line: TradingLine;
      readonly marketId: number;
      readonly effectiveAtMs: number | null;
    }
  /** Null: trading goes on. */
  | {
      readonly type: 'haltChanged';
      readonly line: TradingLine;
      readonly marketId: number;
      readonly halt: Halt | null;
    };
