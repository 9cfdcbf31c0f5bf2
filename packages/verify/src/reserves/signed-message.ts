import { secp256k1 } from '@noble/curves/secp256k1.js';
import { keccak_256 } from '@noble/hashes/sha3.js';
import { bytesToHex, concatBytes, hexToBytes, utf8ToBytes } from '@noble/hashes/utils.js';
import { fromBase64, isSame } from '../bytes.ts';
import { isSignedBip322 } from './bip322.ts';
import { readBitcoinAddress, type BitcoinAddress } from './bitcoin-address.ts';
import { hash160, hash256, withLength } from './bitcoin-bytes.ts';

/**
 * How a message is signed by an address. `eip191`: EVM wallets' personal_sign. `bitcoin-message`: Bitcoin Core's
 * signmessage, also by segwit keys as in BIP-137. `bip322`: its simple form.
 */
export const SIGNATURE_FORMATS = ['eip191', 'bitcoin-message', 'bip322'] as const;
export type SignatureFormat = (typeof SIGNATURE_FORMATS)[number];

const EVM_ADDRESS = /^0x[0-9a-fA-F]{40}$/;
const EVM_SIGNATURE = /^0x[0-9a-f]{130}$/;
/** Nodes write the name of their chain into what is signed. */
const BITCOIN_NAMES = ['Bitcoin', 'Litecoin'] as const;
const RECOVERABLE_BYTES = 65;
const FIRST_HEADER = 27;
const LAST_HEADER = 42;
/** From here on the key is written short. */
const FIRST_COMPRESSED = 31;
/** Ours have a few hundred. */
const MOST_CHARACTERS = 10_000;
const OP_0_PUSH_20 = Uint8Array.of(0, 20);

/** Whether that address has signed that message. Input is untrusted; nothing is thrown. */
export function isSignedBy(
  format: SignatureFormat,
  address: string,
  message: string,
  signature: string,
): boolean {
  if (message.length > MOST_CHARACTERS || signature.length > MOST_CHARACTERS) return false;
  if (format === 'eip191') return isEvmSigned(address, message, signature);
  const read = readBitcoinAddress(address);
  if (read === null) return false;
  return format === 'bip322'
    ? isSignedBip322(read, message, signature)
    : isBitcoinSigned(read, message, signature);
}

/** Which format fits; null: the address has not signed this message. */
export function formatOf(address: string, message: string, signature: string): SignatureFormat | null {
  return SIGNATURE_FORMATS.find(format => isSignedBy(format, address, message, signature)) ?? null;
}

function isEvmSigned(address: string, message: string, signature: string): boolean {
  if (!EVM_ADDRESS.test(address) || !EVM_SIGNATURE.test(signature)) return false;
  const bytes = utf8ToBytes(message);
  const head = utf8ToBytes(`\u0019Ethereum Signed Message:\n${bytes.length}`);
  const raw = hexToBytes(signature.slice(2));
  // 27 and 28, or 0 and 1 as some signers have it.
  const recovery = raw[64]! >= FIRST_HEADER ? raw[64]! - FIRST_HEADER : raw[64]!;
  const key = recovered(raw.subarray(0, 64), recovery, keccak_256(concatBytes(head, bytes)));
  if (key === null) return false;
  const found = bytesToHex(keccak_256(key.toBytes(false).subarray(1)).subarray(-20));
  return found === address.slice(2).toLowerCase();
}

function isBitcoinSigned({ kind, program }: BitcoinAddress, message: string, signature: string): boolean {
  const raw = fromBase64(signature);
  const header = raw?.[0] ?? 0;
  if (raw?.length !== RECOVERABLE_BYTES || header < FIRST_HEADER || header > LAST_HEADER) return false;
  const isCompressed = header >= FIRST_COMPRESSED;
  // A segwit address has only short keys.
  if (kind !== 'p2pkh' && !isCompressed) return false;
  return BITCOIN_NAMES.some(name => {
    const head = withLength(utf8ToBytes(`${name} Signed Message:\n`));
    const digest = hash256(concatBytes(head, withLength(utf8ToBytes(message))));
    const key = recovered(raw.subarray(1), (header - FIRST_HEADER) & 3, digest);
    if (key === null) return false;
    const hash = hash160(key.toBytes(isCompressed));
    if (kind === 'p2sh') return isSame(hash160(concatBytes(OP_0_PUSH_20, hash)), program);
    return (kind === 'p2pkh' || kind === 'p2wpkh') && isSame(hash, program);
  });
}

/** The key that has signed; null: none has. */
function recovered(compact: Uint8Array, recovery: number, digest: Uint8Array) {
  try {
    return secp256k1.Signature.fromBytes(compact, 'compact')
      .addRecoveryBit(recovery)
      .recoverPublicKey(digest);
  } catch {
    // Figures out of range, or a point that is not on the curve: nobody's signature.
    return null;
  }
}
