/** When something changed: the command's sequence and time. */
export interface Moment {
  readonly sequence: number;
  readonly atMs: number;
}

/**
 * The last change of each thing within a batch. One statement cannot write a row twice, and only how things stand at
 * the end of the batch is anyone's business.
 */
export class Latest<K, V> {
  readonly #changed = new Map<K, readonly [value: V, at: Moment]>();

  set(key: K, value: V, at: Moment): void {
    this.#changed.set(key, [value, at]);
  }

  /** Hands over everything, and forgets it. */
  take(each: (value: V, at: Moment) => void): void {
    for (const [value, at] of this.#changed.values()) each(value, at);
    this.#changed.clear();
  }
}
