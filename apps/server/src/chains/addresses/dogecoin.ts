import { decodeBase58check } from './encodings.ts';
import type { Decoded } from './decoded.ts';

/** P2PKH (`D…`) and P2SH (`9…`, `A…`). */
const MAINNET: readonly number[] = [0x1e, 0x16];
const TESTNET = 0x71;

/** Base58check of 21 bytes. */
export function decodeDogecoin(text: string): Decoded | null {
  const looks = /^[DA9][1-9A-HJ-NP-Za-km-z]{32,33}$/.test(text);
  const payload = decodeBase58check(text);
  if (payload === null) return looks ? { state: 'checksum' } : null;
  const [version = -1] = payload;
  if (payload.length !== 21) return null;
  if (version === TESTNET) return { state: 'testnet' };
  if (!MAINNET.includes(version)) return null;
  const burn = payload.subarray(1).every(byte => byte === 0);
  return { state: 'address', kind: 'dogecoin', address: text, burn };
}
