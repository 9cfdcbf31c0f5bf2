import { secp256k1 } from '@noble/curves/secp256k1.js';
import { keccak_256 } from '@noble/hashes/sha3.js';
import { bytesToHex, concatBytes, utf8ToBytes } from '@noble/hashes/utils.js';
import { reserveMessage, type ReserveMessage } from '../../reserves/message.ts';
import type { ReserveAsset } from '../reserves.ts';

export const ORIGIN = 'tallystick.example/price-log';
const KEY = new Uint8Array(32).fill(7);
export const ADDRESS = `0x${bytesToHex(keccak_256(secp256k1.getPublicKey(KEY, false).subarray(1)).subarray(-20))}`;

/** As a wallet signs it (EIP-191). */
export function sign(message: string): string {
  const bytes = utf8ToBytes(message);
  const head = utf8ToBytes(`\u0019Ethereum Signed Message:\n${bytes.length}`);
  const digest = keccak_256(concatBytes(head, bytes));
  const raw = secp256k1.sign(digest, KEY, { prehash: false, format: 'recovered' });
  return `0x${bytesToHex(raw.subarray(1))}${(27 + raw[0]!).toString(16)}`;
}

/** Noon of the day that is signed. */
export const SIGNED_AT_MS = Date.UTC(2026, 10, 28, 12);

/** Some address that has signed nothing. */
const OBSERVED = `0x${'2'.repeat(40)}`;

/** 60 USDT, observed at the hot address. */
export function asset(more: Partial<ReserveAsset> = {}): ReserveAsset {
  return {
    currency: 'USDT',
    decimals: 6,
    network: 'ERC20',
    amount: '60000000',
    proof: 'observed',
    owner: 'customers',
    place: 'hot',
    address: OBSERVED,
    format: null,
    message: null,
    signature: null,
    block: 1,
    account: null,
    money: null,
    rate: null,
    document: null,
    at_ms: 1,
    ...more,
  };
}

/** The same at an address that has signed. */
export function signedAsset(said: Partial<ReserveMessage> = {}): ReserveAsset {
  const usual = { origin: ORIGIN, network: 'ERC20', address: ADDRESS, day: '2026-11-28', after: null };
  const message = reserveMessage({ ...usual, ...said });
  return asset({ proof: 'signed', address: ADDRESS, format: 'eip191', message, signature: sign(message) });
}
