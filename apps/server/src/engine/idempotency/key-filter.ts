/** A filter of `2 ** LEAST` bits is made for whoever has few keys, one of `2 ** MOST` bits (128 MB) for whoever has many. */
const LEAST = 22;
const MOST = 30;
/** At this rate a full filter is wrong about seven fresh keys in ten thousand. */
const BITS_PER_KEY = 16;
const HASHES = 7;

export interface KeyFilterOptions {
  /** A filter takes keys for so long, and is dropped as a whole once all of them are forgotten. */
  readonly spanMs: number;
  /** All filters together take no more. */
  readonly limitBytes: number;
}

interface Filter {
  readonly bits: Uint32Array;
  readonly mask: number;
  readonly capacity: number;
  readonly sinceMs: number;
  /** Of its newest key. */
  newestMs: number;
  keys: number;
}

/**
 * Tells fresh keys from used ones without a database look-up: "no" is certain, "perhaps" needs the look-up. A row of Bloom
 * filters, each for a stretch of time: one that fills up before its time is followed by one twice as large, one that stays
 * nearly empty by one half as large, so the size follows the rate. When the memory allowed is used up, the last filter
 * takes more keys than it is made for: that costs look-ups, and never gives a wrong answer.
 */
export class KeyFilter {
  readonly #options: KeyFilterOptions;
  /** Oldest first; keys are added to the last. */
  #filters: Filter[] = [];
  #nextSize = LEAST;

  constructor(options: KeyFilterOptions) {
    this.#options = options;
  }

  /** How many filters there are, and what they take. */
  get size(): { readonly filters: number; readonly bytes: number } {
    return {
      filters: this.#filters.length,
      bytes: this.#filters.reduce((sum, one) => sum + bytesOf(one), 0),
    };
  }

  /** @param atMs of the command that used the key. */
  add(id: string, atMs: number): void {
    const { bits, mask } = this.#current(atMs);
    hash(id);
    for (let i = 0, at = first; i < HASHES; i++, at = (at + step) | 0) {
      const bit = at & mask;
      bits[bit >>> 5]! |= 1 << (bit & 31);
    }
  }

  mayContain(id: string): boolean {
    hash(id);
    // Retries follow soon: the newest first.
    for (let i = this.#filters.length - 1; i >= 0; i--) if (has(this.#filters[i]!)) return true;
    return false;
  }

  /** Call it once no key from before `ms` is stored any more. */
  forgetBefore(ms: number): void {
    this.#filters = this.#filters.filter(({ newestMs }) => newestMs >= ms);
  }

  #current(atMs: number): Filter {
    let last = this.#filters.at(-1);
    if (last === undefined || last.keys >= last.capacity || atMs - last.sinceMs >= this.#options.spanMs)
      last = this.#next(last, atMs);
    last.keys++;
    if (atMs > last.newestMs) last.newestMs = atMs;
    return last;
  }

  #next(last: Filter | undefined, atMs: number): Filter {
    if (last !== undefined) {
      if (last.keys >= last.capacity) this.#nextSize = Math.min(this.#nextSize + 1, MOST);
      else if (last.keys < last.capacity / 4) this.#nextSize = Math.max(this.#nextSize - 1, LEAST);
    }
    const leftBits = Math.max((this.#options.limitBytes - this.size.bytes) * 8, 1);
    const size = Math.min(this.#nextSize, Math.floor(Math.log2(leftBits)));
    // No room, or none worth it: one that is over-full already would not be helped by a tiny one.
    if (last !== undefined && size < LEAST) return last;
    const bits = 2 ** Math.max(size, LEAST);
    const made: Filter = {
      bits: new Uint32Array(bits / 32),
      mask: bits - 1,
      capacity: bits / BITS_PER_KEY,
      sinceMs: atMs,
      newestMs: atMs,
      keys: 0,
    };
    this.#filters.push(made);
    return made;
  }
}

function bytesOf({ bits }: Filter): number {
  return bits.byteLength;
}

function has({ bits, mask }: Filter): boolean {
  for (let i = 0, at = first; i < HASHES; i++, at = (at + step) | 0) {
    const bit = at & mask;
    if ((bits[bit >>> 5]! & (1 << (bit & 31))) === 0) return false;
  }
  return true;
}

// The result of `hash`: two numbers, without an object for each key.
let first = 0;
let step = 0;

/** Two independent ones: a hundred million keys would often share a single one of 32 bits. FNV-1a over UTF-16 units. */
function hash(text: string): void {
  let a = 0x811c9dc5;
  let b = 0x9747b28c;
  for (let i = 0; i < text.length; i++) {
    const unit = text.charCodeAt(i);
    a = Math.imul(a ^ unit, 0x01000193);
    b = Math.imul(b ^ unit, 0x5bd1e995);
  }
  first = mixed(a);
  step = mixed(b) | 1;
}

/** The finaliser of MurmurHash3, so that the low bits are good. */
function mixed(value: number): number {
  let h = Math.imul(value ^ (value >>> 16), 0x85ebca6b);
  h = Math.imul(h ^ (h >>> 13), 0xc2b2ae35);
  return h ^ (h >>> 16);
}
