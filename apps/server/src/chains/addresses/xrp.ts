import { base58, base58xrp } from '@scure/base';
import type { Decoded } from './decoded.ts';
import { base58check, decodeBase58check, withVersion } from './encodings.ts';

const ALPHABET = /^[rpshnaf39wBUDNEGHJKLM4PQRST7VWXYZ2bcdeCg65jkm8oFqi1tuvAxyz]+$/;
/** Accounts without a key, as the XRP Ledger's documentation lists them: zero, one, genesis, two black holes. */
const BURN: readonly string[] = [
  'rrrrrrrrrrrrrrrrrrrrrhoLvTp',
  'rrrrrrrrrrrrrrrrrrrrBZbvji',
  'rHb9CJAWyB4rj91VRWn96DkukG4bwdtyTh',
  'rrrrrrrrrrrrrrrrrNAMEtxvNvQ',
  'rrrrrrrrrrrrrrrrrrrn5RM1rHd',
];
const LARGEST_TAG = 0xffff_ffff;

/**
 * A classic address (`r…`), or an X-address (XLS-5d: `X…`), which holds account and destination tag; it is taken apart
 * into the two.
 */
export function decodeXrp(text: string): Decoded | null {
  const looks = text.length >= 25 && text.length <= 50 && /^[rXT]/.test(text) && ALPHABET.test(text);
  if (!looks) return null;
  const payload = decodeXrpBase58(text);
  if (text.startsWith('r')) {
    // Other chains' addresses begin with r only by chance and in other lengths.
    if (payload === null) return text.length <= 35 ? { state: 'checksum' } : null;
    if (payload.length !== 21 || payload[0] !== 0) return null;
    return account(payload.subarray(1));
  }
  if (payload?.length !== 31) return null;
  const [first, second] = payload;
  if (first === 0x04 && second === 0x93) return { state: 'testnet' };
  if (first !== 0x05 || second !== 0x44) return null;
  const flag = payload[22];
  const tag = new DataView(payload.buffer, payload.byteOffset + 23, 8);
  // The four bytes above are for tags of 64 bits, which the ledger does not have.
  if (tag.getUint32(4, true) !== 0) return { state: 'invalid' };
  const found = account(payload.subarray(2, 22));
  if (flag === 0) return tag.getUint32(0, true) === 0 ? found : { state: 'invalid' };
  return flag === 1 ? { ...found, memo: String(tag.getUint32(0, true)) } : { state: 'invalid' };
}

/** @param accountId 20 bytes. */
export function encodeXrp(accountId: Uint8Array): string {
  return base58xrp.encode(base58.decode(base58check.encode(withVersion(0, accountId))));
}

/** A destination tag in its normal spelling: a whole number of 32 bits. Null: it is none. */
export function readDestinationTag(written: string): string | null {
  const text = written.trim();
  if (!/^\d{1,10}$/.test(text) || Number(text) > LARGEST_TAG) return null;
  return String(Number(text));
}

function account(id: Uint8Array): Extract<Decoded, { state: 'address' }> {
  const address = encodeXrp(id);
  return { state: 'address', kind: 'xrp', address, burn: BURN.includes(address) };
}

/** The same checksum as Bitcoin's, written with another alphabet. */
function decodeXrpBase58(text: string): Uint8Array | null {
  return decodeBase58check(base58.encode(base58xrp.decode(text)));
}
