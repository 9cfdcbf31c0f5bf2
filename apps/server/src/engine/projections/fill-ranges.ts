export const SPOT = 0;
export const PERPETUAL = 1;

/**
 * Trade ids of one line (spot, perpetual) rise by one, so the first id and each command's number of fills are enough.
 * The row stays so short that PostgreSQL neither compresses it nor moves it out of its page.
 */
export class FillRanges {
  /** Where the range began. */
  sequence = 0;
  ordinal = 0;
  atMs = 0;
  count = 0;
  readonly #first = [0, 0];
  #body = '';
  /** Sequence of the previous range's command; at first the row's. */
  #before = 0;
  #command = 0;
  #line = SPOT;
  #filled = 0;

  begin(sequence: number, ordinal: number, atMs: number): void {
    this.sequence = sequence;
    this.ordinal = ordinal;
    this.atMs = atMs;
    this.#before = sequence;
  }

  add(command: number, line: number, tradeId: number): void {
    this.count++;
    if (this.#first[line] === 0) this.#first[line] = tradeId;
    if (this.#filled > 0) {
      if (command === this.#command && line === this.#line) {
        this.#filled++;
        return;
      }
      this.#endRange();
    }
    this.#command = command;
    this.#line = line;
    this.#filled = 1;
  }

  take(): string {
    this.#endRange();
    const body = `[${this.#first[SPOT]},${this.#first[PERPETUAL]}${this.#body}]`;
    this.#body = '';
    this.#first.fill(0);
    this.count = 0;
    return body;
  }

  #endRange(): void {
    this.#body += `,${this.#command - this.#before},${this.#line},${this.#filled}`;
    this.#before = this.#command;
    this.#filled = 0;
  }
}
