const encoder = new TextEncoder();

/**
 * Canonical bytes: every value has exactly one encoding. Integers are base-128 groups, least significant first, with
 * the high bit meaning "more follows"; 64-bit amounts are 8 bytes little-endian; text is its byte length and UTF-8.
 */
export class SnapshotWriter {
  #bytes = new Uint8Array(1 << 16);
  #view = new DataView(this.#bytes.buffer);
  #length = 0;

  /** A safe integer ≥ 0. */
  int(value: number): void {
    if (!Number.isSafeInteger(value) || value < 0) throw new RangeError(`not a whole number: ${value}`);
    this.#reserve(8);
    let left = value;
    while (left >= 128) {
      const rest = Math.floor(left / 128);
      this.#bytes[this.#length++] = left - rest * 128 + 128;
      left = rest;
    }
    this.#bytes[this.#length++] = left;
  }

  /** A whole number ≥ 0 or null, which is written as 0. */
  optionalInt(value: number | null): void {
    this.int(value === null ? 0 : value + 1);
  }

  bool(value: boolean): void {
    this.int(value ? 1 : 0);
  }

  /** From −2⁶³ to 2⁶³ − 1; throws otherwise, because it would be read back as another amount. */
  int64(value: bigint): void {
    if (value !== BigInt.asIntN(64, value)) throw new RangeError(`not within 64 bits: ${value}`);
    this.#reserve(8);
    this.#view.setBigInt64(this.#length, value, true);
    this.#length += 8;
  }

  text(value: string): void {
    const bytes = encoder.encode(value);
    this.int(bytes.length);
    this.#reserve(bytes.length);
    this.#bytes.set(bytes, this.#length);
    this.#length += bytes.length;
  }

  optionalText(value: string | null): void {
    this.bool(value !== null);
    if (value !== null) this.text(value);
  }

  /** A word of a fixed list, written as its position: such lists may only grow at the end. */
  word<T extends string>(words: readonly T[], value: T): void {
    this.int(words.indexOf(value));
  }

  finish(): Uint8Array {
    return this.#bytes.slice(0, this.#length);
  }

  #reserve(bytes: number): void {
    if (this.#length + bytes <= this.#bytes.length) return;
    const grown = new Uint8Array(Math.max(this.#bytes.length * 2, this.#length + bytes));
    grown.set(this.#bytes);
    this.#bytes = grown;
    this.#view = new DataView(grown.buffer);
  }
}
