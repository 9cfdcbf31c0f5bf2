import { journalHash } from '../journal/chain.ts';
import type { JournalPosition, VerifiedRow } from '../journal/journal-reader.ts';
import { demandWhole, FrameRefused, headAndRest, reading } from './frame.ts';

const HASH = /^[0-9a-f]{64}$/;

/** What the core says of itself a few times in a second. */
export interface Head extends JournalPosition {
  readonly epoch: number;
  /** Counted by each core from 1. */
  readonly beat: number;
}

export function encodeHead({ epoch, beat, sequence, hash }: Head): string {
  return JSON.stringify([epoch, beat, sequence, hash.toString('hex')]);
}

/** Throws FrameRefused. */
export function decodeHead(text: string): Head {
  return reading('a head', () => {
    const [epoch, beat, sequence, hash] = JSON.parse(text) as unknown[];
    return {
      epoch: demandWhole(epoch, 'the epoch'),
      beat: demandWhole(beat, 'the beat'),
      sequence: demandWhole(sequence, 'the sequence'),
      hash: demandHash(hash),
    };
  });
}

/** A copy of a journal row. */
export function encodeRow(row: VerifiedRow): string {
  const { epoch, firstSequence, lastSequence, logicVersion, core, previousHash, hash, commands } = row;
  const place = [epoch, firstSequence, lastSequence, logicVersion, core];
  return `${JSON.stringify([...place, previousHash.toString('hex'), hash.toString('hex')])}\n${commands}`;
}

/** Throws FrameRefused if it cannot be read, or if it is not what its own hash says. */
export function decodeRow(text: string): VerifiedRow {
  return reading('a row', () => {
    const [head, commands] = headAndRest(text);
    const [epoch, first, last, logicVersion, core, previousHash, hash] = head as unknown[];
    if (core !== null && !(typeof core === 'string' && HASH.test(core))) throw new FrameRefused('no core');
    const row: VerifiedRow = {
      epoch: demandWhole(epoch, 'the epoch'),
      firstSequence: demandWhole(first, 'the first sequence'),
      lastSequence: demandWhole(last, 'the last sequence'),
      logicVersion: demandWhole(logicVersion, 'the logic version'),
      core,
      commands,
      previousHash: demandHash(previousHash),
      hash: demandHash(hash),
    };
    if (!journalHash(row.previousHash, row).equals(row.hash))
      throw new FrameRefused('a row with another hash');
    return row;
  });
}

function demandHash(value: unknown): Buffer {
  if (typeof value !== 'string' || !HASH.test(value)) throw new FrameRefused('no hash');
  return Buffer.from(value, 'hex');
}
