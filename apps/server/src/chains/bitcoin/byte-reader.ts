/** Reads Bitcoin's little-endian bytes in order. Every method throws RangeError where they end too early. */
export class ByteReader {
  readonly #bytes: Buffer;
  #position = 0;

  constructor(bytes: Buffer) {
    this.#bytes = bytes;
  }

  get position(): number {
    return this.#position;
  }

  /** A view, not a copy. */
  bytes(length: number): Buffer {
    return this.#bytes.subarray(this.#take(length), this.#position);
  }

  between(from: number, to: number): Buffer {
    return this.#bytes.subarray(from, to);
  }

  byte(): number {
    return this.#bytes.readUInt8(this.#take(1));
  }

  /** The next byte, which is read again. */
  peek(): number {
    return this.#bytes.readUInt8(this.#position);
  }

  uint32(): number {
    return this.#bytes.readUInt32LE(this.#take(4));
  }

  uint64(): bigint {
    return this.#bytes.readBigUInt64LE(this.#take(8));
  }

  /** A number in one, three, five or nine bytes. */
  size(): number {
    const first = this.byte();
    if (first < 0xfd) return first;
    if (first === 0xfd) return this.#bytes.readUInt16LE(this.#take(2));
    if (first === 0xfe) return this.uint32();
    const size = this.uint64();
    if (size > BigInt(this.#bytes.length)) throw new RangeError('a size is beyond the end');
    return Number(size);
  }

  /** The size of a list. @param shortest bytes that each of it has at least: bounds what a false size costs. */
  count(shortest: number): number {
    const count = this.size();
    if (count * shortest > this.#bytes.length - this.#position) {
      throw new RangeError('a list is beyond the end');
    }
    return count;
  }

  list<Item>(shortest: number, read: (reader: ByteReader) => Item): Item[] {
    const count = this.count(shortest);
    const items: Item[] = [];
    for (let at = 0; at < count; at++) items.push(read(this));
    return items;
  }

  /** @throws RangeError when there is more. */
  end(): void {
    if (this.#position !== this.#bytes.length) throw new RangeError('something follows the end');
  }

  #take(length: number): number {
    const from = this.#position;
    if (length > this.#bytes.length - from) throw new RangeError('it ends too early');
    this.#position = from + length;
    return from;
  }
}
