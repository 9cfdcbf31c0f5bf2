/** One message of a topic. Sequences have no gaps: a listener that misses one takes the snapshot again. */
export interface TopicMessage<D> {
  readonly sequence: number;
  readonly data: D;
}

export type TopicListener<D> = (message: TopicMessage<D>) => void;
export type Unsubscribe = () => void;

/** A numbered stream of deltas. */
export class Topic<D> {
  #sequence = 0;
  readonly #listeners = new Set<TopicListener<D>>();
  readonly #onError: (error: unknown) => void;

  /** `onError` receives errors of listeners: a broken socket must not hold up the exchange. */
  constructor(onError: (error: unknown) => void) {
    this.#onError = onError;
  }

  /** Sequence of the newest delta; 0 before the first. */
  get sequence(): number {
    return this.#sequence;
  }

  get watched(): boolean {
    return this.#listeners.size > 0;
  }

  publish(data: D): void {
    const message = { sequence: ++this.#sequence, data };
    for (const listener of this.#listeners) {
      try {
        listener(message);
      } catch (error) {
        this.#onError(error);
      }
    }
  }

  subscribe(listener: TopicListener<D>): Unsubscribe {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }
}
