import { bytesToHex } from '@noble/hashes/utils.js';
import { isSame } from '../bytes.ts';
import { openCheckpoint, type Checkpoint } from '../checkpoint.ts';
import { cosignersOf, type Cosigner } from '../cosignature.ts';
import { leafHash } from '../merkle.ts';
import { readNote, type NoteKey } from '../note.ts';
import { GrowingTree, readBundle, TILE_WIDTH, tilePath, tileWidth } from '../tiles.ts';
import { entryHash, FIRST_RECORD_HASH, readEntry, type PublicEntry } from './entry.ts';
import { HeadsCheck } from './heads-check.ts';
import { LiabilitiesCheck } from './liabilities-check.ts';
import { ReservesCheck } from './reserves-check.ts';
import type { PublicRecordKind } from './records.ts';

/** Why the files of a public log are not what was signed. */
export const LOG_PROBLEMS = {
  missing: 'it is missing',
  unreadable: 'it cannot be read',
  other_log: 'it is of another log',
  wrong_signature: 'a signature is wrong',
  unknown_key: 'it is signed with no key that is trusted',
  too_few_witnesses: 'fewer witnesses have signed it than are needed',
  wrong_entries: 'it does not hold the entries that it should',
  not_a_record: 'a record is not of the form that is published',
  not_following: 'a record does not follow the one before',
  wrong_head: 'a head of another log in it is not what was signed',
  wrong_liabilities: 'a record of liabilities does not follow the one before: another root, moment or point',
  wrong_reserves:
    'a record of reserves is not of its own point, counts something twice, or is not what its addresses have signed',
  wrong_time: 'a record is older than the one before, or newer than the head that covers it',
  wrong_tile: 'it is not made of the entries',
  other_root: 'the entries are not those that were signed',
  not_grown: 'the entries are not those of the checkpoint that was kept: the log was rewritten',
} as const;

export type LogProblem = keyof typeof LOG_PROBLEMS;

export interface LogCheckOptions {
  /** The log's own keys. */
  readonly keys: readonly NoteKey[];
  readonly witnesses: readonly NoteKey[];
  /** How many of the witnesses must have signed. */
  readonly need: number;
  /** A checkpoint kept from before: its tree must be the beginning of this one. */
  readonly kept?: string | null;
}

export type LogReport =
  | {
      readonly ok: true;
      readonly checkpoint: Checkpoint;
      readonly cosigners: readonly Cosigner[];
      readonly records: Readonly<Partial<Record<PublicRecordKind, number>>>;
      /** Signed heads of other logs that none of the keys has signed, and which were therefore not checked. */
      readonly uncheckedHeads: number;
    }
  | { readonly ok: false; readonly problem: LogProblem; readonly file: string };

/** Yields the name of a file it wants, and is given its bytes; null: there is none. */
export type LogCheck = Generator<string, LogReport, Uint8Array | null>;

/**
 * Checks a whole public log from its published files alone: who signed, every record, that each follows the one before,
 * every tile, and the signed root. Needs the memory of one bundle. Nothing is thrown for wrong files.
 */
export function* checkPublicLog(options: LogCheckOptions): LogCheck {
  const fail = (problem: LogProblem, file: string): LogReport => ({ ok: false, problem, file });
  const noteBytes = yield 'checkpoint';
  if (noteBytes === null) return fail('missing', 'checkpoint');
  const head = openHead(new TextDecoder().decode(noteBytes), options);
  if ('problem' in head) return fail(head.problem, 'checkpoint');
  const { checkpoint, cosigners } = head;
  const kept = keptHead(options);
  if (kept !== null && 'problem' in kept) return fail(kept.problem, 'kept checkpoint');
  if (kept !== null && kept.size > checkpoint.size) return fail('not_grown', 'checkpoint');

  const full: { readonly path: string; readonly hashes: Uint8Array }[] = [];
  const tree = new GrowingTree((level, index, hashes) => full.push({ path: tilePath(level, index), hashes }));
  const records: Partial<Record<PublicRecordKind, number>> = {};
  const heads = new HeadsCheck(checkpoint.origin, options.keys);
  const liabilities = new LiabilitiesCheck();
  const reserves = new ReservesCheck(checkpoint.origin);
  let atMs = 0;
  let previous = FIRST_RECORD_HASH;
  for (let index = 0; index * TILE_WIDTH < checkpoint.size; index++) {
    const width = tileWidth(0, index, checkpoint.size);
    const file = tilePath('entries', index, width);
    const bytes = yield file;
    const entries = bytes === null ? null : readBundle(bytes);
    if (entries === null) return fail(bytes === null ? 'missing' : 'unreadable', file);
    if (entries.length !== width) return fail('wrong_entries', file);
    for (const one of entries) {
      const entry: PublicEntry | null = readEntry(one);
      if (entry === null) return fail('not_a_record', file);
      if (entry.number !== tree.size + 1 || entry.previous_hash !== previous)
        return fail('not_following', file);
      if (entry.at_ms < atMs || entry.at_ms > checkpoint.atMs) return fail('wrong_time', file);
      atMs = entry.at_ms;
      if (!heads.take(entry)) return fail('wrong_head', file);
      if (!liabilities.take(entry)) return fail('wrong_liabilities', file);
      const hash = entryHash(one);
      if (!reserves.take(entry, hash)) return fail('wrong_reserves', file);
      records[entry.kind] = (records[entry.kind] ?? 0) + 1;
      previous = hash;
      tree.add(leafHash(one));
      if (tree.size === kept?.size && bytesToHex(tree.root()!) !== kept.root) return fail('not_grown', file);
    }
    for (const { path, hashes } of full.splice(0)) {
      const tile = yield path;
      if (tile === null || !isSame(tile, hashes)) return fail(tile === null ? 'missing' : 'wrong_tile', path);
    }
  }
  for (const { level, index, hashes } of tree.unfinished()) {
    const path = tilePath(level, index, hashes.length / 32);
    const tile = yield path;
    if (tile === null || !isSame(tile, hashes)) return fail(tile === null ? 'missing' : 'wrong_tile', path);
  }
  const isSigned = bytesToHex(tree.root() ?? new Uint8Array()) === checkpoint.root;
  if (!isSigned || previous !== checkpoint.headHash) return fail('other_root', 'checkpoint');
  return { ok: true, checkpoint, cosigners, records, uncheckedHeads: heads.unchecked };
}

function openHead(
  note: string,
  { keys, witnesses, need }: LogCheckOptions,
):
  | { readonly checkpoint: Checkpoint; readonly cosigners: readonly Cosigner[] }
  | { readonly problem: LogProblem } {
  const opened = openCheckpoint(note, keys, 'record');
  if (!opened.ok) return { problem: opened.problem };
  const cosigners = cosignersOf(readNote(note)!, witnesses);
  if (cosigners === null) return { problem: 'wrong_signature' };
  if (cosigners.length < need) return { problem: 'too_few_witnesses' };
  return { checkpoint: opened.checkpoint, cosigners };
}

function keptHead({ kept, keys }: LogCheckOptions): Checkpoint | { readonly problem: LogProblem } | null {
  if (kept === undefined || kept === null) return null;
  const opened = openCheckpoint(kept, keys, 'record');
  return opened.ok ? opened.checkpoint : { problem: opened.problem };
}

/** Carries out a check over files that are at hand. @param read null: there is no such file */
export function runLogCheck(check: LogCheck, read: (file: string) => Uint8Array | null): LogReport {
  let step = check.next();
  while (step.done !== true) step = check.next(read(step.value));
  return step.value;
}

/** The same over files that have to be fetched. */
export async function fetchLogCheck(
  check: LogCheck,
  read: (file: string) => Promise<Uint8Array | null>,
): Promise<LogReport> {
  let step = check.next();
  while (step.done !== true) step = check.next(await read(step.value));
  return step.value;
}
