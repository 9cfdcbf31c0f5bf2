import { ed25519 } from '@noble/curves/ed25519.js';
import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex, concatBytes, hexToBytes, utf8ToBytes } from '@noble/hashes/utils.js';
import { fromBase64, isHash, toBase64 } from './bytes.ts';

/**
 * Signed notes (C2SP signed-note, as the Go checksum database and other transparency logs use them): a text that
 * ends in a line break, an empty line, and signatures, one a line:
 *
 *     — <name> <base64 of key id (4 bytes) ‖ signature>
 *
 * The key id of an Ed25519 key is the start of SHA-256(name ‖ 0x0a ‖ 0x01 ‖ public key), so a key is bound to the name it
 * signs under, and its signature has 64 bytes. Those of witnesses are another kind: see cosignature.ts.
 */

const KEY_ID_BYTES = 4;
const SIGNATURE_BYTES = 64;
/** More than any log and its witnesses have: a note cannot keep its reader busy. */
const MOST_SIGNATURES = 64;
const SIGNATURE_LINE = /^— (\S+) (\S+)$/u;

export interface NoteKey {
  readonly name: string;
  /** Ed25519, 32 bytes in hex. */
  readonly publicKey: string;
}

export interface NoteSignature {
  readonly name: string;
  /** Eight hex digits. */
  readonly keyId: string;
  /** Without the key id. */
  readonly signature: Uint8Array;
}

export interface Note {
  /** What is signed, with its last line break. */
  readonly text: string;
  readonly signatures: readonly NoteSignature[];
}

/** Kinds of signatures, as their byte in key ids and verifier keys: C2SP signed-note. */
export const LOG_SIGNATURE = 0x01;
export const COSIGNATURE = 0x04;
export type SignatureKind = typeof LOG_SIGNATURE | typeof COSIGNATURE;

export function keyIdOf({ name, publicKey }: NoteKey, kind: SignatureKind = LOG_SIGNATURE): string {
  const digest = sha256(concatBytes(utf8ToBytes(name), Uint8Array.of(0x0a, kind), hexToBytes(publicKey)));
  return bytesToHex(digest.subarray(0, KEY_ID_BYTES));
}

/** The key in the form other tools for signed notes use: `<name>+<key id>+<base64 of kind ‖ key>`. */
export function verifierKeyOf(key: NoteKey, kind: SignatureKind = LOG_SIGNATURE): string {
  const body = toBase64(concatBytes(Uint8Array.of(kind), hexToBytes(key.publicKey)));
  return `${key.name}+${keyIdOf(key, kind)}+${body}`;
}

/** A verifier key in the form of `verifierKeyOf`; null if it is malformed, inconsistent or of another kind. */
export function readVerifierKey(text: string, kind: SignatureKind = LOG_SIGNATURE): NoteKey | null {
  const [, name, keyId, body] = /^([^\s+]+)\+([0-9a-f]{8})\+(\S+)$/u.exec(text) ?? [];
  if (name === undefined || keyId === undefined || body === undefined) return null;
  const bytes = fromBase64(body);
  if (bytes === null || bytes.length !== 33 || bytes[0] !== kind) return null;
  const key = { name, publicKey: bytesToHex(bytes.subarray(1)) };
  return keyIdOf(key, kind) === keyId ? key : null;
}

/** Parses a note; null if it is malformed, or has control characters other than line breaks. */
export function readNote(note: string): Note | null {
  const end = note.lastIndexOf('\n\n');
  if (end < 1 || !note.endsWith('\n') || hasControls(note)) return null;
  const signatures: NoteSignature[] = [];
  const lines = note.slice(end + 2, -1).split('\n');
  if (lines.length > MOST_SIGNATURES) return null;
  for (const line of lines) {
    const [, name, body] = SIGNATURE_LINE.exec(line) ?? [];
    const bytes = body === undefined ? null : fromBase64(body);
    // Other kinds of signatures have other lengths; what nobody here knows is passed over.
    if (name === undefined || bytes === null || bytes.length <= KEY_ID_BYTES) return null;
    signatures.push({
      name,
      keyId: bytesToHex(bytes.subarray(0, KEY_ID_BYTES)),
      signature: bytes.subarray(KEY_ID_BYTES),
    });
  }
  return { text: note.slice(0, end + 1), signatures };
}

/** C2SP signed-note: no characters below a blank but line breaks. */
function hasControls(note: string): boolean {
  for (let at = 0; at < note.length; at++) if (note[at]! < ' ' && note[at] !== '\n') return true;
  return false;
}

/** The keys that signed the note. A wrong signature under a known key makes the whole note invalid: null. */
export function signersOf(note: Note, keys: readonly NoteKey[]): NoteKey[] | null {
  const message = utf8ToBytes(note.text);
  const signers: NoteKey[] = [];
  for (const { name, keyId, signature } of note.signatures) {
    const key = keys.find(one => one.name === name && isHash(one.publicKey) && keyIdOf(one) === keyId);
    if (key === undefined) continue;
    if (!verifies(signature, message, key.publicKey)) return null;
    signers.push(key);
  }
  return signers;
}

// A proof has two signatures: the table that speeds up hundreds takes longer to build than checking both.
ed25519.Point.BASE.precompute(1);

/** Uses the strict rules of RFC 8032: each signature or key has only one accepted encoding. */
export function verifies(signature: Uint8Array, message: Uint8Array, publicKey: string): boolean {
  if (signature.length !== SIGNATURE_BYTES) return false;
  return ed25519.verify(signature, message, hexToBytes(publicKey), { zip215: false });
}
