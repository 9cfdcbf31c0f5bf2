import { createHash } from 'node:crypto';

/** What a journal row's hash covers, besides the hash of the row before. */
export interface JournalRow {
  readonly firstSequence: number;
  readonly lastSequence: number;
  readonly epoch: number;
  readonly logicVersion: number;
  /** Hash of the core that wrote it, lower-case hex; null in rows written before cores were kept. */
  readonly core: string | null;
  /** JSON array of entries. */
  readonly commands: string;
}

/** The hash before the first row. */
export const GENESIS_HASH: Buffer = Buffer.alloc(32);

/** SHA-256 over the previous hash, the row's figures and its commands. */
export function journalHash(previousHash: Buffer, row: JournalRow): Buffer {
  const { firstSequence, lastSequence, epoch, logicVersion, core, commands } = row;
  // A row without a core keeps the hash it was written with. The extra comma keeps the two forms apart.
  const written = core === null ? '' : `,${core}`;
  return createHash('sha256')
    .update(previousHash)
    .update(`${firstSequence},${lastSequence},${epoch},${logicVersion}${written}\n`)
    .update(commands)
    .digest();
}
