interface Waiter {
  readonly sequence: number;
  readonly reached: () => void;
}

/** Who waits for which place of the journal. Answers come nearly in order, so new ones are nearly always the last. */
export class Waiters {
  #waiting: Waiter[] = [];

  /** Returns a function that gives it up. */
  add(sequence: number, reached: () => void): () => void {
    const waiting = this.#waiting;
    const waiter = { sequence, reached };
    let at = waiting.length;
    while (at > 0 && waiting[at - 1]!.sequence > sequence) at--;
    if (at === waiting.length) waiting.push(waiter);
    else waiting.splice(at, 0, waiter);
    return () => {
      const place = this.#waiting.indexOf(waiter);
      if (place >= 0) this.#waiting.splice(place, 1);
    };
  }

  /** Calls those that waited for this place or an earlier one, in order of their places. */
  reach(sequence: number): void {
    const waiting = this.#waiting;
    if (waiting.length === 0 || waiting[0]!.sequence > sequence) return;
    const after = waiting.findIndex(waiter => waiter.sequence > sequence);
    this.#waiting = after < 0 ? [] : waiting.slice(after);
    const reached = after < 0 ? waiting : waiting.slice(0, after);
    for (const waiter of reached) waiter.reached();
  }
}
