import { setTimeout as pause } from 'node:timers/promises';

/** A value of more bytes counts as several. */
const BYTES_OF_ONE = 4_096;

/** Somebody has asked it to end: what is done is done, and the next run goes on from there. */
export class Interrupted extends Error {
  override readonly name = 'Interrupted';
}

/** Leaves the database to others: so many values a second, and no more. */
export class Pace {
  readonly #perSecond: number;
  readonly #signal: AbortSignal;
  #dueMs = performance.now();

  constructor(perSecond: number, signal: AbortSignal) {
    this.#perSecond = perSecond;
    this.#signal = signal;
  }

  /** After a value of so many bytes. @throws Interrupted */
  async wait(bytes: number): Promise<void> {
    const costMs = (Math.max(1, bytes / BYTES_OF_ONE) * 1_000) / this.#perSecond;
    // What was not used before is not made up for.
    this.#dueMs = Math.max(this.#dueMs, performance.now() - 1_000) + costMs;
    await this.rest(this.#dueMs - performance.now());
  }

  /** @throws Interrupted */
  async rest(ms: number): Promise<void> {
    if (ms > 1) await pause(ms, undefined, { signal: this.#signal }).catch(() => undefined);
    if (this.#signal.aborted) throw new Interrupted('interrupted: run it again, and it goes on from here');
  }
}
