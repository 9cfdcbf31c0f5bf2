export type Stop = () => Promise<void> | void;

/** What runs, to be stopped in the reverse of the order in which it was started. */
export class Stops {
  readonly #stops: Stop[] = [];

  add(stop: Stop): void {
    this.#stops.push(stop);
  }

  /** Rejects as the first that fails does; called again, it goes on with the next. Once all have ended, it does nothing. */
  async run(): Promise<void> {
    for (let stop = this.#stops.pop(); stop !== undefined; stop = this.#stops.pop()) await stop();
  }
}
