import { sha256 } from '@noble/hashes/sha2.js';
import { isSame } from '../bytes.ts';

const DIGITS = '123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz';
/** Of an address 35; longer text takes quadratic time. */
const MOST_CHARACTERS = 128;
const CHECKSUM_BYTES = 4;

/** The payload of base58check, as Bitcoin's older addresses are written; null: it is none. */
export function readBase58Check(text: string): Uint8Array | null {
  const bytes = readBase58(text);
  if (bytes === null || bytes.length <= CHECKSUM_BYTES) return null;
  const payload = bytes.subarray(0, -CHECKSUM_BYTES);
  const checksum = sha256(sha256(payload)).subarray(0, CHECKSUM_BYTES);
  return isSame(checksum, bytes.subarray(-CHECKSUM_BYTES)) ? payload : null;
}

function readBase58(text: string): Uint8Array | null {
  if (text === '' || text.length > MOST_CHARACTERS) return null;
  let number = 0n;
  for (const character of text) {
    const digit = DIGITS.indexOf(character);
    if (digit === -1) return null;
    number = number * 58n + BigInt(digit);
  }
  const bytes: number[] = [];
  for (; number > 0n; number /= 256n) bytes.push(Number(number % 256n));
  // Each leading 1 is a byte of zero.
  for (let at = 0; text[at] === DIGITS[0]; at++) bytes.push(0);
  return Uint8Array.from(bytes.toReversed());
}
