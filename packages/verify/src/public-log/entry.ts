import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js';
import { hash, oneOf, positive, record, whole } from '../fields.ts';
import { readJson } from '../file.ts';
import { canonicalJson } from './canonical.ts';
import { isRecordBody, MOST_RECORD_BYTES, RECORD_KINDS, type PublicRecordKind } from './records.ts';

/**
 * An entry of the public log: the canonical JSON of `{ at_ms, body, kind, number, previous_hash }`. Its bytes are the
 * entry in the tree, in the published bundles and in mirrors; its SHA-256 is what the next one names as `previous_hash`.
 */
export interface PublicEntry {
  /** From 1, without gaps. */
  readonly number: number;
  readonly kind: PublicRecordKind;
  readonly at_ms: number;
  readonly body: unknown;
  /** Hex; zeros for the first. */
  readonly previous_hash: string;
}

export const FIRST_RECORD_HASH = '0'.repeat(64);

/**
 * The entry's bytes.
 *
 * @throws RangeError for a body that is not one of its kind, or a longer entry than MOST_RECORD_BYTES
 */
export function entryBytes(entry: PublicEntry): Uint8Array {
  const { number, kind, at_ms, body, previous_hash } = entry;
  if (!isRecordBody(kind, body)) throw new RangeError(`this is no body of a record of ${kind}`);
  const bytes = utf8ToBytes(canonicalJson({ number, kind, at_ms, body, previous_hash }));
  if (bytes.length > MOST_RECORD_BYTES) {
    throw new RangeError(`a record of ${bytes.length} bytes is too long: at most ${MOST_RECORD_BYTES}`);
  }
  return bytes;
}

/** The chain hash of an entry's bytes, hex. */
export function entryHash(bytes: Uint8Array): string {
  return bytesToHex(sha256(bytes));
}

const head = record({ number: positive, kind: oneOf(...RECORD_KINDS), at_ms: whole, previous_hash: hash });

/** Reads an entry's bytes; null unless they are exactly what `entryBytes` writes. */
export function readEntry(bytes: Uint8Array): PublicEntry | null {
  const read = readJson(new TextDecoder().decode(bytes));
  if (!read.ok || !head(read.value)) return null;
  const entry: PublicEntry = { ...read.value, body: (read.value as { body?: unknown }).body };
  try {
    const again = entryBytes(entry);
    return entryHash(again) === entryHash(bytes) ? entry : null;
  } catch (error) {
    // No body of its kind, or one with values that have no canonical form.
    if (error instanceof RangeError) return null;
    throw error;
  }
}
