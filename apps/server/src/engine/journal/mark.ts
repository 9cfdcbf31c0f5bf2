/**
 * A journal entry about the journal. It takes a sequence and a place in the chain like a command, but changes no state.
 * `state` names the hash of the state after `sequence`, to which a snapshot is bound. `seam`: another core writes from
 * this row on. Its hashes are of the state before the row, as the old and as the new core serialise it.
 */
export type Mark =
  | { readonly type: 'state'; readonly sequence: number; readonly stateHash: string }
  | {
      readonly type: 'seam';
      /** Null: the core from before cores were kept. */
      readonly fromCore: string | null;
      readonly fromHash: string;
      readonly toHash: string;
      /** False: recovery began from a snapshot that no journal entry names. Earlier versions left such snapshots. */
      readonly bound: boolean;
    };

/** A mark as journaled. */
export interface JournalMark {
  readonly sequence: number;
  readonly atMs: number;
  readonly mark: Mark;
}

/** No command has such a name. */
const STATE = '#state';
const SEAM = '#seam';

/** One entry of a journal row. */
export function encodeMark({ atMs, mark }: Pick<JournalMark, 'atMs' | 'mark'>): string {
  if (mark.type === 'state') return JSON.stringify([atMs, STATE, mark.sequence, mark.stateHash]);
  return JSON.stringify([atMs, SEAM, mark.fromCore, mark.fromHash, mark.toHash, mark.bound]);
}

export function isMark(type: unknown): boolean {
  return type === STATE || type === SEAM;
}

/** The fields of an entry for which `isMark` holds. Throws if the entry is malformed. */
export function decodeMark(row: readonly unknown[], sequence: number): JournalMark {
  const [atMs, type, ...fields] = row;
  if (typeof atMs !== 'number') throw new Error(`journal entry ${sequence} is unreadable`);
  if (type === STATE && fields.length === 2) {
    const [of, stateHash] = fields as [number, string];
    return { sequence, atMs, mark: { type: 'state', sequence: of, stateHash } };
  }
  if (type === SEAM && fields.length === 4) {
    const [fromCore, fromHash, toHash, bound] = fields as [string | null, string, string, boolean];
    return { sequence, atMs, mark: { type: 'seam', fromCore, fromHash, toHash, bound } };
  }
  throw new Error(`journal entry ${sequence} has ${row.length} fields`);
}
