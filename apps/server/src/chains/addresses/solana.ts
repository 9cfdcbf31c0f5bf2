import { ed25519 } from '@noble/curves/ed25519.js';
import { base58 } from '@scure/base';
import type { Decoded } from './decoded.ts';

/** The system program, and an account that burns what it gets at the end of each epoch. */
const BURN: readonly string[] = [
  '11111111111111111111111111111111',
  '1nc1nerator11111111111111111111111111111111',
];

/**
 * A bare public key of 32 bytes in base58. It has no checksum, so only points of the curve count: a mistyped letter
 * misses it half the time, and an address off the curve is a program's, which may be unable to move the money on.
 */
export function decodeSolana(text: string): Decoded | null {
  if (!/^[1-9A-HJ-NP-Za-km-z]{32,44}$/.test(text)) return null;
  const key = base58.decode(text);
  if (key.length !== 32) return null;
  if (BURN.includes(text)) return { state: 'address', kind: 'solana', address: text, burn: true };
  return isOnCurve(key)
    ? { state: 'address', kind: 'solana', address: text, burn: false }
    : { state: 'unsupported' };
}

function isOnCurve(key: Uint8Array): boolean {
  try {
    ed25519.Point.fromBytes(key);
    return true;
  } catch {
    // The library reports a point off the curve only by throwing.
    return false;
  }
}
