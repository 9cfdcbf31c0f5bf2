import { ripemd160 } from '@noble/hashes/legacy.js';
import { sha256 } from '@noble/hashes/sha2.js';
import { createBase58check } from '@scure/base';

/** Base58 of a payload and four bytes of its double SHA-256, as used by Bitcoin, TRON and BIP-32. */
export const base58check = createBase58check(sha256);

/** The payload, or null when the text is not base58check or its checksum does not fit. */
export function decodeBase58check(text: string): Uint8Array | null {
  try {
    return base58check.decode(text);
  } catch {
    // The library reports errors only by throwing; here undecodable text is simply not an address.
    return null;
  }
}

export const hash160 = (bytes: Uint8Array): Uint8Array => ripemd160(sha256(bytes));

/** One version byte before the payload. */
export function withVersion(version: number, payload: Uint8Array): Uint8Array {
  return Uint8Array.from([version, ...payload]);
}
