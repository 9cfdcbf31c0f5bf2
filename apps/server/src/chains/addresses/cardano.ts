import { bech32 } from '@scure/base';
import type { Decoded } from './decoded.ts';

/** Longer than BIP-173 allows. */
const LONGEST = 128;
const MAINNET = 1;
/** CIP-19: bytes of a payment address by the upper half of its first byte; 4 and 5 (pointers) have no fixed length. */
const LENGTHS: Readonly<Record<number, number>> = { 0: 57, 1: 57, 2: 57, 3: 57, 6: 29, 7: 29 };

/**
 * Shelley payment addresses (CIP-19): `addr1…`. Byron's (`Ae2…`, `DdzFF…`) are recognised and refused: wallets stopped
 * making them in 2020, and they cost more to pay to.
 */
export function decodeCardano(text: string): Decoded | null {
  if (/^(Ae2|DdzFF)[1-9A-HJ-NP-Za-km-z]{50,110}$/.test(text)) return { state: 'unsupported' };
  if (!/^(addr|stake)(_test)?1/i.test(text)) return null;
  const lower = text.toLowerCase();
  // BIP-173: mixed case means that the text was damaged.
  if (text !== lower && text !== text.toUpperCase()) return { state: 'checksum' };
  const decoded = bech32.decodeUnsafe(lower, LONGEST);
  if (decoded === undefined) return { state: 'checksum' };
  if (decoded.prefix.endsWith('_test')) return { state: 'testnet' };
  const bytes = bech32.fromWordsUnsafe(decoded.words);
  const [header = 0] = bytes ?? [];
  // A reward account, a pointer, or something newer.
  if (!bytes || decoded.prefix !== 'addr' || bytes.length !== LENGTHS[header >> 4])
    return { state: 'unsupported' };
  if ((header & 0x0f) !== MAINNET) return { state: 'testnet' };
  const burn = bytes.subarray(1, 29).every(byte => byte === 0);
  return { state: 'address', kind: 'cardano', address: lower, burn };
}

/** The enterprise address (payments only, no staking) of a key's hash of 28 bytes. */
export function encodeCardano(keyHash: Uint8Array): string {
  const words = bech32.toWords(Uint8Array.from([0x60 | MAINNET, ...keyHash]));
  return bech32.encode('addr', words, LONGEST);
}
