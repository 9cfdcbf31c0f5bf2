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

/** A tick as it appears in the log's pages, archives and receipts. */
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
 * Walks from `start` through `ticks`, oldest first, recomputing every hash from the one before. Returns the new head, or
 * the first wrong tick and its error. Input is untrusted: what is no tick is `malformed`.
 */
export function verifyTicks(ticks: readonly LoggedTick[], start: Head = LOG_START): ChainVerdict {
  const chain = new Chain(hexToBytes(start.hash));
  let { number } = start;
  let lastAtMs = 0;
  for (const tick of ticks) {
    const problem = problemWith(tick, number + 1, lastAtMs, chain);
    if (problem !== null) return { ok: false, problem, number: number + 1 };
    number = tick.number;
    lastAtMs = tick.at_ms;
  }
  return { ok: true, head: { number, hash: ticks.at(-1)?.hash ?? start.hash } };
}

function problemWith(tick: LoggedTick, number: number, lastAtMs: number, chain: Chain): ChainProblem | null {
  if (!isWellFormed(tick)) return 'malformed';
  if (tick.number !== number) return 'number_skipped';
  if (tick.at_ms < lastAtMs) return 'time_went_backwards';
  return bytesToHex(chain.add(tick)) === tick.hash ? null : 'hash_differs';
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
const HASH_BYTES = 32;
/** Bytes of number, market, price, time and count of sources. */
const FIXED_BYTES = 8 + 4 + 8 + 8 + 4;
/** Bytes of a source besides its name: length of the name, price, time. */
const SOURCE_BYTES = 4 + 8 + 8;

/**
 * Hashes ticks one after the other. A phone may have to hash thousands, so the previous hash stays in bytes, names are
 * encoded once, and one buffer serves all.
 */
class Chain {
  readonly #names = new Map<string, Uint8Array>();
  #bytes = new Uint8Array(512);
  #view = new DataView(this.#bytes.buffer);
  #at = 0;
  #previous: Uint8Array;

  /** @param previous Hash of the tick before, 32 bytes */
  constructor(previous: Uint8Array) {
    this.#previous = previous;
  }

  /**
   * SHA-256(previous hash ‖ "tallystick index tick 1\n" ‖ number u64 ‖ market u32 ‖ price u64 ‖ time u64 ‖ source
   * count u32 ‖ per source: name length u32 ‖ name in UTF-8 ‖ price u64 ‖ time u64), integers big-endian. The next
   * tick follows from it.
   */
  add(tick: LoggedTick): Uint8Array {
    this.#makeRoom(tick);
    this.#append(this.#previous);
    this.#append(DOMAIN);
    this.#putU64(tick.number);
    this.#putU32(tick.market_id);
    this.#putU64(tick.price_e8);
    this.#putU64(tick.at_ms);
    this.#putU32(tick.sources.length);
    for (const source of tick.sources) {
      const name = this.#nameOf(source);
      this.#putU32(name.length);
      this.#append(name);
      this.#putU64(source.price_e8);
      this.#putU64(source.at_ms);
    }
    this.#previous = sha256(this.#bytes.subarray(0, this.#at));
    return this.#previous;
  }

  #makeRoom(tick: LoggedTick): void {
    let length = HASH_BYTES + DOMAIN.length + FIXED_BYTES;
    for (const source of tick.sources) length += SOURCE_BYTES + this.#nameOf(source).length;
    if (length > this.#bytes.length) {
      this.#bytes = new Uint8Array(2 * length);
      this.#view = new DataView(this.#bytes.buffer);
    }
    this.#at = 0;
  }

  #nameOf({ name }: LoggedSource): Uint8Array {
    let bytes = this.#names.get(name);
    if (bytes === undefined) this.#names.set(name, (bytes = utf8ToBytes(name)));
    return bytes;
  }

  #append(bytes: Uint8Array): void {
    this.#bytes.set(bytes, this.#at);
    this.#at += bytes.length;
  }

  #putU32(value: number): void {
    this.#view.setUint32(this.#at, value);
    this.#at += 4;
  }

  #putU64(value: number): void {
    this.#putU32(Math.floor(value / 2 ** 32));
    this.#putU32(value % 2 ** 32);
  }
}

/** The hash of a tick that follows the one with `previousHash`, both in hex. */
export function hashTick(previousHash: string, tick: LoggedTick): string {
  return bytesToHex(new Chain(hexToBytes(previousHash)).add(tick));
}

/** The median of the sources' prices (for an even number the mean of both middle ones, truncated): the index. */
export function medianE8(sources: readonly LoggedSource[]): number | null {
  const prices = sources.map(source => source.price_e8).toSorted((a, b) => a - b);
  const upper = prices[prices.length >> 1];
  const lower = prices[(prices.length - 1) >> 1];
  return upper === undefined || lower === undefined ? null : lower + Math.floor((upper - lower) / 2);
}
