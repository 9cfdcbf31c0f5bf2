import { decodeBase58check } from './encodings.ts';
import type { Decoded } from './decoded.ts';

const MAINNET = 0x41;
/** Of TRON's first test network; later ones share the main network's. */
const OLD_TESTNET = 0xa0;

const BURN: readonly string[] = [
  // 20 zero bytes; and the genesis block's account called "black hole".
  'T9yD14Nj9j7xAB4dbGeiX9h8unkKHxuWwb',
  'TLsV52sRDL79HXGGm9yzwKibb6BeruhUzy',
];

/** Base58check of 21 bytes, the first of them 0x41: `T…`, 34 characters. */
export function decodeTron(text: string): Decoded | null {
  const looks = /^T[1-9A-HJ-NP-Za-km-z]{33}$/.test(text);
  const payload = decodeBase58check(text);
  if (payload === null) return looks ? { state: 'checksum' } : null;
  if (payload.length !== 21) return null;
  if (payload[0] === OLD_TESTNET) return { state: 'testnet' };
  if (payload[0] !== MAINNET) return null;
  return { state: 'address', kind: 'tron', address: text, burn: BURN.includes(text) };
}
