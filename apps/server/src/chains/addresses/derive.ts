import { secp256k1 } from '@noble/curves/secp256k1.js';
import { keccak_256 } from '@noble/hashes/sha3.js';
import { bytesToHex } from '@noble/hashes/utils.js';
import { bech32 } from '@scure/base';
import { assetOn, type AddressKind } from '../networks.ts';
import { BITCOIN_MAIN, type BitcoinNetworkParameters } from './bitcoin-networks.ts';
import { base58check, hash160, withVersion } from './encodings.ts';
import { checksumAddress } from './checksum-address.ts';
import type { DepositKey } from './extended-key.ts';

/** BIP-32: larger indices are hardened, and public keys have no hardened children. */
const MAX_INDEX = 0x7fffffff;
const TRON_VERSION = 0x41;

/**
 * The kind of a customer's deposit address for a currency on a key's network.
 *
 * On Bitcoin it depends on the currency. BTC goes to P2WPKH (BIP-84): cheapest to spend, strongest checksum, and every
 * wallet can pay to it. USDT goes to P2PKH (BIP-44): the Omni layer was made for `1…` addresses, and many wallets that
 * still send Omni tokens refuse all others. Both come from the one account key of the setting: the custody wallet sees
 * all deposits by opening that key as `wpkh(KEY/0/*)` and as `pkh(KEY/0/*)`.
 *
 * @throws when the currency does not travel on this network.
 */
export function depositKind(key: DepositKey, currencyId: number): AddressKind {
  const asset = assetOn(key.network, currencyId);
  if (asset === null) throw new Error(`currency ${currencyId} does not travel on ${key.network}`);
  return asset.depositKind;
}

/** The address of the external chain's child `index` (0 to 2^31 - 1), in its normal spelling. */
export function deriveAddress(key: DepositKey, kind: AddressKind, index: number): string {
  if (!Number.isInteger(index) || index < 0 || index > MAX_INDEX) {
    throw new RangeError(`address index ${index} is not between 0 and ${MAX_INDEX}`);
  }
  const { publicKey } = key.chain.deriveChild(index);
  return encodeAddress(kind, publicKey!, key.bitcoin);
}

/** @param publicKey compressed, 33 bytes. */
export function encodeAddress(
  kind: AddressKind,
  publicKey: Uint8Array,
  bitcoin: BitcoinNetworkParameters = BITCOIN_MAIN,
): string {
  switch (kind) {
    case 'p2pkh':
      return base58check.encode(withVersion(bitcoin.pubKeyHash, hash160(publicKey)));
    case 'p2wpkh':
      return bech32.encode(bitcoin.bech32, [0, ...bech32.toWords(hash160(publicKey))]);
    case 'tron':
      return base58check.encode(withVersion(TRON_VERSION, accountHash(publicKey)));
    case 'evm':
      return checksumAddress(bytesToHex(accountHash(publicKey)));
    case 'p2sh':
    case 'p2wsh':
    case 'p2tr':
      throw new Error(`no deposit address is of the kind ${kind}`);
  }
}

/** Ethereum and TRON identify an account by the end of its whole public key's hash. */
function accountHash(publicKey: Uint8Array): Uint8Array {
  return keccak_256(secp256k1.Point.fromBytes(publicKey).toBytes(false).subarray(1)).subarray(-20);
}
