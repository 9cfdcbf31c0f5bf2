import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex, concatBytes, hexToBytes, utf8ToBytes } from '@noble/hashes/utils.js';

/**
 * Checks a stretch of the published price log. Written from the documented format alone and sharing no code with
 * the exchange that produced it: a verifier that called the exchange's own hash function would only repeat its
 * mistakes.
 */

export interface PublishedSource {
  readonly name: string;
  /** 1e-8 quote units. */
  readonly priceE8: number;
  readonly atMs: number;
}

export interface PublishedTick {
  readonly number: number;
  readonly marketId: number;
  readonly priceE8: number;
  readonly sources: readonly PublishedSource[];
  readonly atMs: number;
  readonly previousHash: string;
  readonly hash: string;
}

/** A position in the log that the checker already trusts; `{ number: 0, hash: 64 zeros }` is its beginning. */
export interface Head {
  readonly number: number;
  readonly hash: string;
}

export const LOG_START: Head = { number: 0, hash: '0'.repeat(64) };

export type Problem = 'number_skipped' | 'link_broken' | 'hash_differs' | 'time_went_backwards' | 'malformed';

export type Verdict =
  | { readonly ok: true; readonly head: Head }
  | { readonly ok: false; readonly problem: Problem; readonly number: number };

/**
 * Walks from `start` through `ticks`, oldest first, recomputing every hash. The verdict is the new head, or the
 * first tick at fault with what is wrong about it.
 */
export function verifyPriceLog(ticks: readonly PublishedTick[], start: Head = LOG_START): Verdict {
  let head = start;
  let lastAtMs = 0;
  for (const tick of ticks) {
    const problem = problemWith(tick, head, lastAtMs);
    if (problem !== null) return { ok: false, problem, number: tick.number };
    head = { number: tick.number, hash: tick.hash };
    lastAtMs = tick.atMs;
  }
  return { ok: true, head };
}

function problemWith(tick: PublishedTick, head: Head, lastAtMs: number): Problem | null {
  if (!isWellFormed(tick)) return 'malformed';
  if (tick.number !== head.number + 1) return 'number_skipped';
  if (tick.previousHash !== head.hash) return 'link_broken';
  if (tick.atMs < lastAtMs) return 'time_went_backwards';
  return hashOf(tick) === tick.hash ? null : 'hash_differs';
}

const HASH = /^[0-9a-f]{64}$/;

function isWellFormed(tick: PublishedTick): boolean {
  const integers = [tick.number, tick.marketId, tick.priceE8, tick.atMs];
  for (const source of tick.sources) integers.push(source.priceE8, source.atMs);
  return (
    integers.every(isUnsigned) &&
    tick.marketId <= 0xffff_ffff &&
    HASH.test(tick.previousHash) &&
    HASH.test(tick.hash)
  );
}

function isUnsigned(value: number): boolean {
  return Number.isSafeInteger(value) && value >= 0;
}

/**
 * SHA-256(previous hash ‖ "tallystick index tick 1\n" ‖ number u64 ‖ market u32 ‖ price u64 ‖ time u64 ‖ source
 * count u32 ‖ per source: name length u32 ‖ name in UTF-8 ‖ price u64 ‖ time u64), integers big-endian.
 */
function hashOf(tick: PublishedTick): string {
  const parts = [
    hexToBytes(tick.previousHash),
    utf8ToBytes('tallystick index tick 1\n'),
    unsigned(tick.number, 8),
    unsigned(tick.marketId, 4),
    unsigned(tick.priceE8, 8),
    unsigned(tick.atMs, 8),
    unsigned(tick.sources.length, 4),
  ];
  for (const source of tick.sources) {
    const name = utf8ToBytes(source.name);
    parts.push(unsigned(name.length, 4), name, unsigned(source.priceE8, 8), unsigned(source.atMs, 8));
  }
  return bytesToHex(sha256(concatBytes(...parts)));
}

function unsigned(value: number, bytes: 4 | 8): Uint8Array {
  return hexToBytes(value.toString(16).padStart(bytes * 2, '0'));
}
