import { schnorr, secp256k1 } from '@noble/curves/secp256k1.js';
import { sha256 } from '@noble/hashes/sha2.js';
import { concatBytes, utf8ToBytes } from '@noble/hashes/utils.js';
import { fromBase64, isSame } from '../bytes.ts';
import { keyHashScript, type BitcoinAddress } from './bitcoin-address.ts';
import { hash160, hash256, readStack, uint32, withLength } from './bitcoin-bytes.ts';

/**
 * BIP-322, its simple form: the message is signed as if a transaction spent an output that pays the address. Checked are
 * the scripts that custody uses: one key (P2WPKH, and P2TR by its key), and m of n keys (P2WSH).
 */

/** Told apart from other forms since 2025; earlier signers leave it away. */
const PREFIX = 'smp';
const OP_RETURN = 0x6a;
const OP_CHECKMULTISIG = 0xae;
const OP_N = 0x50;
const SIGHASH_DEFAULT = 0x00;
const SIGHASH_ALL = 0x01;
const NOTHING = new Uint8Array(8);
const ZERO = uint32(0);
/** The only output of the spending transaction: no value, and a script that nobody can spend. */
const OUTPUT = concatBytes(NOTHING, withLength(Uint8Array.of(OP_RETURN)));

/** Whether the key or keys of the address have signed the message. */
export function isSignedBip322(address: BitcoinAddress, message: string, signature: string): boolean {
  const bytes = fromBase64(signature.startsWith(PREFIX) ? signature.slice(PREFIX.length) : signature);
  const witness = bytes && readStack(bytes);
  if (!witness || witness.length === 0) return false;
  const spent = hash256(toSpend(message, address.script));
  if (address.kind === 'p2wpkh') return isKeySigned(address, spent, witness);
  if (address.kind === 'p2wsh') return isScriptSigned(address, spent, witness);
  return address.kind === 'p2tr' && isTaprootSigned(address, spent, witness);
}

export function bip322MessageHash(message: string): Uint8Array {
  return tagged('BIP0322-signed-message', utf8ToBytes(message));
}

/** The transaction whose only output pays the address, with the message in its input. */
export function toSpend(message: string, script: Uint8Array): Uint8Array {
  const pushed = concatBytes(Uint8Array.of(0, 32), bip322MessageHash(message));
  return concatBytes(
    ZERO,
    Uint8Array.of(1),
    new Uint8Array(32),
    uint32(0xffffffff),
    withLength(pushed),
    ZERO,
    Uint8Array.of(1),
    NOTHING,
    withLength(script),
    ZERO,
  );
}

function isKeySigned({ program }: BitcoinAddress, spent: Uint8Array, witness: Uint8Array[]): boolean {
  const [signature, key] = witness;
  if (witness.length !== 2 || signature === undefined || key?.length !== 33) return false;
  return isSame(hash160(key), program) && isEcdsa(signature, segwitHash(spent, keyHashScript(program)), key);
}

/** m of n keys: `m <key> … n OP_CHECKMULTISIG`, whose signatures stand in the order of the keys. */
function isScriptSigned({ program }: BitcoinAddress, spent: Uint8Array, witness: Uint8Array[]): boolean {
  const script = witness.at(-1)!;
  const keys = keysOf(script);
  // The empty one is taken by a fault in Bitcoin's operator.
  if (keys === null || !isSame(sha256(script), program) || witness[0]?.length !== 0) return false;
  const signatures = witness.slice(1, -1);
  if (signatures.length !== keys.needed) return false;
  const digest = segwitHash(spent, script);
  let next = 0;
  return signatures.every(signature => {
    while (next < keys.all.length) if (isEcdsa(signature, digest, keys.all[next++]!)) return true;
    return false;
  });
}

function keysOf(script: Uint8Array): { readonly needed: number; readonly all: Uint8Array[] } | null {
  const needed = script[0]! - OP_N;
  const count = script.at(-2)! - OP_N;
  const isRange = needed >= 1 && needed <= count && count <= 16;
  if (!isRange || script.at(-1) !== OP_CHECKMULTISIG || script.length !== 3 + 34 * count) return null;
  const all = Array.from({ length: count }, (_, n) => script.subarray(1 + 34 * n, 35 + 34 * n));
  if (all.some(key => key[0] !== 33)) return null;
  return { needed, all: all.map(key => key.subarray(1)) };
}

function isTaprootSigned({ program, script }: BitcoinAddress, spent: Uint8Array, witness: Uint8Array[]) {
  const [signature] = witness;
  if (witness.length !== 1 || signature === undefined) return false;
  const type = signature.length === 65 ? signature[64]! : SIGHASH_DEFAULT;
  if (signature.length !== 64 && !(signature.length === 65 && type === SIGHASH_ALL)) return false;
  const digest = tagged(
    'TapSighash',
    concatBytes(
      Uint8Array.of(0, type),
      ZERO,
      ZERO,
      sha256(concatBytes(spent, ZERO)),
      sha256(NOTHING),
      sha256(withLength(script)),
      sha256(ZERO),
      sha256(OUTPUT),
      Uint8Array.of(0),
      ZERO,
    ),
  );
  return attempt(() => schnorr.verify(signature.subarray(0, 64), digest, program));
}

/** What is signed of a transaction that spends a segwit output (BIP-143). */
function segwitHash(spent: Uint8Array, scriptCode: Uint8Array): Uint8Array {
  const outpoint = concatBytes(spent, ZERO);
  return hash256(
    concatBytes(
      ZERO,
      hash256(outpoint),
      hash256(ZERO),
      outpoint,
      withLength(scriptCode),
      NOTHING,
      ZERO,
      hash256(OUTPUT),
      ZERO,
      uint32(SIGHASH_ALL),
    ),
  );
}

/** Strictly encoded, with the smaller of both values, over everything: as BIP-322 demands. */
function isEcdsa(signature: Uint8Array, digest: Uint8Array, key: Uint8Array): boolean {
  if (signature.at(-1) !== SIGHASH_ALL) return false;
  const options = { format: 'der', lowS: true, prehash: false } as const;
  return attempt(() => secp256k1.verify(signature.subarray(0, -1), digest, key, options));
}

/** What cannot be read as key or signature is none. */
function attempt(verifies: () => boolean): boolean {
  try {
    return verifies();
  } catch {
    return false;
  }
}

function tagged(tag: string, bytes: Uint8Array): Uint8Array {
  const prefix = sha256(utf8ToBytes(tag));
  return sha256(concatBytes(prefix, prefix, bytes));
}
