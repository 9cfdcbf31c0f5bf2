interface Kept<Value> {
  readonly untilMs: number;
  readonly value: Promise<Value>;
}

/** What was read lately: many may ask for the same, and it is long to read. A failure is not kept. */
export class Remembered<Value> {
  readonly #keepMs: number;
  readonly #now: () => number;
  readonly #kept = new Map<string, Kept<Value>>();

  constructor(keepMs: number, now: () => number) {
    this.#keepMs = keepMs;
    this.#now = now;
  }

  /** @param key of one of few: none is ever forgotten */
  get(key: string, read: () => Promise<Value>): Promise<Value> {
    const kept = this.#kept.get(key);
    if (kept !== undefined && this.#now() < kept.untilMs) return kept.value;
    const value = read();
    const next = { untilMs: this.#now() + this.#keepMs, value };
    this.#kept.set(key, next);
    value.catch(() => {
      if (this.#kept.get(key) === next) this.#kept.delete(key);
    });
    return value;
  }
}
