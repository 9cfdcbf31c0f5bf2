const HASHES = 7;

/**
 * Tells fresh keys from used ones without a database look-up: "no" is certain, "perhaps" needs the look-up. Two Bloom
 * filters cover the retention time: the older is dropped once the newer has covered it. Above its capacity it says
 * "perhaps" more often, which costs look-ups but never gives a wrong answer.
 */
export class KeyFilter {
  #current: Uint32Array;
  #older: Uint32Array;
  readonly #mask: number;

  /** `bits` must be a power of two; ten bits per key keep wrong "perhaps" answers near one in a hundred. */
  constructor(bits: number) {
    if (bits < 32 || (bits & (bits - 1)) !== 0) throw new RangeError(`not a power of two: ${bits}`);
    this.#mask = bits - 1;
    this.#current = new Uint32Array(bits / 32);
    this.#older = new Uint32Array(bits / 32);
  }

  add(id: string): void {
    const first = hash(id);
    const step = mixed(first ^ 0x9747b28c) | 1;
    for (let i = 0, at = first; i < HASHES; i++, at = (at + step) | 0) {
      const bit = at & this.#mask;
      this.#current[bit >>> 5]! |= 1 << (bit & 31);
    }
  }

  mayContain(id: string): boolean {
    const first = hash(id);
    const step = mixed(first ^ 0x9747b28c) | 1;
    return this.#has(this.#current, first, step) || this.#has(this.#older, first, step);
  }

  /** Forgets the keys added before the previous rotation. */
  rotate(): void {
    const dropped = this.#older;
    this.#older = this.#current;
    this.#current = dropped.fill(0);
  }

  #has(filter: Uint32Array, first: number, step: number): boolean {
    for (let i = 0, at = first; i < HASHES; i++, at = (at + step) | 0) {
      const bit = at & this.#mask;
      if ((filter[bit >>> 5]! & (1 << (bit & 31))) === 0) return false;
    }
    return true;
  }
}

/** FNV-1a over UTF-16 units. */
function hash(text: string): number {
  let h = 0x811c9dc5;
  for (let i = 0; i < text.length; i++) h = Math.imul(h ^ text.charCodeAt(i), 0x01000193);
  return mixed(h);
}

/** The finaliser of MurmurHash3, so that the low bits are good. */
function mixed(value: number): number {
  let h = Math.imul(value ^ (value >>> 16), 0x85ebca6b);
  h = Math.imul(h ^ (h >>> 13), 0xc2b2ae35);
  return h ^ (h >>> 16);
}
