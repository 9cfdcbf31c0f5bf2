import { bytesToHex, hexToBytes } from '@noble/hashes/utils.js';

const HASH = /^[0-9a-f]{64}$/;
const BASE64 = /^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$/;

/** Whether this is 32 bytes in lower-case hex. */
export function isHash(value: unknown): value is string {
  return typeof value === 'string' && HASH.test(value);
}

/** The bytes of standard base64 with padding (RFC 4648, 4), or null. Bits that hold nothing must be 0: no two texts are the same bytes. */
export function fromBase64(text: string): Uint8Array | null {
  const end = text.slice(-4);
  if (!BASE64.test(text) || btoa(atob(end)) !== end) return null;
  return Uint8Array.from(atob(text), character => character.charCodeAt(0));
}

export function toBase64(bytes: Uint8Array): string {
  return btoa(String.fromCharCode(...bytes));
}

export function isSame(a: Uint8Array, b: Uint8Array): boolean {
  return bytesToHex(a) === bytesToHex(b);
}

/** The bytes of hashes in hex, or null if one is not a hash. */
export function hashesOf(values: readonly string[]): Uint8Array[] | null {
  return values.every(isHash) ? values.map(hexToBytes) : null;
}
