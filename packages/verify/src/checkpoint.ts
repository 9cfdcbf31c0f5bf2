import { bytesToHex } from '@noble/hashes/utils.js';
import { fromBase64 } from './bytes.ts';
import { readNote, signersOf, type NoteKey } from './note.ts';

/**
 * Entries of a log: ticks of the price log, rows of the journal, entries of the operators' audit log, or records of the
 * public log.
 */
export type EntryKind = 'tick' | 'row' | 'entry' | 'record';

/** A checkpoint's contents, read from the signed text itself. */
export interface Checkpoint {
  readonly origin: string;
  readonly kind: EntryKind;
  /** Entries the tree covers; also the number of the newest. */
  readonly size: number;
  /** Hex. */
  readonly root: string;
  /** Chain hash of the newest tick or record; for the other logs, the tree's entry for the newest row or entry. */
  readonly headHash: string;
  /** In the journal: number of the last command covered. */
  readonly sequence: number | null;
  readonly atMs: number;
}

const WHOLE = /^(?:0|[1-9]\d{0,15})$/;

/**
 * Reads a checkpoint's text (C2SP tlog-checkpoint, with two lines of our own); null unless it is exactly this:
 *
 *     <origin>
 *     <size>
 *     <base64 of the root hash>
 *     tick <chain hash of the newest tick, hex>   or   row <hash> <last command>   or   entry <hash>
 *                                                      or   record <chain hash of the newest record>
 *     time <milliseconds since 1970>
 */
function parseCheckpoint(text: string): Checkpoint | null {
  const lines = text.split('\n');
  const [origin, sizeText, rootText, newest, time, end] = lines;
  if (lines.length !== 6 || end !== '' || !origin) return null;
  if (!WHOLE.test(sizeText ?? '')) return null;
  const root = fromBase64(rootText ?? '');
  const head = parseHead(newest ?? '');
  const atMs = /^time (\d{1,16})$/.exec(time ?? '')?.[1];
  if (root?.length !== 32 || head === null || atMs === undefined) return null;
  const checkpoint = {
    ...head,
    origin,
    size: Number(sizeText),
    root: bytesToHex(root),
    atMs: Number(atMs),
  };
  return Number.isSafeInteger(checkpoint.size) && Number.isSafeInteger(checkpoint.atMs) ? checkpoint : null;
}

function parseHead(line: string): Pick<Checkpoint, 'kind' | 'headHash' | 'sequence'> | null {
  const [, kind, hash] = /^(tick|entry|record) ([0-9a-f]{64})$/.exec(line) ?? [];
  if (hash !== undefined) return { kind: kind as EntryKind, headHash: hash, sequence: null };
  const [, rowHash, sequence] = /^row ([0-9a-f]{64}) ([1-9]\d{0,15})$/.exec(line) ?? [];
  if (rowHash === undefined || !Number.isSafeInteger(Number(sequence))) return null;
  return { kind: 'row', headHash: rowHash, sequence: Number(sequence) };
}

/** What a checkpoint says, whoever has signed it; null: it is none. */
export function readCheckpoint(text: string): Checkpoint | null {
  const note = readNote(text);
  return note && parseCheckpoint(note.text);
}

export type CheckpointProblem = 'unreadable' | 'other_log' | 'wrong_signature' | 'unknown_key';

export type OpenedCheckpoint =
  | { readonly ok: true; readonly checkpoint: Checkpoint; readonly signers: readonly NoteKey[] }
  | { readonly ok: false; readonly problem: CheckpointProblem };

/**
 * Opens a signed checkpoint: it must be of the keys' log, of this kind, and carry a valid signature of at least one of
 * them.
 */
export function openCheckpoint(
  text: string,
  keys: readonly NoteKey[],
  kind: EntryKind | 'any' = 'tick',
): OpenedCheckpoint {
  const note = readNote(text);
  const checkpoint = note === null ? null : parseCheckpoint(note.text);
  if (note === null || checkpoint === null) return { ok: false, problem: 'unreadable' };
  if (kind !== 'any' && checkpoint.kind !== kind) return { ok: false, problem: 'other_log' };
  const own = keys.filter(key => key.name === checkpoint.origin);
  if (own.length === 0) return { ok: false, problem: 'other_log' };
  const signers = signersOf(note, own);
  if (signers === null) return { ok: false, problem: 'wrong_signature' };
  return signers.length === 0 ? { ok: false, problem: 'unknown_key' } : { ok: true, checkpoint, signers };
}
