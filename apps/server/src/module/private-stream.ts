/** How changes of a private stream become messages. All changes are absolute: the newest of a key counts. */
export interface StreamKind<Change, Delta, State> {
  /** Adds a change to those waiting to be sent. */
  merge(waiting: Change | null, change: Change): Change;
  delta(change: Change): Delta;
  /** The state with the changes that came while it was read. */
  overlay(state: State, changes: readonly Change[]): State;
}

export interface Numbered<Data> {
  readonly sequence: number;
  readonly data: Data;
}

/**
 * One customer's stream: numbers deltas, sends them at most ten times a second, and delivers each snapshot between two
 * of them, although reading the state from the database takes a while.
 */
export class PrivateStream<Change, Delta, State> {
  readonly #kind: StreamKind<Change, Delta, State>;
  readonly #emit: (message: Numbered<Delta>) => void;
  readonly #everyMs: number;
  #sequence = 0;
  #waiting: Change | null = null;
  #timer: NodeJS.Timeout | null = null;
  #reading = 0;
  #sinceReading: Change[] = [];

  constructor(
    kind: StreamKind<Change, Delta, State>,
    emit: (message: Numbered<Delta>) => void,
    everyMs: number,
  ) {
    this.#kind = kind;
    this.#emit = emit;
    this.#everyMs = everyMs;
  }

  add(change: Change): void {
    if (this.#reading > 0) this.#sinceReading.push(change);
    this.#waiting = this.#kind.merge(this.#waiting, change);
    this.#timer ??= setTimeout(() => this.flush(), this.#everyMs);
  }

  flush(): void {
    if (this.#timer !== null) clearTimeout(this.#timer);
    this.#timer = null;
    if (this.#waiting === null) return;
    const data = this.#kind.delta(this.#waiting);
    this.#waiting = null;
    this.#emit({ sequence: ++this.#sequence, data });
  }

  /**
   * The result of `read` with every change since it began; deltas with higher numbers apply on top. `deliver` is called
   * synchronously, so that no delta comes between.
   */
  async snapshot(read: () => Promise<State>, deliver: (snapshot: Numbered<State>) => void): Promise<void> {
    this.#reading++;
    const from = this.#sinceReading.length;
    try {
      const state = await read();
      const data = this.#kind.overlay(state, this.#sinceReading.slice(from));
      this.flush();
      deliver({ sequence: this.#sequence, data });
    } finally {
      if (--this.#reading === 0) this.#sinceReading = [];
    }
  }

  stop(): void {
    if (this.#timer !== null) clearTimeout(this.#timer);
    this.#timer = null;
  }
}
