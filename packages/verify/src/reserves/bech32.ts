const DIGITS = 'qpzry9x8gf2tvdw0s3jn54khce6mua7l';
const GENERATOR = [0x3b6a57b2, 0x26508e6d, 0x1ea119fa, 0x3d4233dd, 0x2a1462b3] as const;
/** What the checksum leaves: 1 for version 0 (BIP-173), the other for later ones (BIP-350). */
const BECH32 = 1;
const BECH32M = 0x2bc830a3;
const MOST_CHARACTERS = 90;
const CHECKSUM_DIGITS = 6;

export interface SegwitAddress {
  readonly version: number;
  readonly program: Uint8Array;
}

/** A segwit address of any chain (BIP-173, BIP-350); null: it is none. */
export function readSegwitAddress(address: string): SegwitAddress | null {
  const text = address.toLowerCase();
  if (address.length > MOST_CHARACTERS || (address !== text && address !== address.toUpperCase()))
    return null;
  const separator = text.lastIndexOf('1');
  const prefix = text.slice(0, separator);
  if (separator < 1 || !/^[!-~]+$/.test(prefix)) return null;
  const digits = Array.from(text.slice(separator + 1), character => DIGITS.indexOf(character));
  if (digits.length <= CHECKSUM_DIGITS || digits.includes(-1)) return null;
  const [version = -1, ...words] = digits.slice(0, -CHECKSUM_DIGITS);
  if (checksum(prefix, digits) !== (version === 0 ? BECH32 : BECH32M) || version > 16) return null;
  const program = toBytes(words);
  if (program === null || program.length < 2 || program.length > 40) return null;
  return version !== 0 || program.length === 20 || program.length === 32 ? { version, program } : null;
}

function checksum(prefix: string, digits: readonly number[]): number {
  const codes = Array.from(prefix, character => character.charCodeAt(0));
  const values = [...codes.map(code => code >> 5), 0, ...codes.map(code => code & 31), ...digits];
  let sum = 1;
  for (const value of values) {
    const top = sum >>> 25;
    sum = ((sum & 0x1ffffff) << 5) ^ value;
    GENERATOR.forEach((part, bit) => {
      if ((top >>> bit) & 1) sum ^= part;
    });
  }
  return sum >>> 0;
}

/** Five bits a word to eight a byte; null if more than padding is left, or other than zeros. */
function toBytes(words: readonly number[]): Uint8Array | null {
  const bytes: number[] = [];
  let bits = 0;
  let rest = 0;
  for (const word of words) {
    rest = (rest << 5) | word;
    bits += 5;
    if (bits < 8) continue;
    bits -= 8;
    bytes.push(rest >> bits);
    rest &= (1 << bits) - 1;
  }
  return bits < 5 && rest === 0 ? Uint8Array.from(bytes) : null;
}
