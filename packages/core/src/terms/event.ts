import type { Halt, TradingLine } from '../market/halt.ts';

export type TermsEvent =
  /** Null: what was announced is in force, or was taken back. The terms themselves stand in `exchange.terms`. */
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
