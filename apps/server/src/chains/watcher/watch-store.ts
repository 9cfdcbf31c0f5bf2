import type { Network } from '../networks.ts';
import type { BlockRef, FoundTransfer } from './chain-source.ts';
import type { IgnoreReason, Transfer } from './chain-watcher.ts';

export interface Cursor extends BlockRef {
  readonly chain: string;
}

export interface Owner {
  readonly customerId: number;
  /** Spelled as people see it. */
  readonly address: string;
}

/** A transfer that was found, and whether it is to be credited. */
export interface NewTransfer extends FoundTransfer {
  readonly block: BlockRef;
  readonly owner: Owner;
  readonly amountMinor: bigint;
  /** Null: to be credited. */
  readonly ignored: IgnoreReason | null;
}

export interface Report {
  readonly id: number;
  readonly kind: 'confirmed' | 'reorganised';
  readonly transfer: Transfer;
  /** Attempts so far. */
  readonly attempts: number;
}

/** How many transfers are looked at in one go. */
export const CONFIRM_AT_ONCE = 200;

/** Another process moved the cursor in the meantime: nothing was written. */
export class CursorMoved extends Error {
  constructor(network: Network) {
    super(`the cursor of ${network} was moved by another process`);
    this.name = 'CursorMoved';
  }
}

/**
 * The state of a watcher. Every change that depends on the position in the chain takes the cursor it assumes and throws
 * `CursorMoved` if the cursor is elsewhere, so two processes can never overwrite one another.
 */
export interface WatchStore {
  cursor(): Promise<Cursor | null>;
  /** Sets the first cursor of a network; does nothing if there is one. */
  begin(cursor: Cursor): Promise<void>;
  hashAt(blockNumber: number): Promise<string | null>;
  /** Number of the oldest block whose hash is kept. */
  oldestKept(): Promise<number | null>;
  owners(addressKeys: readonly string[]): Promise<ReadonlyMap<string, Owner>>;
  /** Writes blocks that follow the cursor and their payments to us; deletes blocks before `keepFrom`. */
  advance(
    cursor: BlockRef,
    blocks: readonly BlockRef[],
    transfers: readonly NewTransfer[],
    keepFrom: number,
    nowMs: number,
  ): Promise<void>;
  /** Whether rewinding to this block would take back what was confirmed. */
  hasConfirmedAfter(blockNumber: number): Promise<boolean>;
  /**
   * Reverses everything after `ancestor`. A confirmed transfer there is reported as reorganised, unless its
   * confirmation was never delivered. Returns how many transfers left the chain.
   */
  rewind(cursor: BlockRef, ancestor: BlockRef): Promise<number>;
  /**
   * Some of the transfers to be credited in blocks up to `blockNumber`, oldest first: those behind `after`, or the first
   * ones. Fewer than `CONFIRM_AT_ONCE`: there are no further ones.
   */
  confirmable(blockNumber: number, after: Transfer | null): Promise<Transfer[]>;
  /** Confirms one and queues its report. */
  confirm(cursor: BlockRef, transfer: Transfer, nowMs: number): Promise<void>;
  /** Reports whose time has come, oldest first, only the first one of each transfer. */
  dueReports(nowMs: number): Promise<Report[]>;
  /** Records an attempt before it is made. False: the report was withdrawn or delivered in the meantime. */
  tryReport(id: number, nextTryAtMs: number): Promise<boolean>;
  reportDelivered(id: number, nowMs: number): Promise<void>;
  reportFailed(id: number, error: string): Promise<void>;
  waitingReports(): Promise<number>;
}
