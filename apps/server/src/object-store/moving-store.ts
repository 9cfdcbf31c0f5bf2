import { ObjectStoreError, type ObjectStore } from './object-store.ts';

/**
 * Another store's objects below a prefix, while they move into this one: they are read wherever they are. What is written
 * is written here.
 */
export class MovingStore implements ObjectStore {
  readonly #from: ObjectStore;
  readonly #to: ObjectStore;
  readonly #prefix: string;

  constructor(from: ObjectStore, to: ObjectStore, prefix: string) {
    this.#from = from;
    this.#to = to;
    this.#prefix = prefix;
  }

  /** Moves all of them, those of the same key only if they are the same. Resolves with their number. */
  async move(signal: AbortSignal): Promise<number> {
    let moved = 0;
    for await (const key of this.#from.list(this.#prefix)) {
      if (signal.aborted) break;
      const bytes = await this.#from.get(key);
      if (bytes === null) continue;
      if (!(await this.#to.putIfAbsent(key, bytes)) && (await this.#to.get(key))?.equals(bytes) !== true) {
        throw new ObjectStoreError(`${key} cannot be moved: another object lies there`);
      }
      await this.#from.delete(key);
      moved++;
    }
    return moved;
  }

  putIfAbsent(key: string, bytes: Buffer): Promise<boolean> {
    return this.#to.putIfAbsent(key, bytes);
  }

  /** From where it comes first: what leaves that place is already in the other one. */
  async get(key: string): Promise<Buffer | null> {
    const before = key.startsWith(this.#prefix) ? await this.#from.get(key) : null;
    return before ?? this.#to.get(key);
  }

  list(prefix: string): AsyncIterable<string> {
    return this.#to.list(prefix);
  }

  delete(key: string): Promise<void> {
    return this.#to.delete(key);
  }
}
