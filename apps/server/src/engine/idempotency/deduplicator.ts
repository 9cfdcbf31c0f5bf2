import { SubmitError, type Committed, type Idempotency } from '../command-bus.ts';
import { replay, resultId, type ResultStore, type StoredResult } from './result-store.ts';

/** Results kept in memory, so that the usual retry, seconds later, needs no look-up. */
const REMEMBERED = 50_000;

/** A key in use: its first command is on its way, or its result is known. */
export interface KnownKey {
  readonly id: string;
  readonly inputHash: string;
  first: Promise<Committed> | null;
  stored: StoredResult | null;
}

/** Lets each key through once; everyone else gets the first result. */
export class Deduplicator {
  readonly #store: ResultStore;
  readonly #known = new Map<string, KnownKey>();
  /** Ids of stored results, the oldest overwritten first. */
  readonly #remembered: (string | undefined)[] = Array.from({ length: REMEMBERED });
  #next = 0;

  constructor(store: ResultStore) {
    this.#store = store;
  }

  /**
   * Runs `submit` unless the key is known. Whoever runs it says how it ended: `remember` or `forget`. Rejects with
   * `idempotency_key_reused` if the key was used with other input.
   */
  once(idempotency: Idempotency, submit: (known: KnownKey) => Promise<Committed>): Promise<Committed> {
    const id = resultId(idempotency);
    const before = this.#known.get(id);
    if (before !== undefined) return this.#again(before, idempotency);
    const known: KnownKey = { id, inputHash: idempotency.inputHash, first: null, stored: null };
    this.#known.set(id, known);
    known.first = this.#store.mayContain(id) ? this.#lookUp(known, idempotency, submit) : submit(known);
    return known.first;
  }

  /** The result is on disk. */
  remember(known: KnownKey, stored: StoredResult): void {
    this.#store.add(known.id);
    known.stored = stored;
    known.first = null;
    const oldest = this.#remembered[this.#next];
    if (oldest !== undefined) this.#known.delete(oldest);
    this.#remembered[this.#next] = known.id;
    this.#next = (this.#next + 1) % REMEMBERED;
  }

  /** Nothing was done: the key is free again. */
  forget(known: KnownKey): void {
    if (this.#known.get(known.id) === known) this.#known.delete(known.id);
  }

  async #again(known: KnownKey, idempotency: Idempotency): Promise<Committed> {
    if (known.inputHash !== idempotency.inputHash) throw new SubmitError('idempotency_key_reused');
    if (known.stored !== null) return replay(known.stored);
    return { ...(await known.first!), replayed: true };
  }

  async #lookUp(
    known: KnownKey,
    idempotency: Idempotency,
    submit: (known: KnownKey) => Promise<Committed>,
  ): Promise<Committed> {
    let stored: StoredResult | null;
    try {
      stored = await this.#store.find(idempotency);
    } catch (error) {
      this.forget(known);
      throw error;
    }
    if (stored === null) return submit(known);
    if (stored.inputHash !== idempotency.inputHash) {
      this.forget(known);
      throw new SubmitError('idempotency_key_reused');
    }
    this.remember(known, stored);
    return replay(stored);
  }
}
