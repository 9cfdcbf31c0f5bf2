import { SubmitError, type Committed, type Idempotency } from '../command-bus.ts';
import { replay, resultId, type ResultStore, type StoredResult } from './result-store.ts';

type Known =
  | { readonly state: 'pending'; readonly inputHash: string; readonly first: Promise<Committed> }
  | { readonly state: 'stored'; readonly inputHash: string; readonly stored: StoredResult };

/** Results kept in memory, so that the usual retry, seconds later, needs no look-up. */
const REMEMBERED = 50_000;

/** Lets each key through once; everyone else gets the first result. */
export class Deduplicator {
  readonly #store: ResultStore;
  readonly #known = new Map<string, Known>();

  constructor(store: ResultStore) {
    this.#store = store;
  }

  /** Runs `submit` unless the key is known. Rejects with `idempotency_key_reused` if it is, with other input. */
  async once(idempotency: Idempotency, submit: () => Promise<Committed>): Promise<Committed> {
    const id = resultId(idempotency);
    const known = this.#known.get(id);
    if (known !== undefined) {
      checkInput(known.inputHash, idempotency);
      if (known.state === 'stored') return replay(known.stored);
      return { ...(await known.first), replayed: true };
    }
    const first = this.#store.mayContain(id) ? this.#lookUp(id, idempotency, submit) : submit();
    this.#known.set(id, { state: 'pending', inputHash: idempotency.inputHash, first });
    try {
      const committed = await first;
      // A refusal changed nothing: the key stays free.
      if (!committed.outcome.ok) this.#known.delete(id);
      return committed;
    } catch (error) {
      if (this.#known.get(id)?.state === 'pending') this.#known.delete(id);
      throw error;
    }
  }

  /** The result is on disk. */
  remember(idempotency: Idempotency, stored: StoredResult): void {
    const id = resultId(idempotency);
    this.#store.add(id);
    this.#known.set(id, { state: 'stored', inputHash: stored.inputHash, stored });
    if (this.#known.size <= REMEMBERED) return;
    for (const [oldId, old] of this.#known) {
      if (old.state === 'pending') continue;
      this.#known.delete(oldId);
      break;
    }
  }

  async #lookUp(id: string, idempotency: Idempotency, submit: () => Promise<Committed>): Promise<Committed> {
    const stored = await this.#store.find(idempotency);
    if (stored === null) return submit();
    this.#known.set(id, { state: 'stored', inputHash: stored.inputHash, stored });
    checkInput(stored.inputHash, idempotency);
    return replay(stored);
  }
}

function checkInput(firstHash: string, idempotency: Idempotency): void {
  if (firstHash !== idempotency.inputHash) throw new SubmitError('idempotency_key_reused');
}
