import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex, hexToBytes, utf8ToBytes } from '@noble/hashes/utils.js';
import { isHash } from './bytes.ts';

/**
 * Checks a stretch of the published price log. Written from the documented format alone and sharing no code with
 * the exchange that produced it: a verifier that called the exchange's own hash function would only repeat its
 * mistakes.
 */

export interface LoggedSource {
  readonly name: string;
  /** 1e-8 quote units. */
  readonly price_e8: number;
  readonly at_ms: number;
}

/** A tick as the log's pages, archives and receipts carry it. */
export interface LoggedTick {
  readonly number: number;
  readonly market_id: number;
  readonly price_e8: number;
  readonly at_ms: number;
  readonly sources: readonly LoggedSource[];
  readonly hash: string;
}

/** A position in the log that the checker already trusts; `LOG_START` is its beginning. */
export interface Head {
  readonly number: number;
  readonly hash: string;
}

export const LOG_START: Head = { number: 0, hash: '0'.repeat(64) };

export type ChainProblem = 'number_skipped' | 'hash_differs' | 'time_went_backwards' | 'malformed';

export type ChainVerdict =
  | { readonly ok: true; readonly head: Head }
  | { readonly ok: false; readonly problem: ChainProblem; readonly number: number };

/**
 * Walks from `start` through `ticks`, oldest first, recomputing every hash from the one before it. The verdict is the
 * new head, or the first tick at fault with what is wrong about it. Anything may be handed in: what is not a tick is
 * `malformed`.
 */
export function verifyTicks(ticks: readonly LoggedTick[], start: Head = LOG_START): ChainVerdict {
  let head = start;
  let lastAtMs = 0;
  for (const tick of ticks) {
    const problem = problemWith(tick, head, lastAtMs);
    if (problem !== null) return { ok: false, problem, number: head.number + 1 };
    head = { number: tick.number, hash: tick.hash };
    lastAtMs = tick.at_ms;
  }
  return { ok: true, head };
}

function problemWith(tick: LoggedTick, head: Head, lastAtMs: number): ChainProblem | null {
  if (!isWellFormed(tick)) return 'malformed';
  if (tick.number !== head.number + 1) return 'number_skipped';
  if (tick.at_ms < lastAtMs) return 'time_went_backwards';
  return hashTick(head.hash, tick) === tick.hash ? null : 'hash_differs';
}

function isWellFormed(tick: LoggedTick): boolean {
  if (typeof tick !== 'object' || tick === null || !Array.isArray(tick.sources)) return false;
  return (
    [tick.number, tick.market_id, tick.price_e8, tick.at_ms].every(isUnsigned) &&
    tick.market_id <= 0xffff_ffff &&
    isHash(tick.hash) &&
    tick.sources.every(isSource)
  );
}

function isSource(source: unknown): boolean {
  if (typeof source !== 'object' || source === null) return false;
  const { name, price_e8: priceE8, at_ms: atMs } = source as Record<string, unknown>;
  return typeof name === 'string' && isUnsigned(priceE8) && isUnsigned(atMs);
}

function isUnsigned(value: unknown): boolean {
  return Number.isSafeInteger(value) && (value as number) >= 0;
}

const DOMAIN = utf8ToBytes('tallystick index tick 1\n');

/**
 * SHA-256(previous hash ‖ "tallystick index tick 1\n" ‖ number u64 ‖ market u32 ‖ price u64 ‖ time u64 ‖ source
 * count u32 ‖ per source: name length u32 ‖ name in UTF-8 ‖ price u64 ‖ time u64), integers big-endian.
 */
export function hashTick(previousHash: string, tick: LoggedTick): string {
  const names = tick.sources.map(source => utf8ToBytes(source.name));
  const length = names.reduce((sum, name) => sum + 20 + name.length, 32 + DOMAIN.length + 32);
  const bytes = new Uint8Array(length);
  const view = new DataView(bytes.buffer);
  bytes.set(hexToBytes(previousHash));
  bytes.set(DOMAIN, 32);
  let at = 32 + DOMAIN.length;
  const put = (value: number, size: 4 | 8): void => {
    if (size === 8) view.setUint32(at, Math.floor(value / 2 ** 32));
    view.setUint32(at + size - 4, value % 2 ** 32);
    at += size;
  };
  put(tick.number, 8);
  put(tick.market_id, 4);
  put(tick.price_e8, 8);
  put(tick.at_ms, 8);
  put(tick.sources.length, 4);
  for (const [i, source] of tick.sources.entries()) {
    const name = names[i]!;
    put(name.length, 4);
    bytes.set(name, at);
    at += name.length;
    put(source.price_e8, 8);
    put(source.at_ms, 8);
  }
  return bytesToHex(sha256(bytes));
}

/** The middle value of the sources' prices; of two middle ones the mean, truncated: how the index is made. */
export function medianE8(sources: readonly LoggedSource[]): number | null {
  const prices = sources.map(source => source.price_e8).toSorted((a, b) => a - b);
  const upper = prices[prices.length >> 1];
  const lower = prices[(prices.length - 1) >> 1];
  return upper === undefined || lower === undefined ? null : lower + Math.floor((upper - lower) / 2);
}
