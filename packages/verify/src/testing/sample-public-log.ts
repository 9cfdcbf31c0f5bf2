import { sign } from 'node:crypto';
import { utf8ToBytes } from '@noble/hashes/utils.js';
import { toBase64 } from '../bytes.ts';
import { cosignatureBytes, cosignedMessage } from '../cosignature.ts';
import { leafHash } from '../merkle.ts';
import { COSIGNATURE, keyIdOf, readNote } from '../note.ts';
import { entryBytes, entryHash, FIRST_RECORD_HASH } from '../public-log/entry.ts';
import type { NewPublicRecord } from '../public-log/records.ts';
import { GrowingTree, TILE_WIDTH, tilePath, writeBundle } from '../tiles.ts';
import { newSigner, signNote, type Signer } from './sample-log.ts';

export const PUBLIC_ORIGIN = 'log.example/prices/public';
const START_MS = 1_760_000_000_000;

/** Some records of a log, all of them different. */
export function sampleRecords(count: number, say = 'a'.repeat(64)): NewPublicRecord[] {
  return Array.from({ length: count }, (_, i) => ({
    kind: 'books',
    atMs: START_MS + i * 1_000,
    body: { sequence: i + 1, hash: say },
  }));
}

/** The files of a public log, as an exchange publishes them. */
export class SamplePublicLog {
  readonly signer: Signer;
  readonly origin: string;
  readonly entries: readonly Uint8Array[];
  readonly leaves: readonly Uint8Array[];
  readonly #times: readonly number[];

  constructor(
    records: readonly NewPublicRecord[],
    signer: Signer = newSigner(PUBLIC_ORIGIN),
    origin: string = PUBLIC_ORIGIN,
  ) {
    this.signer = signer;
    this.origin = origin;
    this.#times = records.map(({ atMs }) => atMs);
    let previous = FIRST_RECORD_HASH;
    this.entries = records.map(({ kind, atMs, body }, i) => {
      const bytes = entryBytes({ number: i + 1, kind, at_ms: atMs, body, previous_hash: previous });
      previous = entryHash(bytes);
      return bytes;
    });
    this.leaves = this.entries.map(leafHash);
  }

  /** The signed head over the first `size` records. */
  checkpoint(size = this.entries.length, signer = this.signer): string {
    return signNote(this.text(size), signer);
  }

  /** The same, signed at another time. */
  checkpointAt(size: number, atMs: number): string {
    return signNote(this.text(size).replace(/\ntime \d+/, `\ntime ${atMs}`), this.signer);
  }

  /** What the head says. */
  text(size = this.entries.length): string {
    const tree = new GrowingTree();
    for (const leaf of this.leaves.slice(0, size)) tree.add(leaf);
    return [
      this.origin,
      size,
      toBase64(tree.root()!),
      `record ${entryHash(this.entries[size - 1]!)}`,
      `time ${Math.max(START_MS + size * 1_000, this.#times[size - 1]!)}`,
      '',
    ].join('\n');
  }

  /** All files of the log of that size, by name. */
  files(size = this.entries.length, note = this.checkpoint(size)): Map<string, Uint8Array> {
    const files = new Map<string, Uint8Array>([['checkpoint', utf8ToBytes(note)]]);
    const tree = new GrowingTree((level, index, hashes) => files.set(tilePath(level, index), hashes));
    for (const leaf of this.leaves.slice(0, size)) tree.add(leaf);
    for (const { level, index, hashes } of tree.unfinished()) {
      files.set(tilePath(level, index, hashes.length / 32), hashes);
    }
    for (let first = 0; first < size; first += TILE_WIDTH) {
      const entries = this.entries.slice(first, Math.min(size, first + TILE_WIDTH));
      files.set(tilePath('entries', first / TILE_WIDTH, entries.length), writeBundle(entries));
    }
    return files;
  }
}

/** The line with which a witness signs a checkpoint. */
export function cosign(note: string, { key, secret }: Signer, seconds: number): string {
  const signature = sign(null, cosignedMessage(readNote(note)!.text, seconds), secret);
  const id = Buffer.from(keyIdOf(key, COSIGNATURE), 'hex');
  return `— ${key.name} ${Buffer.concat([id, cosignatureBytes(seconds, signature)]).toString('base64')}\n`;
}
