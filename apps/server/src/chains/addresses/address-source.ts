import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js';
import type { AddressKind, Network } from '../networks.ts';
import { deriveAddress } from './derive.ts';
import type { DepositKey } from './extended-key.ts';

export interface GivenAddress {
  readonly address: string;
  /** Tells customers apart at an address they share; null where each has an address. */
  readonly memo: string | null;
}

/** Where a network's deposit addresses come from: an index gives the same one for ever. */
export interface AddressSource {
  readonly network: Network;
  /** Identifies the source in the database without revealing it; a new source starts its own indices. */
  readonly id: string;
  /** @returns null when the source has no address of that index: a list that is used up. */
  at(kind: AddressKind, index: number): GivenAddress | null;
}

/** Children of an extended public key. @param network another that has the same addresses, by default the key's. */
export function keySource(key: DepositKey, network: Network = key.network): AddressSource {
  return {
    network,
    id: key.id,
    at: (kind, index) => ({ address: deriveAddress(key, kind, index), memo: null }),
  };
}

/** One address for all, told apart by a memo with check digits. */
export function sharedSource(network: Network, address: string): AddressSource {
  return { network, id: idOf(address), at: (_kind, index) => ({ address, memo: checkedMemo(index) }) };
}

/**
 * Addresses made beforehand, in their order, for chains whose addresses cannot be derived from a public key. The list
 * may grow at its end.
 */
export function listSource(network: Network, addresses: readonly [string, ...string[]]): AddressSource {
  return {
    network,
    id: idOf(addresses[0]),
    at: (_kind, index) => {
      const address = addresses[index];
      return address === undefined ? null : { address, memo: null };
    },
  };
}

const LARGEST_INDEX = 42_949_670;

/**
 * A memo of at most 32 bits: the index from 1 on and two check digits (ISO 7064, MOD 97-10), so that a mistyped digit
 * or two swapped ones never name another customer.
 *
 * @param index 0 to 42,949,670
 */
export function checkedMemo(index: number): string {
  if (!Number.isInteger(index) || index < 0 || index > LARGEST_INDEX) {
    throw new RangeError(`memo index ${index} is not between 0 and ${LARGEST_INDEX}`);
  }
  const digits = (index + 1) * 100;
  return String(digits + 98 - (digits % 97));
}

function idOf(text: string): string {
  return bytesToHex(sha256(utf8ToBytes(text))).slice(0, 40);
}
