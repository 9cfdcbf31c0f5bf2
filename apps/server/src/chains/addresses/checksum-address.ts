import { keccak_256 } from '@noble/hashes/sha3.js';
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js';

/**
 * An EVM address as it is normally written: EIP-55's checksum is in the case of its letters. Written here because viem,
 * which has it too, was an eighth of all that a server loads at its start.
 * @param digits 40 hexadecimal digits in lower case
 */
export function checksumAddress(digits: string): string {
  const checksum = bytesToHex(keccak_256(utf8ToBytes(digits)));
  const cased = Array.from(digits, (digit, place) => (checksum[place]! >= '8' ? digit.toUpperCase() : digit));
  return `0x${cased.join('')}`;
}
