import { createHmac } from 'node:crypto';
import type { ClientBase } from 'pg';

/** The logs that are signed. */
export type LogName = 'price' | 'journal' | 'audit';

/** What entries are called in the text that is signed. */
export type EntryKind = 'tick' | 'row' | 'entry';

/** One entry of a log, as it stands in the database. */
export interface LogEntry {
  /** From 1, without gaps. */
  readonly number: number;
  /** The hash it says it follows, hex. */
  readonly previousHash: string;
  /** Hex. */
  readonly hash: string;
  /** Whether the hash is that of what the entry says, after `previousHash`. */
  readonly isSound: boolean;
  /** Of a journal row: its last command. */
  readonly sequence: number | null;
}

/** What a tree is grown over. */
export interface LogSource {
  readonly name: LogName;
  readonly kind: EntryKind;
  /** Entries read again in one turn of looking back. */
  readonly lookBack: number;
  /** From a number on, oldest first, as far as they are in the database. */
  entries(from: number, limit: number): Promise<LogEntry[]>;
  /** Number of the oldest entry in the database, 0 if there is none. */
  first(): Promise<number>;
  /** Whether there is an entry of this number, or a later one. */
  reaches(number: number): Promise<boolean>;
  /** Hears what was taken into the tree, in the same transaction. */
  taken(client: ClientBase, entries: readonly LogEntry[]): Promise<void>;
}

/** What the tree holds, and everybody may see, for an entry of this hash: see log_trees.blinding. */
export function treeEntry(hash: string, blinding: Buffer | null): Buffer {
  const bytes = Buffer.from(hash, 'hex');
  return blinding === null ? bytes : createHmac('sha256', blinding).update(bytes).digest();
}

export const FIRST_HASH = '0'.repeat(64);

export interface ChainHead {
  readonly number: number;
  readonly hash: string;
}

export const LOG_START: ChainHead = { number: 0, hash: FIRST_HASH };

/** The first entry that does not follow from the one before, or null if all do. */
export function brokenAt(entries: readonly LogEntry[], start: ChainHead): number | null {
  let head = start;
  for (const { number, previousHash, hash, isSound } of entries) {
    if (number !== head.number + 1 || previousHash !== head.hash || !isSound) return head.number + 1;
    head = { number, hash };
  }
  return null;
}
