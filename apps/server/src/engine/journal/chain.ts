import { createHash } from 'node:crypto';

/** What a journal row's hash covers, besides the row before. */
export interface JournalRow {
  readonly firstSequence: number;
  readonly lastSequence: number;
  readonly epoch: number;
  readonly logicVersion: number;
  /** JSON array of entries. */
  readonly commands: string;
}

/** The hash before the first row. */
export const GENESIS_HASH: Buffer = Buffer.alloc(32);

/** SHA-256 over the previous hash, the row's figures and its commands. */
export function journalHash(previousHash: Buffer, row: JournalRow): Buffer {
  return createHash('sha256')
    .update(previousHash)
    .update(`${row.firstSequence},${row.lastSequence},${row.epoch},${row.logicVersion}\n`)
    .update(row.commands)
    .digest();
}
