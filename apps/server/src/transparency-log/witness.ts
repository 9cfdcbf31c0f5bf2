import { ObjectStoreError, type ObjectStore } from '../object-store/object-store.ts';
import type { LogName } from './source.ts';

const NUMBER_DIGITS = 12;
const READ_TRIES = 3;

interface Numbered {
  readonly number: number;
  readonly bytes: Buffer;
}

/** What was signed last, stored outside the database. */
export interface Witnessed {
  readonly origin: string;
  readonly size: number;
  /** Hex. */
  readonly root: string;
}

/** An object exists, but is not what was written. */
export class WitnessError extends Error {
  override readonly name = 'WitnessError';
}

/** Another process signs the log, and has written since this one read. */
export class WitnessMoved extends Error {
  override readonly name = 'WitnessMoved';
}

/**
 * The newest signed tree of a log, in the object store: outside the database, since a database restored to an earlier
 * state does not know what was signed since, and would sign a different tree of the same size.
 *
 * Objects `witness/LOG/NUMBER`, counted from 1; the highest counts, and those below it are deleted. Whoever signs writes
 * the number after the one it has read, which the store lets only one do, and no lower number once a higher one exists:
 * so two signers cannot both go on from the same tree.
 */
export class Witness {
  readonly #objects: ObjectStore;
  readonly #folder: string;
  /** Of what was read or written last. */
  #number = 0;
  #newest: Witnessed | null = null;

  constructor(objects: ObjectStore, log: LogName) {
    this.#objects = objects;
    this.#folder = `witness/${log}/`;
  }

  /** Null if nothing was stored. @throws WitnessError, ObjectStoreError */
  async read(): Promise<Witnessed | null> {
    const found = await this.#last();
    this.#newest = found === null ? null : this.#parse(found);
    this.#number = found?.number ?? 0;
    return this.#newest;
  }

  /**
   * After what this one has read, or written, last. On disk when it resolves.
   *
   * @throws WitnessMoved if another process has written since, or the log has already been signed further than that;
   * ObjectStoreError, after which it may have been written: `read` tells
   */
  async write(next: Witnessed): Promise<void> {
    const before = this.#newest;
    if (before?.origin === next.origin && before.size > next.size) {
      throw new WitnessMoved(`${this.#folder} has size ${before.size} already, not ${next.size}`);
    }
    const number = this.#number + 1;
    const { origin, size, root } = next;
    const text = Buffer.from(`${origin}\n${size}\n${root}\n`);
    if (!(await this.#objects.putIfAbsent(this.#keyOf(number), text))) throw this.#moved(number);
    const numbers = await this.#numbers();
    if (numbers.some(one => one > number)) {
      // Written into a gap that the others have left below theirs.
      await this.#objects.delete(this.#keyOf(number));
      throw this.#moved(number);
    }
    this.#number = number;
    this.#newest = next;
    for (const one of numbers) if (one < number) await this.#objects.delete(this.#keyOf(one));
  }

  /**
   * Takes over what was remembered at another place: it counts, unless what is remembered here is of another log or has
   * got as far. What cannot be read counts, too, so that signing stops. @throws WitnessMoved, ObjectStoreError
   */
  async takeOver(bytes: Buffer): Promise<void> {
    const last = await this.#last();
    const [earlier, here] = [parse(bytes), last === null ? null : parse(last.bytes)];
    const isBehind = last !== null && (here === null || (earlier !== null && !isFurther(earlier, here)));
    if (isBehind) return;
    const number = (last?.number ?? 0) + 1;
    if (!(await this.#objects.putIfAbsent(this.#keyOf(number), bytes))) throw this.#moved(number);
  }

  /** What `takeOver` of another place takes; null if nothing was stored. @throws ObjectStoreError */
  async bytes(): Promise<Buffer | null> {
    return (await this.#last())?.bytes ?? null;
  }

  /** Once another place has taken it over. The highest goes last. @throws ObjectStoreError */
  async forget(): Promise<void> {
    for (const number of await this.#numbers()) await this.#objects.delete(this.#keyOf(number));
  }

  async #last(): Promise<Numbered | null> {
    for (let tries = 0; tries < READ_TRIES; tries++) {
      const number = (await this.#numbers()).at(-1);
      if (number === undefined) return null;
      const bytes = await this.#objects.get(this.#keyOf(number));
      if (bytes !== null) return { number, bytes };
      // Deleted since it was listed: a higher one is there.
    }
    throw new ObjectStoreError(`${this.#folder} lists objects which it does not have`);
  }

  async #numbers(): Promise<number[]> {
    const keys = await Array.fromAsync(this.#objects.list(this.#folder));
    return keys.map(key => Number(key.slice(this.#folder.length))).filter(Number.isSafeInteger);
  }

  #keyOf(number: number): string {
    return `${this.#folder}${String(number).padStart(NUMBER_DIGITS, '0')}`;
  }

  #parse({ number, bytes }: Numbered): Witnessed {
    const found = parse(bytes);
    if (found === null) throw new WitnessError(`${this.#keyOf(number)} is not what was written`);
    return found;
  }

  #moved(number: number): WitnessMoved {
    return new WitnessMoved(`another process has written ${this.#keyOf(number)} or a later one`);
  }
}

function parse(bytes: Buffer): Witnessed | null {
  const [, origin = '', size, root] = /^(\S+)\n(\d+)\n([0-9a-f]{64})\n$/.exec(bytes.toString('utf8')) ?? [];
  return size === undefined || root === undefined ? null : { origin, size: Number(size), root };
}

function isFurther(one: Witnessed, other: Witnessed): boolean {
  return one.origin === other.origin && one.size > other.size;
}
