import { InvariantBroken } from '../invariant.ts';

/** Index of the low half of a 64-bit number in memory; depends on the processor. */
const LOW = new Uint8Array(new Uint32Array([1]).buffer)[0] === 1 ? 0 : 1;
const HIGH = 1 - LOW;
const WORD = 4_294_967_296;
const MAX_HIGH = 2_147_483_647;
const MIN_INT64 = -(2n ** 63n);
const MAX_INT64 = 2n ** 63n - 1n;

/**
 * A growing array of exact 64-bit integers ("cells"). Adding a safe integer works on the two 32-bit halves with
 * ordinary numbers, which is several times faster than bigint and allocates nothing.
 */
export class Balances {
  #halves: Int32Array;
  #cells: BigInt64Array;
  #length = 0;

  constructor(capacity: number) {
    const buffer = new ArrayBuffer(capacity * 8);
    this.#halves = new Int32Array(buffer);
    this.#cells = new BigInt64Array(buffer);
  }

  /** Appends `count` zeroed cells and returns the first one's index. */
  extend(count: number): number {
    const first = this.#length;
    this.#length += count;
    if (this.#length > this.#cells.length) {
      const buffer = new ArrayBuffer(Math.max(this.#cells.length * 2, this.#length) * 8);
      const halves = new Int32Array(buffer);
      halves.set(this.#halves);
      this.#halves = halves;
      this.#cells = new BigInt64Array(buffer);
    }
    return first;
  }

  get(cell: number): bigint {
    return this.#cells[cell]!;
  }

  /** Adds a safe integer. Returns whether the cell is now negative. Throws InvariantBroken beyond 64 bits. */
  add(cell: number, delta: number): boolean {
    const halves = this.#halves;
    const at = cell * 2;
    const deltaHigh = Math.floor(delta / WORD);
    let low = (halves[at + LOW]! >>> 0) + (delta - deltaHigh * WORD);
    let high = halves[at + HIGH]! + deltaHigh;
    if (low >= WORD) {
      low -= WORD;
      high++;
    }
    if (high > MAX_HIGH || high < -MAX_HIGH - 1) throw new InvariantBroken('a balance left 64 bits');
    halves[at + LOW] = low;
    halves[at + HIGH] = high;
    return high < 0;
  }

  /** As `add`, for any amount. */
  addBig(cell: number, delta: bigint): boolean {
    const sum = this.#cells[cell]! + delta;
    if (sum > MAX_INT64 || sum < MIN_INT64) throw new InvariantBroken('a balance left 64 bits');
    this.#cells[cell] = sum;
    return sum < 0n;
  }

  isZero(cell: number): boolean {
    return this.#halves[cell * 2] === 0 && this.#halves[cell * 2 + 1] === 0;
  }

  /** Whether the cell holds at least `amount`, a safe integer. */
  covers(cell: number, amount: number): boolean {
    // Beyond 2^53 the sum may be rounded, but never to below a safe integer.
    return this.#halves[cell * 2 + HIGH]! * WORD + (this.#halves[cell * 2 + LOW]! >>> 0) >= amount;
  }
}
