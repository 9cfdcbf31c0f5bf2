import type { ObjectStore } from '../object-store/object-store.ts';
import { openBucket, type Bucket, type Trouble } from './bucket-door.ts';

/** A bucket whose objects are gone when it closes. */
export class MemoryBucket {
  /** Asked about each request: an answer in place of the right one, given after the request was carried out or not at all. */
  trouble: ((method: string, key: string) => Trouble | null) | null = null;
  readonly url: string;
  readonly #bucket: Bucket;

  private constructor(bucket: Bucket) {
    this.#bucket = bucket;
    this.url = bucket.url;
  }

  static async open(): Promise<MemoryBucket> {
    const bucket: MemoryBucket = new MemoryBucket(
      await openBucket(new MemoryStore(), (method, key) => bucket.trouble?.(method, key) ?? null),
    );
    return bucket;
  }

  close(): Promise<void> {
    return this.#bucket.close();
  }
}

class MemoryStore implements ObjectStore {
  readonly #objects = new Map<string, Buffer>();

  async putIfAbsent(key: string, bytes: Buffer): Promise<boolean> {
    if (this.#objects.has(key)) return false;
    this.#objects.set(key, bytes);
    return true;
  }

  async get(key: string): Promise<Buffer | null> {
    return this.#objects.get(key) ?? null;
  }

  async *list(prefix: string): AsyncGenerator<string> {
    yield* [...this.#objects.keys()].filter(key => key.startsWith(prefix)).toSorted();
  }

  async delete(key: string): Promise<void> {
    this.#objects.delete(key);
  }
}
