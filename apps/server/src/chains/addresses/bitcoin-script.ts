import { bech32, bech32m } from '@scure/base';
import type { BitcoinNetworkParameters } from './bitcoin-networks.ts';
import { base58check, decodeBase58check, withVersion } from './encodings.ts';

const OP_0 = 0x00;
const OP_1 = 0x51;
const OP_DUP = 0x76;
const OP_EQUAL = 0x87;
const OP_EQUALVERIFY = 0x88;
const OP_HASH160 = 0xa9;
const OP_CHECKSIG = 0xac;

/**
 * The address that an output's script pays, or null: it pays none. Only the five standard forms have one; each address
 * has exactly one script, so an address found here is paid whatever a node calls the output.
 */
export function addressOfScript(script: Uint8Array, network: BitcoinNetworkParameters): string | null {
  const { length } = script;
  // P2PKH: OP_DUP OP_HASH160 <20> OP_EQUALVERIFY OP_CHECKSIG.
  if (
    length === 25 &&
    begins(script, OP_DUP, OP_HASH160, 20) &&
    script[23] === OP_EQUALVERIFY &&
    script[24] === OP_CHECKSIG
  ) {
    return base58check.encode(withVersion(network.pubKeyHash, script.subarray(3, 23)));
  }
  // P2SH: OP_HASH160 <20> OP_EQUAL.
  if (length === 23 && begins(script, OP_HASH160, 20) && script[22] === OP_EQUAL) {
    return base58check.encode(withVersion(network.scriptHash, script.subarray(2, 22)));
  }
  const program = script.subarray(2);
  if ((length === 22 && begins(script, OP_0, 20)) || (length === 34 && begins(script, OP_0, 32))) {
    return bech32.encode(network.bech32, [0, ...bech32.toWords(program)]);
  }
  if (length === 34 && begins(script, OP_1, 32)) {
    return bech32m.encode(network.bech32, [1, ...bech32m.toWords(program)]);
  }
  return null;
}

function begins(script: Uint8Array, ...bytes: readonly number[]): boolean {
  return bytes.every((byte, at) => script[at] === byte);
}

/** The script that pays an address: the inverse of `addressOfScript`. @throws when it is no address of the network */
export function scriptOfAddress(address: string, network: BitcoinNetworkParameters): Uint8Array {
  const script = legacyScript(address, network) ?? segwitScript(address);
  if (script === null || addressOfScript(script, network) !== address) {
    throw new RangeError(`${address} is no address of this chain`);
  }
  return script;
}

function legacyScript(address: string, network: BitcoinNetworkParameters): Uint8Array | null {
  const payload = decodeBase58check(address);
  if (payload?.length !== 21) return null;
  const hash = payload.subarray(1);
  if (payload[0] === network.pubKeyHash) {
    return Uint8Array.from([OP_DUP, OP_HASH160, 20, ...hash, OP_EQUALVERIFY, OP_CHECKSIG]);
  }
  return payload[0] === network.scriptHash ? Uint8Array.from([OP_HASH160, 20, ...hash, OP_EQUAL]) : null;
}

function segwitScript(address: string): Uint8Array | null {
  const decoded = bech32.decodeUnsafe(address) ?? bech32m.decodeUnsafe(address);
  if (decoded === undefined) return null;
  const [version = -1, ...words] = decoded.words;
  const program = bech32.fromWordsUnsafe(words);
  if (!program || version < 0 || version > 1) return null;
  return Uint8Array.from([version === 0 ? OP_0 : OP_1, program.length, ...program]);
}
