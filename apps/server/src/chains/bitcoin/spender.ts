import type { BitcoinNetworkParameters } from '../addresses/bitcoin-networks.ts';
import { addressOfScript } from '../addresses/bitcoin-script.ts';
import { hash160 } from '../addresses/encodings.ts';
import { sha256 } from '@noble/hashes/sha2.js';
import type { BitcoinInput } from './transaction.ts';

const COMPRESSED_KEY = 33;
const LONG_KEY = 65;

/**
 * The address whose coins an input spends, read from what unlocks them: a key or a script must hash to the address. So
 * no earlier transaction has to be asked for, and nothing depends on what a node keeps. Null: it does not show (taproot,
 * bare keys).
 *
 * The network has checked it when the block was mined. An input that only looks like ours, by a key of ours in a place
 * where it unlocks nothing, is possible; whoever makes one has their own payment not credited.
 */
export function spenderOf(input: BitcoinInput, network: BitcoinNetworkParameters): string | null {
  const { script, witness } = input;
  const last = witness.at(-1);
  const pushed = lastPush(script);
  // P2SH, also around segwit: the script to be met is the last thing pushed. P2PKH: the key is.
  if (pushed !== null) {
    const isKeyHash = last === undefined && isPublicKey(pushed);
    return addressOfScript(isKeyHash ? payToKey(pushed) : payToScript(pushed), network);
  }
  // A key of taproot signs alone, and shows no address.
  if (last === undefined || witness.length === 1 || script.length > 0) return null;
  return witness.length === 2 && last.length === COMPRESSED_KEY
    ? addressOfScript(Uint8Array.from([0x00, 20, ...hash160(last)]), network)
    : addressOfScript(Uint8Array.from([0x00, 32, ...sha256(last)]), network);
}

function payToKey(key: Uint8Array): Uint8Array {
  return Uint8Array.from([0x76, 0xa9, 20, ...hash160(key), 0x88, 0xac]);
}

function payToScript(script: Uint8Array): Uint8Array {
  return Uint8Array.from([0xa9, 20, ...hash160(script), 0x87]);
}

function isPublicKey(bytes: Uint8Array): boolean {
  const [first] = bytes;
  if (bytes.length === COMPRESSED_KEY) return first === 0x02 || first === 0x03;
  return bytes.length === LONG_KEY && first === 0x04;
}

/** The last of the things a script of pushes pushes; null: it pushes nothing, or is not only pushes. */
function lastPush(script: Uint8Array): Uint8Array | null {
  let last: Uint8Array | null = null;
  for (let at = 0; at < script.length;) {
    const opcode = script[at++]!;
    const [sizeBytes, length] = pushLength(script, at, opcode);
    if (length === null || at + sizeBytes + length > script.length) return null;
    at += sizeBytes;
    last = script.subarray(at, at + length);
    at += length;
  }
  return last;
}

/** How many bytes say the length, and the length; null: the opcode pushes no bytes of the script. */
function pushLength(script: Uint8Array, at: number, opcode: number): [number, number | null] {
  if (opcode <= 75) return [0, opcode];
  if (opcode === 0x4c) return [1, script[at] ?? null];
  if (opcode === 0x4d) return [2, (script[at] ?? 0) + 256 * (script[at + 1] ?? 0)];
  // OP_1NEGATE and OP_1 to OP_16 push numbers.
  return opcode === 0x4f || (opcode > 0x50 && opcode <= 0x60) ? [0, 0] : [0, null];
}
