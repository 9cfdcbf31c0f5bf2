/**
 * Array parameters in PostgreSQL's binary format, filled row by row while a batch is open. As text each value would be
 * formatted here and parsed by the database, which is most of a projection's cost for an order.
 */
export interface Column {
  /** PostgreSQL element type, for the cast in the statement. */
  readonly type: string;
  readonly length: number;
  pushNull(): void;
  /** The array as a bind parameter; valid until `clear`. */
  take(): Buffer;
  clear(): void;
}

const HEADER_BYTES = 20;

abstract class BinaryColumn implements Column {
  abstract readonly type: string;
  readonly #elementOid: number;
  #length = 0;
  #hasNull = false;
  protected buffer: Buffer = Buffer.allocUnsafeSlow(1024);
  /** A view of the same bytes: its setters compile to single stores. */
  protected view: DataView = viewOf(this.buffer);
  protected end = HEADER_BYTES;

  constructor(elementOid: number) {
    this.#elementOid = elementOid;
  }

  get length(): number {
    return this.#length;
  }

  take(): Buffer {
    const { buffer } = this;
    buffer.writeInt32BE(this.#length === 0 ? 0 : 1, 0);
    buffer.writeInt32BE(this.#hasNull ? 1 : 0, 4);
    buffer.writeInt32BE(this.#elementOid, 8);
    if (this.#length === 0) return buffer.subarray(0, 12);
    buffer.writeInt32BE(this.#length, 12);
    buffer.writeInt32BE(1, 16);
    return buffer.subarray(0, this.end);
  }

  clear(): void {
    this.#length = 0;
    this.#hasNull = false;
    this.end = HEADER_BYTES;
  }

  pushNull(): void {
    this.beginElement(4);
    this.#hasNull = true;
    this.view.setInt32(this.end, -1);
    this.end += 4;
  }

  /** Counts an element and makes room for its `bytes`, length word included. */
  protected beginElement(bytes: number): void {
    this.#length++;
    const needed = this.end + bytes;
    if (needed <= this.buffer.length) return;
    const grown = Buffer.allocUnsafeSlow(Math.max(needed, this.buffer.length * 2));
    this.buffer.copy(grown, 0, 0, this.end);
    this.buffer = grown;
    this.view = viewOf(grown);
  }
}

/** Safe integers and bigints as int8. Throws a RangeError beyond 64 bits instead of wrapping around. */
export class BigintColumn extends BinaryColumn {
  readonly type = 'bigint';

  constructor() {
    super(20);
  }

  pushNumber(value: number): void {
    if (!Number.isSafeInteger(value)) throw new RangeError(`not a safe integer: ${value}`);
    this.beginElement(12);
    const { view, end } = this;
    view.setInt32(end, 8);
    view.setInt32(end + 4, Math.floor(value / 0x100000000));
    view.setUint32(end + 8, value >>> 0);
    this.end = end + 12;
  }

  pushBigint(value: bigint): void {
    if (BigInt.asIntN(64, value) !== value) throw new RangeError(`beyond 64 bits: ${value}`);
    this.beginElement(12);
    this.view.setInt32(this.end, 8);
    this.view.setBigInt64(this.end + 4, value);
    this.end += 12;
  }
}

/** 32-bit integers. Throws a RangeError out of range. */
export class IntegerColumn extends BinaryColumn {
  readonly type = 'integer';

  constructor() {
    super(23);
  }

  push(value: number): void {
    if ((value | 0) !== value) throw new RangeError(`not a 32-bit integer: ${value}`);
    this.beginElement(8);
    this.view.setInt32(this.end, 4);
    this.view.setInt32(this.end + 4, value);
    this.end += 8;
  }
}

export class BooleanColumn extends BinaryColumn {
  readonly type = 'boolean';

  constructor() {
    super(16);
  }

  push(value: boolean): void {
    this.beginElement(5);
    this.view.setInt32(this.end, 1);
    this.buffer[this.end + 4] = value ? 1 : 0;
    this.end += 5;
  }
}

export class TextColumn extends BinaryColumn {
  readonly type = 'text';

  constructor() {
    super(25);
  }

  push(value: string): void {
    // A UTF-16 unit becomes at most three bytes of UTF-8.
    this.beginElement(4 + value.length * 3);
    const bytes = this.buffer.write(value, this.end + 4, 'utf8');
    this.view.setInt32(this.end, bytes);
    this.end += 4 + bytes;
  }
}

/** JSON as text. */
export class JsonbColumn extends BinaryColumn {
  readonly type = 'jsonb';

  constructor() {
    super(3802);
  }

  push(json: string): void {
    this.beginElement(5 + json.length * 3);
    // The format's version comes first.
    this.buffer[this.end + 4] = 1;
    const bytes = 1 + this.buffer.write(json, this.end + 5, 'utf8');
    this.view.setInt32(this.end, bytes);
    this.end += 4 + bytes;
  }
}

/** A few words, each encoded once. */
export class WordColumn<W extends string> extends BinaryColumn {
  readonly type = 'text';
  readonly #encoded: Record<W, Buffer>;

  constructor(words: readonly W[]) {
    super(25);
    const encoded = {} as Record<W, Buffer>;
    for (const word of words) {
      const bytes = Buffer.from(word, 'utf8');
      const element = Buffer.allocUnsafe(4 + bytes.length);
      element.writeUInt32BE(bytes.length, 0);
      bytes.copy(element, 4);
      encoded[word] = element;
    }
    this.#encoded = encoded;
  }

  push(word: W): void {
    const element = this.#encoded[word];
    if (element === undefined) throw new RangeError(`unknown word: ${word}`);
    this.beginElement(element.length);
    this.buffer.set(element, this.end);
    this.end += element.length;
  }
}

/** Bytes given as lower-case hex. */
export class HexColumn extends BinaryColumn {
  readonly type = 'bytea';

  constructor() {
    super(17);
  }

  push(hex: string): void {
    const length = hex.length >>> 1;
    this.beginElement(4 + length);
    this.view.setInt32(this.end, length);
    if (this.buffer.write(hex, this.end + 4, 'hex') !== length) throw new RangeError(`not hex: ${hex}`);
    this.end += 4 + length;
  }
}

function viewOf(buffer: Buffer): DataView {
  return new DataView(buffer.buffer, buffer.byteOffset, buffer.length);
}
