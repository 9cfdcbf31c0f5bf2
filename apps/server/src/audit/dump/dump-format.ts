import { journalHash } from '../../engine/journal/chain.ts';
import { HaltError } from '../../engine/engine-error.ts';
import type { JournalPosition, VerifiedRow } from '../../engine/journal/journal-reader.ts';

/**
 * A dump of the journal: lines of JSON, see docs/auditing.md. The first names the kind, and the secret with which the rows
 * stand in the public tree; then the code of cores that this repository may not have; then the rows; the last says where the journal ends, so that a cut is noticed.
 */
export const DUMP_KIND = 'tallystick journal 1';

export interface DumpRow {
  readonly first: number;
  readonly last: number;
  readonly epoch: number;
  readonly logic_version: number;
  readonly core: string | null;
  readonly commands: string;
  readonly hash: string;
}

export interface DumpCore {
  readonly core: string;
  /** The packed bundle, base64. */
  readonly code: string;
}

export interface DumpEnd {
  readonly end: { readonly sequence: number; readonly hash: string };
}

export interface DumpBeginning {
  readonly kind: string;
  /** `log_trees.blinding` of the journal, hex. Older dumps have none. */
  readonly blinding?: string;
}

export type DumpLine = DumpBeginning | DumpCore | DumpRow | DumpEnd;

export function rowLine(row: VerifiedRow): DumpRow {
  const { firstSequence, lastSequence, epoch, logicVersion, core, commands, hash } = row;
  return {
    first: firstSequence,
    last: lastSequence,
    epoch,
    logic_version: logicVersion,
    core,
    commands,
    hash: hash.toString('hex'),
  };
}

/** The row of a line. Throws HaltError unless it continues the chain from `at`. */
export function rowAfter(at: JournalPosition, line: DumpRow): VerifiedRow {
  const { first, last, epoch, logic_version: logicVersion, core, commands } = line;
  const isRow =
    [first, last].every(Number.isSafeInteger) &&
    last >= first &&
    typeof commands === 'string' &&
    (core === null || isHash(core));
  if (!isRow) {
    throw new HaltError(`the row after sequence ${at.sequence} is unreadable`);
  }
  if (first !== at.sequence + 1)
    throw new HaltError(`the dump has a gap: after ${at.sequence} comes ${first}`);
  const head = { firstSequence: first, lastSequence: last, epoch, logicVersion, core, commands };
  const hash = journalHash(at.hash, head);
  if (hash.toString('hex') !== line.hash) {
    throw new HaltError(`the journal was changed: the row from sequence ${first} breaks the chain`);
  }
  return { ...head, previousHash: at.hash, hash };
}

export function isHash(value: unknown): value is string {
  return typeof value === 'string' && /^[0-9a-f]{64}$/.test(value);
}
