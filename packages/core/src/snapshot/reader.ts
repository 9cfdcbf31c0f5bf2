const decoder = new TextDecoder('utf-8', { fatal: true });

/** The bytes are damaged, of another logic version, or describe an impossible state. */
export class SnapshotUnreadable extends Error {
  override readonly name = 'SnapshotUnreadable';
}

/** Reads what `SnapshotWriter` wrote; anything else throws SnapshotUnreadable. */
export class SnapshotReader {
  readonly #bytes: Uint8Array;
  readonly #view: DataView;
  #at = 0;

  constructor(bytes: Uint8Array) {
    this.#bytes = bytes;
    this.#view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  }

  int(): number {
    let value = 0;
    let scale = 1;
    for (;;) {
      const byte = this.#bytes[this.#advance(1)]!;
      value += (byte & 127) * scale;
      if (value > Number.MAX_SAFE_INTEGER) throw new SnapshotUnreadable('number too large');
      if (byte < 128) return value;
      scale *= 128;
    }
  }

  optionalInt(): number | null {
    const value = this.int();
    return value === 0 ? null : value - 1;
  }

  bool(): boolean {
    const value = this.int();
    if (value > 1) throw new SnapshotUnreadable('not a truth value');
    return value === 1;
  }

  int64(): bigint {
    return this.#view.getBigInt64(this.#advance(8), true);
  }

  text(): string {
    const length = this.int();
    const start = this.#advance(length);
    try {
      return decoder.decode(this.#bytes.subarray(start, start + length));
    } catch (cause) {
      throw new SnapshotUnreadable('text is not UTF-8', { cause });
    }
  }

  optionalText(): string | null {
    return this.bool() ? this.text() : null;
  }

  word<T extends string>(words: readonly T[]): T {
    const word = words[this.int()];
    if (word === undefined) throw new SnapshotUnreadable('unknown word');
    return word;
  }

  get isAtEnd(): boolean {
    return this.#at === this.#bytes.length;
  }

  /** Throws unless everything was read. */
  end(): void {
    if (!this.isAtEnd) throw new SnapshotUnreadable('bytes left over');
  }

  #advance(bytes: number): number {
    const start = this.#at;
    if (start + bytes > this.#bytes.length) throw new SnapshotUnreadable('ends too early');
    this.#at = start + bytes;
    return start;
  }
}
