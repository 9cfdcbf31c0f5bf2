import type { Outcome } from './outcome.ts';

/**
 * How a client uses idempotency keys. An intent is what a customer means by pressing a button: an action, its customer,
 * and their choices in the request. It keeps one key from the first press until its outcome is known.
 */

/** As long as the exchange keeps keys: a later request with the same key would be a new action anyway. */
const KEPT_MS = 24 * 3_600_000;
/** How long to wait before the second and the third try. */
const PAUSES_MS: readonly number[] = [700, 2000];

interface Open {
  readonly key: string;
  readonly owner: number;
  /** The request as first sent. */
  readonly request: unknown;
  readonly atMs: number;
  lost: boolean;
  pending: number;
}

export interface IntentsOptions {
  readonly newKey: () => string;
  readonly nowMs: () => number;
  /** Where open intents survive a reload. They contain no secrets. */
  readonly kept?: { readonly read: () => unknown; readonly write: (open: unknown) => void };
}

export interface Attempt<Request> {
  readonly key: string;
  /** The request to send: while an earlier outcome is unknown, exactly the first one. */
  readonly request: Request;
  /** Called for each attempt. */
  readonly heard: (outcome: Outcome) => void;
  /** Called when no further attempt follows. */
  readonly over: () => void;
}

export class Intents {
  readonly #open: Map<string, Open>;
  readonly #options: IntentsOptions;

  constructor(options: IntentsOptions) {
    this.#options = options;
    this.#open = new Map(restore(options.kept?.read()));
  }

  /** Whether the outcome of any attempt is unknown. */
  get hasOpen(): boolean {
    return this.#open.size > 0;
  }

  /**
   * Begins or repeats an intent. The same `deed`, `owner` and `meaning` have the same key until an answer ends it.
   *
   * @param owner the customer: when another owner begins one, the others' are deleted; 0 for visitors
   * @param meaning everything the customer chose, without proofs and quotes
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
      // Only this key: a newer intent with the same meaning stays open.
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

/** A page that was closed has received no answer. */
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
 * Sends an attempt. If the answer is lost it asks again with the same key, for which the server repeats the first
 * answer. If that fails, too, it throws, and the key stays for the customer's next press.
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
  // randomUUID exists only in secure contexts, and a phone on the local network uses plain http.
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return Array.from(bytes, byte => byte.toString(16).padStart(2, '0')).join('');
}
