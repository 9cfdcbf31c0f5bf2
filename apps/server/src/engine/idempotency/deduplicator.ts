import { SubmitError, type Committed, type Idempotency } from '../command-bus.ts';
import type { Fence } from '../fence.ts';
import { replay, resultId, type ResultStore, type StoredResult } from './result-store.ts';

/** A key in use: its first command is being processed, or its result is being looked up. */
export interface KnownKey {
  readonly id: string;
  readonly inputHash: string;
  first: Promise<Committed> | null;
}

/** Lets each key through once; everyone else gets the first result. */
export class Deduplicator {
  readonly #store: ResultStore;
  readonly #fence: Pick<Fence, 'confirmed'>;
  readonly #known = new Map<string, KnownKey>();

  /** `fence`: whether a result may be given again; it needs no commit. */
  constructor(store: ResultStore, fence: Pick<Fence, 'confirmed'>) {
    this.#store = store;
    this.#fence = fence;
  }

  /**
   * Runs `submit` unless the key is known; then call `stored` or `forget`. Rejects with `idempotency_key_reused` if the key
   * was used with other input.
   */
  once(idempotency: Idempotency, submit: (known: KnownKey) => Promise<Committed>): Promise<Committed> {
    const id = resultId(idempotency);
    const before = this.#known.get(id);
    if (before !== undefined) return this.#again(before, idempotency);
    const known: KnownKey = { id, inputHash: idempotency.inputHash, first: null };
    this.#known.set(id, known);
    known.first = this.#store.mayContain(id) ? this.#lookUp(known, idempotency, submit) : submit(known);
    return known.first;
  }

  /** The result is on disk, where later requests find it: keeping it in memory would burden the garbage collector. */
  stored(known: KnownKey, atMs: number): void {
    this.#store.add(known.id, atMs);
    this.forget(known);
  }

  /** The key is free again: nothing was done, or the store has the result. */
  forget(known: KnownKey): void {
    if (this.#known.get(known.id) === known) this.#known.delete(known.id);
  }

  async #again(known: KnownKey, idempotency: Idempotency): Promise<Committed> {
    if (known.inputHash !== idempotency.inputHash) throw new SubmitError('idempotency_key_reused');
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
    this.forget(known);
    await this.#fence.confirmed().catch((cause: unknown) => {
      throw new SubmitError('outcome_unknown', { cause });
    });
    if (stored.inputHash !== idempotency.inputHash) throw new SubmitError('idempotency_key_reused');
    return replay(stored);
  }
}
