import { MINUTE_MS } from '../durations.ts';
import { isIntegerWithin } from '../money/integer.ts';
import { SnapshotUnreadable, type SnapshotReader } from '../snapshot/reader.ts';
import type { SnapshotWriter } from '../snapshot/writer.ts';

/** Spot markets, and the contracts on them. Positions are written: these lists may only grow at the end. */
export const TRADING_LINES = ['spot', 'perpetual'] as const;
export type TradingLine = (typeof TRADING_LINES)[number];

/** Why trading was stopped, as customers read it in their language. */
export const HALT_REASONS = ['prices', 'technical', 'security', 'market', 'legal'] as const;
export type HaltReason = (typeof HALT_REASONS)[number];

const MODES = ['closeOnly', 'full', 'recovery'] as const;

/** Longest duration of a full halt, from the moment it was decided. */
export const MAX_HALT_MS = 240 * MINUTE_MS;
/** Close-only time after a full halt: customers may close and cancel, and nobody is liquidated. */
export const RECOVERY_MS = 10 * MINUTE_MS;
/** A full halt within this time after another counts as prolonging it. */
export const HALT_REST_MS = 1_440 * MINUTE_MS;
const MAX_NOTE = 500;

/** Why and how a market is stopped. */
export interface Halt {
  /** `recovery`: a full halt has ended, and customers may close and cancel before liquidations resume. */
  readonly mode: (typeof MODES)[number];
  readonly reason: HaltReason;
  readonly note: string;
  readonly sinceMs: number;
  /** Null: until it is ended by hand. */
  readonly untilMs: number | null;
}

export function isHaltNote(note: unknown): boolean {
  return typeof note === 'string' && note.length <= MAX_NOTE;
}

export function isHaltLength(forMs: number | null): forMs is number {
  return forMs !== null && isIntegerWithin(forMs, MINUTE_MS, MAX_HALT_MS);
}

export function writeHalt(writer: SnapshotWriter, halt: Halt): void {
  writer.word(MODES, halt.mode);
  writer.word(HALT_REASONS, halt.reason);
  writer.text(halt.note);
  writer.int(halt.sinceMs);
  writer.optionalInt(halt.untilMs);
}

export function readHalt(reader: SnapshotReader): Halt {
  const halt: Halt = {
    mode: reader.word(MODES),
    reason: reader.word(HALT_REASONS),
    note: reader.text(),
    sinceMs: reader.int(),
    untilMs: reader.optionalInt(),
  };
  if ((halt.mode === 'closeOnly') !== (halt.untilMs === null))
    throw new SnapshotUnreadable('halt without end');
  return halt;
}
