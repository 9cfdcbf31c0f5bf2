import { createHmac } from 'node:crypto';
import type { ClientBase } from 'pg';

/** The signed logs. */
export type LogName = 'price' | 'journal' | 'audit' | 'public';

/** The unit of entries in the signed text. */
export type EntryKind = 'tick' | 'row' | 'entry' | 'record';

/** One entry of a log, as stored in the database. */
export interface LogEntry {
  /** From 1, without gaps. */
  readonly number: number;
  /** The hash it claims to follow, hex. */
  readonly previousHash: string;
  /** Hex. */
  readonly hash: string;
  /** Whether the hash is that of the entry's content after `previousHash`. */
  readonly isSound: boolean;
  /** Of a journal row: its last command. */
  readonly sequence: number | null;
  /** What the tree holds, if it is not the hash: the entry itself, where it is published. */
  readonly leaf?: Buffer;
  /** Of a log whose entries' times are published: no head that covers it is older. */
  readonly atMs?: number;
}

/** The log a tree is built over. */
export interface LogSource {
  readonly name: LogName;
  readonly kind: EntryKind;
  /** Entries re-read in one turn. */
  readonly lookBack: number;
  /** From a number on, oldest first, as far as they are in the database. */
  entries(from: number, limit: number): Promise<LogEntry[]>;
  /** Number of the oldest entry in the database, 0 if there is none. */
  first(): Promise<number>;
  /** Whether this entry or a later one exists. */
  reaches(number: number): Promise<boolean>;
  /** Called with the entries added to the tree, in the same transaction. */
  taken(client: ClientBase, entries: readonly LogEntry[]): Promise<void>;
}

/** What the tree holds for an entry. */
export function leafOf({ hash, leaf }: Pick<LogEntry, 'hash' | 'leaf'>, blinding: Buffer | null): Buffer {
  return leaf ?? treeEntry(hash, blinding);
}

/** The public leaf for an entry with this hash: see log_trees.blinding. */
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
