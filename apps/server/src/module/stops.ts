export type Stop = () => Promise<void> | void;

/** Stops what runs, in the reverse order of its start. */
export class Stops {
  readonly #stops: Stop[] = [];

  add(stop: Stop): void {
    this.#stops.push(stop);
  }

  /** Rejects with the first error; called again, it continues with the next. Once all have stopped, it does nothing. */
  async run(): Promise<void> {
    for (let stop = this.#stops.pop(); stop !== undefined; stop = this.#stops.pop()) await stop();
  }
}
