import { ripemd160 } from '@noble/hashes/legacy.js';
import { sha256 } from '@noble/hashes/sha2.js';
import { concatBytes } from '@noble/hashes/utils.js';

/** Bitcoin's double hash. */
export const hash256 = (bytes: Uint8Array): Uint8Array => sha256(sha256(bytes));

/** The hash of a key in an address. */
export const hash160 = (bytes: Uint8Array): Uint8Array => ripemd160(sha256(bytes));

/** Little-endian. */
export function uint32(value: number): Uint8Array {
  const bytes = new Uint8Array(4);
  new DataView(bytes.buffer).setUint32(0, value, true);
  return bytes;
}

/** With its length before it, in Bitcoin's compact form. */
export function withLength(bytes: Uint8Array): Uint8Array {
  const { length } = bytes;
  if (length > 0xffff) throw new RangeError(`${length} bytes are too many`);
  const size = length < 0xfd ? [length] : [0xfd, length & 0xff, length >> 8];
  return concatBytes(Uint8Array.from(size), bytes);
}

/** A list of byte strings, each with its length, as witnesses are written; null: it is none. */
export function readStack(bytes: Uint8Array): Uint8Array[] | null {
  let at = 0;
  const length = (): number => {
    const [first = 0x100, low = 0x100, high = 0x100] = bytes.subarray(at, at + 3);
    if (first < 0xfd) {
      at += 1;
      return first;
    }
    at += 3;
    // Longer ones are no witness that could be checked here.
    return first === 0xfd ? low + high * 0x100 : Number.NaN;
  };
  const count = length();
  if (!(count <= bytes.length)) return null;
  const items: Uint8Array[] = [];
  for (let n = 0; n < count; n++) {
    const size = length();
    if (!(at + size <= bytes.length)) return null;
    items.push(bytes.subarray(at, at + size));
    at += size;
  }
  return at === bytes.length ? items : null;
}
