import { concatBytes, utf8ToBytes } from '@noble/hashes/utils.js';
import { COSIGNATURE, keyIdOf, verifies, type Note, type NoteKey } from './note.ts';

/**
 * Cosignatures of witnesses (C2SP tlog-cosignature, Ed25519): a witness states that, at a time, this was the largest tree it
 * had seen of the log, and that every earlier one it had seen is a part of it. The signature's bytes are the time in seconds
 * (8 bytes, big-endian) and an Ed25519 signature under `cosignature/v1`, the time and the text of the checkpoint.
 */

const TIME_BYTES = 8;
const SIGNATURE_BYTES = 64;

/** What a witness signs. `seconds` since 1970. */
export function cosignedMessage(text: string, seconds: number): Uint8Array {
  return utf8ToBytes(`cosignature/v1\ntime ${seconds}\n${text}`);
}

/** The bytes of a cosignature without the key id: time and signature. */
export function cosignatureBytes(seconds: number, signature: Uint8Array): Uint8Array {
  const time = new Uint8Array(TIME_BYTES);
  new DataView(time.buffer).setBigUint64(0, BigInt(seconds));
  return concatBytes(time, signature);
}

export interface Cosigner {
  readonly key: NoteKey;
  /** When the witness signed, in milliseconds; whole seconds. */
  readonly atMs: number;
}

/** The witnesses that cosigned the note, each once. A wrong signature under a known key makes the note invalid: null. */
export function cosignersOf(note: Note, witnesses: readonly NoteKey[]): Cosigner[] | null {
  const found = new Map<string, Cosigner>();
  for (const { name, keyId, signature } of note.signatures) {
    const key = witnesses.find(one => one.name === name && keyIdOf(one, COSIGNATURE) === keyId);
    if (key === undefined) continue;
    const seconds = secondsIn(signature);
    if (seconds === null) return null;
    const message = cosignedMessage(note.text, seconds);
    if (!verifies(signature.subarray(TIME_BYTES), message, key.publicKey)) return null;
    found.set(key.publicKey, { key, atMs: seconds * 1_000 });
  }
  return [...found.values()];
}

function secondsIn(signature: Uint8Array): number | null {
  if (signature.length !== TIME_BYTES + SIGNATURE_BYTES) return null;
  const view = new DataView(signature.buffer, signature.byteOffset, TIME_BYTES);
  const seconds = Number(view.getBigUint64(0));
  return Number.isSafeInteger(seconds * 1_000) ? seconds : null;
}
