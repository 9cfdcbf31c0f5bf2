/** When work that failed may be tried again: after ever longer waits, as long as it fails. */
export class Backoff {
  readonly #firstMs: number;
  readonly #longestMs: number;
  #failures = 0;
  #untilMs = 0;

  constructor({ firstMs, longestMs }: { readonly firstMs: number; readonly longestMs: number }) {
    this.#firstMs = firstMs;
    this.#longestMs = longestMs;
  }

  /** In a row. */
  get failures(): number {
    return this.#failures;
  }

  isDue(nowMs: number): boolean {
    return nowMs >= this.#untilMs;
  }

  succeeded(): void {
    this.#failures = 0;
    this.#untilMs = 0;
  }

  failed(nowMs: number): void {
    this.#untilMs = nowMs + Math.min(this.#firstMs * 2 ** this.#failures, this.#longestMs);
    this.#failures++;
  }
}
