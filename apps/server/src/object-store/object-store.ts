/** Largest object that is written or read, so that none can fill the memory. */
export const MOST_OBJECT_BYTES = 64 * 1024 * 1024;

/**
 * Named bytes outside the database, in a folder or behind the S3 protocol, for processes on several machines. An object
 * never changes: it is written once, read, and deleted. Keys are paths of small letters, digits, `.`, `_` and `-`.
 */
export interface ObjectStore {
  /**
   * Writes the object unless there is one; false if there is one. On disk when it resolves, and of several writers
   * exactly one gets true.
   *
   * @throws ObjectStoreError; RangeError for a wrong key or more than MOST_OBJECT_BYTES
   */
  putIfAbsent(key: string, bytes: Buffer): Promise<boolean>;
  /** Null if there is none. @throws ObjectStoreError */
  get(key: string): Promise<Buffer | null>;
  /** Keys that begin with `prefix`, in the order of their bytes. @throws ObjectStoreError */
  list(prefix: string): AsyncIterable<string>;
  /** Nothing happens if there is none. @throws ObjectStoreError */
  delete(key: string): Promise<void>;
}

/** The store did not answer, or refused: what was asked for may be asked for again later. */
export class ObjectStoreError extends Error {
  override readonly name: string = 'ObjectStoreError';
}

/** It answered that it may not be asked this: by these settings it never will. */
export class ObjectStoreRefusal extends ObjectStoreError {
  override readonly name = 'ObjectStoreRefusal';
}

const MOST_KEY_LENGTH = 200;
const KEY = /^[a-z0-9_-][a-z0-9._-]*(\/[a-z0-9_-][a-z0-9._-]*)*$/;

/** Whether one of ours may have this key: anything else in the place is somebody else's. */
export function isKey(key: string): boolean {
  return key.length <= MOST_KEY_LENGTH && KEY.test(key);
}

/** @throws RangeError */
export function checkObject(key: string, bytes?: Buffer): void {
  if (!isKey(key)) throw new RangeError(`${JSON.stringify(key)} is no key of an object`);
  if (bytes !== undefined && bytes.length > MOST_OBJECT_BYTES) {
    throw new RangeError(`an object of ${bytes.length} bytes is too large`);
  }
}
