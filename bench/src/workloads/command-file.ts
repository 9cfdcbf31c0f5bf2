import { readFileSync, writeFileSync } from 'node:fs';
import type { BookSide } from '@tallystick/core/book/side';

export const LIMIT = 0;
export const MARKET = 1;
/** Immediate or cancel, with a limit price. */
export const IOC = 2;
/** Fill or kill by budget: all lots, for at most (sells: at least) lots × price in total, or nothing. */
export const FOK_BUDGET = 3;
export const CANCEL = 4;
/** Takes lots off an order, which keeps its place. */
export const REDUCE = 5;
/** Gives an order a new price: it loses its place and may trade at once. */
export const MOVE = 6;

/** One command is four 32-bit integers: operation | side << 3 | owner << 4, order id, price in ticks, lots. */
export const COMMAND_INTS = 4;
/** One trade is four 32-bit integers: taker order id, maker order id, price in ticks, lots. */
export const TRADE_INTS = 4;

const MAGIC = 0x54535742;
const HEADER_INTS = 4;

/** What every engine replays: commands before `prefill` build the book, the rest are timed. */
export interface CommandFile {
  readonly prefill: number;
  readonly commandCount: number;
  readonly tradeCount: number;
  readonly records: Int32Array;
}

export class CommandWriter {
  prefill = 0;
  #records = new Int32Array(1 << 16);
  #count = 0;

  get count(): number {
    return this.#count;
  }

  /** Appends a command and returns where its record starts in `records`. */
  write(
    operation: number,
    side: BookSide,
    ownerId: number,
    orderId: number,
    priceTicks: number,
    lots: number,
  ): number {
    const at = this.#count++ * COMMAND_INTS;
    if (at === this.#records.length) {
      const larger = new Int32Array(at * 2);
      larger.set(this.#records);
      this.#records = larger;
    }
    this.#records[at] = operation | (side << 3) | (ownerId << 4);
    this.#records[at + 1] = orderId;
    this.#records[at + 2] = priceTicks;
    this.#records[at + 3] = lots;
    return at;
  }

  get records(): Int32Array {
    return this.#records;
  }

  /** Everything before this point is pre-fill. */
  endPrefill(): void {
    this.prefill = this.#count;
  }

  finish(tradeCount: number): CommandFile {
    return {
      prefill: this.prefill,
      commandCount: this.#count,
      tradeCount,
      records: this.#records.subarray(0, this.#count * COMMAND_INTS),
    };
  }
}

export function writeCommandFile(path: string, file: CommandFile): void {
  const words = new Int32Array(HEADER_INTS + file.records.length);
  words.set([MAGIC, file.prefill, file.commandCount, file.tradeCount]);
  words.set(file.records, HEADER_INTS);
  writeFileSync(path, words);
}

export function readCommandFile(path: string): CommandFile {
  const bytes = readFileSync(path);
  const words = new Int32Array(bytes.buffer, bytes.byteOffset, bytes.length >> 2);
  const [magic, prefill, commandCount, tradeCount] = words;
  if (magic !== MAGIC || prefill === undefined || commandCount === undefined || tradeCount === undefined) {
    throw new Error(`${path} is not a command file`);
  }
  if (words.length !== HEADER_INTS + commandCount * COMMAND_INTS) throw new Error(`${path} is cut short`);
  return { prefill, commandCount, tradeCount, records: words.slice(HEADER_INTS) };
}
