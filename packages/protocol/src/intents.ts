import type { Outcome } from './outcome.ts';

/**
 * What a client does with idempotency keys. An intent is what somebody means by a press: a deed, by whom, and what of the
 * request they chose. It has one key from the first press until its outcome is known.
 */

/** As long as the exchange keeps keys: afterwards the same key would be a new deed as well. */
const KEPT_MS = 24 * 3_600_000;
/** How long to wait before the second and the third try. */
const PAUSES_MS: readonly number[] = [700, 2000];

interface Open {
  readonly key: string;
  readonly owner: number;
  /** As it was first sent. */
  readonly request: unknown;
  readonly atMs: number;
  lost: boolean;
  pending: number;
}

export interface IntentsOptions {
  readonly newKey: () => string;
  readonly nowMs: () => number;
  /** Where open intents outlive the page. Nothing secret is in them. */
  readonly kept?: { readonly read: () => unknown; readonly write: (open: unknown) => void };
}

export interface Attempt<Request> {
  readonly key: string;
  /** What is to be sent: while an earlier outcome is unknown, exactly what was sent then. */
  readonly request: Request;
  /** Once for each try. */
  readonly heard: (outcome: Outcome) => void;
  /** No further try follows. */
  readonly over: () => void;
}

export class Intents {
  readonly #open: Map<string, Open>;
  readonly #options: IntentsOptions;

  constructor(options: IntentsOptions) {
    this.#options = options;
    this.#open = new Map(restore(options.kept?.read()));
  }

  /** Whether it is unknown what became of any. */
  get hasOpen(): boolean {
    return this.#open.size > 0;
  }

  /**
   * Begins or repeats an intent. The same `deed`, `owner` and `meaning` have the same key until an answer ends it.
   *
   * @param owner whose it is: when another owner begins one, the others' are forgotten; 0 for nobody known
   * @param meaning what makes it the same intent: all the customer chose, without what only proves or quotes it
   */
  begin<Request>(deed: string, owner: number, meaning: unknown, request: Request): Attempt<Request> {
    this.#forget(owner);
    const id = JSON.stringify([deed, owner, meaning]);
    let open = this.#open.get(id);
    if (open === undefined) {
      const { newKey, nowMs } = this.#options;
      open = { key: newKey(), owner, request, atMs: nowMs(), lost: false, pending: 0 };
      this.#open.set(id, open);
    }
    open.pending += 1;
    this.#keep();
    return this.#attempt(id, open);
  }

  #attempt<Request>(id: string, open: Open): Attempt<Request> {
    const end = () => {
      // Of this key only: what was meant anew since stays open.
      if (this.#open.get(id) !== open) return;
      this.#open.delete(id);
      this.#keep();
    };
    return {
      key: open.key,
      request: open.request as Request,
      heard: outcome => {
        if (outcome === 'lost') open.lost = true;
        else if (outcome === 'answered') end();
      },
      over: () => {
        open.pending -= 1;
        if (open.pending === 0 && !open.lost) end();
      },
    };
  }

  #forget(owner: number): void {
    const since = this.#options.nowMs() - KEPT_MS;
    for (const [id, open] of this.#open) {
      const isForeign = owner !== 0 && open.owner !== owner;
      if (open.pending === 0 && (isForeign || open.atMs < since)) this.#open.delete(id);
    }
  }

  #keep(): void {
    const entries = [...this.#open].map(([id, { key, owner, request, atMs }]) => ({
      ...{ id, key, owner, request, atMs },
    }));
    this.#options.kept?.write(entries.length === 0 ? undefined : entries);
  }
}

/** A page that is gone has heard of nothing. */
function restore(kept: unknown): [string, Open][] {
  if (!Array.isArray(kept)) return [];
  return kept.flatMap((one: unknown): [string, Open][] => {
    if (typeof one !== 'object' || one === null) return [];
    const { id, key, owner, request, atMs } = one as Readonly<Record<string, unknown>>;
    if (typeof id !== 'string' || typeof key !== 'string') return [];
    if (typeof owner !== 'number' || typeof atMs !== 'number') return [];
    return [[id, { key, owner, request, atMs, lost: true, pending: 0 }]];
  });
}

export interface SendOnceOptions {
  readonly outcomeOf: (error: unknown) => Outcome;
  readonly pause: (ms: number) => Promise<void>;
}

/**
 * Sends an attempt. When the answer is lost it asks again with the same key, to which the server gives the first answer;
 * when that fails too it throws, and the key stays for the customer's own next try.
 */
export async function sendOnce<Result>(
  attempt: Pick<Attempt<unknown>, 'heard' | 'over'>,
  run: () => Promise<Result>,
  { outcomeOf, pause }: SendOnceOptions,
): Promise<Result> {
  try {
    for (let tries = 0; ; tries += 1) {
      try {
        const result = await run();
        attempt.heard('answered');
        return result;
      } catch (error) {
        const outcome = outcomeOf(error);
        attempt.heard(outcome);
        const waitMs = outcome === 'lost' ? PAUSES_MS[tries] : undefined;
        if (waitMs === undefined) throw error;
        await pause(waitMs);
      }
    }
  } finally {
    attempt.over();
  }
}

export function pause(ms: number): Promise<void> {
  return new Promise(resolve => setTimeout(resolve, ms));
}

/** A fresh idempotency key: 128 random bits. */
export function newKey(): string {
  // randomUUID exists only in secure contexts; a phone on the local network opens plain http.
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return Array.from(bytes, byte => byte.toString(16).padStart(2, '0')).join('');
}
