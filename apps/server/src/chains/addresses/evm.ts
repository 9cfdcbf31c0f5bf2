import type { Decoded } from './decoded.ts';
import { checksumAddress } from './checksum-address.ts';

/** Precompiled contracts and other small numbers, the zero address and 0x…dEaD: never anyone's key. */
const SMALLEST_REAL = 0x1_0000n;
const BURN: readonly string[] = [
  // Stands for ETH itself in many contracts.
  '0xeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeee',
  '0xffffffffffffffffffffffffffffffffffffffff',
  '0xdead000000000000000042069420694206942069',
];

/** EIP-55. Addresses in a single case have no checksum and are accepted, as every wallet does. */
export function decodeEvm(text: string): Decoded | null {
  if (!/^0x/i.test(text)) return null;
  if (!/^0x[0-9a-fA-F]{40}$/.test(text)) return { state: 'invalid' };
  const digits = text.slice(2);
  const lower = digits.toLowerCase();
  const address = checksumAddress(lower);
  const oneCase = digits === lower || digits === digits.toUpperCase();
  if (!oneCase && text !== address) return { state: 'checksum' };
  const burn = BigInt(`0x${lower}`) < SMALLEST_REAL || BURN.includes(`0x${lower}`);
  return { state: 'address', kind: 'evm', address, burn };
}
