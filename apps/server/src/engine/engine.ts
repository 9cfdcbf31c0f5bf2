import type { ReadonlyExchange } from '@tallystick/core';
import { DAY_MS } from '@tallystick/core/durations';
import type { Registry } from 'prom-client';
import type { DatabaseLog } from '../database/log.ts';
import type { Pool } from '../database/pool.ts';
import type { CommittedBatch } from './batch.ts';
import type { CommandBus } from './command-bus.ts';
import type { FenceTimes } from './fence.ts';
import { FOR_EVER, type HistoryRetention } from './history/history-keeper.ts';
import type { JournalPosition, VerifiedRow } from './journal/journal-reader.ts';
import type { MarketData } from './market-data/market-data.ts';

export interface EngineOptions {
  /** With all migrations applied. Its queries wait for the tables while the engine runs. */
  readonly pool: Pool;
  /** For the engine's own connections. */
  readonly databaseUrl: string;
  readonly log: DatabaseLog;
  readonly registry: Registry;
  /** Called once when the engine must stop; the process has to exit and start again. */
  readonly onFatal: (error: unknown) => void;
  /** Take over from an engine that is still connected. */
  readonly force?: boolean;
  /** What must happen in time; the default is for an engine that nobody stands by to replace. */
  readonly fence?: FenceTimes;
  readonly now?: () => number;
  /** Called with the time of the last stamped command (0: none yet), before the next one is stamped. */
  readonly onRecovered?: (lastAtMs: number) => Promise<void> | void;
  /** Whether no command may be stamped at the moment. Call `wake` when that ends. */
  readonly clockStopped?: () => boolean;
  /** Whether cores may run that are in the database but not in this repository; false in live. Default true. */
  readonly unreleasedCores?: boolean;
  readonly settings?: Partial<EngineSettings>;
}

export interface EngineSettings {
  readonly maxBatch: number;
  /** Commands by which the tables may be behind the journal. */
  readonly projectionLimit: number;
  readonly queueLimit: number;
  readonly gatherMs: number;
  readonly snapshotEvery: number;
  readonly keepSnapshots: number;
  readonly idempotencyRetentionMs: number;
  readonly history: HistoryRetention;
}

export const DEFAULTS: EngineSettings = {
  maxBatch: 2_000,
  projectionLimit: 20_000,
  queueLimit: 10_000,
  gatherMs: 4,
  snapshotEvery: 250_000,
  keepSnapshots: 3,
  idempotencyRetentionMs: DAY_MS,
  history: FOR_EVER,
};

export interface Engine {
  readonly bus: CommandBus;
  /** The exchange as of the newest commit: reads that follow an answer use this one. */
  readonly exchange: ReadonlyExchange;
  readonly marketData: MarketData;
  /** Commands replayed at start, and from which snapshot. */
  readonly recovered: { readonly snapshotSequence: number; readonly replayedCommands: number };
  /** Of the newest committed command. */
  readonly sequence: () => number;
  /** Where the journal ends, according to what was committed. */
  readonly head: () => JournalPosition;
  /**
   * Resolves once the tables that follow from the journal hold all that anybody has been told so far; null if they do
   * already. They are behind by the time of one transaction.
   */
  projected(): Promise<void> | null;
  /** Of the writer, as far as it is known here. */
  readonly epoch: () => number;
  /** How long the newest batch has been waiting for the disk, in milliseconds; 0 if there is none. */
  readonly committingForMs: () => number;
  /** Called for each batch once it is on disk, in order. */
  onCommitted(listener: (batch: CommittedBatch) => void): void;
  /** Called for each row of the journal that is on disk and applied, before anybody is answered; in order. */
  onJournaled(listener: (row: VerifiedRow) => void): void;
  /** Call it after the clock was set: does what is due, and resolves once it is on disk and nothing else waits. */
  wake(): Promise<void>;
  /** Commits what waits, takes a snapshot, releases the lease. Safe to call twice. */
  stop(): Promise<void>;
}
