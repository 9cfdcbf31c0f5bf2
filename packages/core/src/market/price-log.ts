import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex, concatBytes, hexToBytes, utf8ToBytes } from '@noble/hashes/utils.js';

const DOMAIN = utf8ToBytes('tallystick index tick 1\n');

/** One source's price inside an index tick. */
export interface IndexSource {
  readonly name: string;
  readonly priceE8: number;
  readonly atMs: number;
}

/**
 * One tick of the price log. `number` counts all ticks of all markets from 1 without gaps; `hash` chains each
 * tick to the one before: hash = SHA-256(previousHash ‖ canonical bytes of the tick).
 */
export interface IndexTick {
  readonly number: number;
  readonly marketId: number;
  /** 1e-8 quote units. */
  readonly priceE8: number;
  readonly sources: readonly IndexSource[];
  readonly atMs: number;
  /** Lower-case hex, 64 digits. The first tick's previous hash is 64 zeros. */
  readonly previousHash: string;
  readonly hash: string;
}

/** The hash before the first tick. */
export const FIRST_PREVIOUS_HASH = '0'.repeat(64);

/** What a tick's hash covers besides the hash before it. */
export type HashedTick = Omit<IndexTick, 'previousHash' | 'hash'>;

/**
 * The canonical bytes of a tick. Integers are unsigned and big-endian (u32 = 4 bytes, u64 = 8 bytes), text is UTF-8
 * after its byte length:
 *
 *     "tallystick index tick 1\n"   24 ASCII bytes, so that no other hashed data can be mistaken for a tick
 *     number u64 ‖ marketId u32 ‖ priceE8 u64 ‖ atMs u64 ‖ number of sources u32
 *     per source, in the tick's order: length u32 ‖ name ‖ priceE8 u64 ‖ atMs u64
 */
export function encodeTick(tick: HashedTick): Uint8Array {
  const names = tick.sources.map(source => utf8ToBytes(source.name));
  const size = names.reduce((sum, name) => sum + 4 + name.length + 16, DOMAIN.length + 32);
  const bytes = new Uint8Array(size);
  const view = new DataView(bytes.buffer);
  bytes.set(DOMAIN);
  let at = DOMAIN.length;
  const u32 = (value: number): void => {
    view.setUint32(at, value);
    at += 4;
  };
  const u64 = (value: number): void => {
    view.setBigUint64(at, BigInt(value));
    at += 8;
  };
  u64(tick.number);
  u32(tick.marketId);
  u64(tick.priceE8);
  u64(tick.atMs);
  u32(tick.sources.length);
  tick.sources.forEach((source, i) => {
    const name = names[i]!;
    u32(name.length);
    bytes.set(name, at);
    at += name.length;
    u64(source.priceE8);
    u64(source.atMs);
  });
  return bytes;
}

/** SHA-256 of the previous hash's 32 bytes followed by the tick's canonical bytes, lower-case hex. */
export function hashTick(previousHash: string, tick: HashedTick): string {
  return bytesToHex(sha256(concatBytes(hexToBytes(previousHash), encodeTick(tick))));
}
