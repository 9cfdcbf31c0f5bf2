import { isWhole } from '../money/whole.ts';
import { SnapshotUnreadable, type SnapshotReader } from '../snapshot/reader.ts';
import type { SnapshotWriter } from '../snapshot/writer.ts';

/** Spot markets, and the contracts on them. Positions are written: these lists may only grow at the end. */
export const TRADING_LINES = ['spot', 'perpetual'] as const;
export type TradingLine = (typeof TRADING_LINES)[number];

/** Why trading was stopped, as customers read it in their language. */
export const HALT_REASONS = ['prices', 'technical', 'security', 'market', 'legal'] as const;
export type HaltReason = (typeof HALT_REASONS)[number];

const MODES = ['closeOnly', 'full', 'recovery'] as const;

const MINUTE_MS = 60_000;
/** No full halt is longer than this from the moment it was decided. */
export const MAX_HALT_MS = 240 * MINUTE_MS;
/** Between a full halt and trading: closing and cancelling only, and nobody is liquidated. */
export const RECOVERY_MS = 10 * MINUTE_MS;
/** So long after a full halt the next one is a prolongation of it. */
export const HALT_REST_MS = 1_440 * MINUTE_MS;
const MAX_NOTE = 500;

/** Why and how a market is stopped. */
export interface Halt {
  /** `recovery`: a full halt is over, and customers may close and cancel before liquidations go on. */
  readonly mode: (typeof MODES)[number];
  readonly reason: HaltReason;
  readonly note: string;
  readonly sinceMs: number;
  /** Null: until somebody ends it. */
  readonly untilMs: number | null;
}

export function isHaltNote(note: unknown): boolean {
  return typeof note === 'string' && note.length <= MAX_NOTE;
}

export function isHaltLength(forMs: number | null): forMs is number {
  return forMs !== null && isWhole(forMs, MINUTE_MS, MAX_HALT_MS);
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
