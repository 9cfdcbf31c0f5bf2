import { concatBytes } from '@noble/hashes/utils.js';
import { readBase58Check } from './base58.ts';
import { readSegwitAddress } from './bech32.ts';

const OP_1 = 0x51;
const OP_DUP = 0x76;
const OP_EQUAL = 0x87;
const OP_EQUALVERIFY = 0x88;
const OP_HASH160 = 0xa9;
const OP_CHECKSIG = 0xac;

/** Version bytes of Bitcoin, Litecoin, and their test chains. */
const PUBLIC_KEY_HASH: readonly number[] = [0x00, 0x30, 0x6f];
const SCRIPT_HASH: readonly number[] = [0x05, 0x32, 0xc4, 0x3a];

export interface BitcoinAddress {
  readonly kind: 'p2pkh' | 'p2sh' | 'p2wpkh' | 'p2wsh' | 'p2tr';
  /** Hash of key or script, or the key itself. */
  readonly program: Uint8Array;
  /** What pays the address. */
  readonly script: Uint8Array;
}

/** An address of Bitcoin or of a chain with the same scripts; null: it is none, or of a later kind. */
export function readBitcoinAddress(address: string): BitcoinAddress | null {
  const segwit = readSegwitAddress(address);
  if (segwit !== null) {
    const { version, program } = segwit;
    const script = Uint8Array.from([version === 0 ? 0 : OP_1, program.length, ...program]);
    if (version === 0) return { kind: program.length === 20 ? 'p2wpkh' : 'p2wsh', program, script };
    return version === 1 && program.length === 32 ? { kind: 'p2tr', program, script } : null;
  }
  const payload = readBase58Check(address);
  if (payload?.length !== 21) return null;
  const program = payload.subarray(1);
  if (PUBLIC_KEY_HASH.includes(payload[0]!))
    return { kind: 'p2pkh', program, script: keyHashScript(program) };
  if (!SCRIPT_HASH.includes(payload[0]!)) return null;
  return {
    kind: 'p2sh',
    program,
    script: concatBytes(Uint8Array.of(OP_HASH160, 20), program, Uint8Array.of(OP_EQUAL)),
  };
}

/** Pays the key of that hash. */
export function keyHashScript(hash: Uint8Array): Uint8Array {
  return concatBytes(Uint8Array.of(OP_DUP, OP_HASH160, 20), hash, Uint8Array.of(OP_EQUALVERIFY, OP_CHECKSIG));
}
