/**
 * A journal entry about the journal. A mark takes a sequence and a place in the chain like a command, but changes no state.
 * `state` gives the hash of the state after `sequence`, which binds the snapshot taken there. `seam`: from its row on
 * another core writes; both hashes are of the state before it, as each of the two cores serialises it.
 */
export type Mark =
  | { readonly type: 'state'; readonly sequence: number; readonly stateHash: string }
  | {
      readonly type: 'seam';
      /** Null: the core from before cores were kept. */
      readonly fromCore: string | null;
      readonly fromHash: string;
      readonly toHash: string;
      /** False: it began from a snapshot that no journal entry names, which earlier versions left. */
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
