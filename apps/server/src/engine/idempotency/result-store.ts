import type { Pool } from 'pg';
import type { Committed, Idempotency } from '../command-bus.ts';
import { KeyFilter } from './key-filter.ts';
import { decodeRefusal } from './refusal-codec.ts';
import { decodeEvents } from './result-codec.ts';

/** A stored first result: what was done, or why it was refused. */
export interface StoredResult {
  readonly inputHash: string;
  readonly sequence: number;
  readonly atMs: number;
  /** Text of `encodeEvents`, which begins with `[`, or of `encodeRefusal`, which never does. */
  readonly result: string;
}

export interface ResultStoreOptions {
  /** How long keys are honoured. */
  readonly retentionMs: number;
  /** Size of the filter that spares look-ups; a power of two. */
  readonly filterBits?: number;
}

interface Waiting extends Pick<Idempotency, 'scope' | 'key'> {
  readonly resolve: (found: StoredResult | null) => void;
  readonly reject: (error: unknown) => void;
}

const LOAD_PAGE = 20_000;
const PRUNE_PAGE = 5_000;
const DEFAULT_FILTER_BITS = 2 ** 26;

/** First results on disk, behind a filter that recognises fresh keys without a query. */
export class ResultStore {
  readonly #pool: Pool;
  readonly #retentionMs: number;
  readonly #filter: KeyFilter;
  #loaded = false;
  #rotatedAtMs: number;
  #waiting: Waiting[] = [];

  constructor(pool: Pool, options: ResultStoreOptions, nowMs: number) {
    this.#pool = pool;
    this.#retentionMs = options.retentionMs;
    this.#filter = new KeyFilter(options.filterBits ?? DEFAULT_FILTER_BITS);
    this.#rotatedAtMs = nowMs;
  }

  /** Adds the keys on disk to the filter; until this is done, every key is looked up. */
  async load(): Promise<void> {
    let scope = '';
    let key = '';
    for (;;) {
      const page = await this.#pool.query<{ scope: string; key: string }>(
        'select scope, key from idempotency where (scope, key) > ($1, $2) order by scope, key limit $3',
        [scope, key, LOAD_PAGE],
      );
      for (const row of page.rows) this.#filter.add(resultId(row));
      const last = page.rows.at(-1);
      if (last === undefined || page.rows.length < LOAD_PAGE) break;
      ({ scope, key } = last);
    }
    this.#loaded = true;
  }

  /** The key is being used now. */
  add(id: string): void {
    this.#filter.add(id);
  }

  mayContain(id: string): boolean {
    return !this.#loaded || this.#filter.mayContain(id);
  }

  /** What is on disk for a key; look-ups of the same moment share one query. */
  find(idempotency: Idempotency): Promise<StoredResult | null> {
    return new Promise((resolve, reject) => {
      this.#waiting.push({ scope: idempotency.scope, key: idempotency.key, resolve, reject });
      if (this.#waiting.length === 1) setImmediate(() => void this.#answer());
    });
  }

  /** Deletes keys past their time. */
  async prune(nowMs: number): Promise<void> {
    for (;;) {
      const deleted = await this.#pool.query(
        `delete from idempotency where (scope, key) in
           (select scope, key from idempotency where at_ms < $1 limit $2)`,
        [nowMs - this.#retentionMs, PRUNE_PAGE],
      );
      if ((deleted.rowCount ?? 0) < PRUNE_PAGE) break;
    }
    // Only after the deletion, and at twice the retention: the filter must not forget keys the table may still hold.
    if (nowMs - this.#rotatedAtMs >= 2 * this.#retentionMs) {
      this.#filter.rotate();
      this.#rotatedAtMs = nowMs;
    }
  }

  async #answer(): Promise<void> {
    const waiting = this.#waiting;
    this.#waiting = [];
    try {
      const found = await this.#pool.query<{
        n: string;
        input_hash: string;
        sequence: string;
        at_ms: string;
        result: string;
      }>(
        `select asked.n, i.input_hash, i.sequence, i.at_ms, i.result
         from unnest($1::text[], $2::text[]) with ordinality as asked (scope, key, n)
         join idempotency i on i.scope = asked.scope and i.key = asked.key`,
        [waiting.map(({ scope }) => scope), waiting.map(({ key }) => key)],
      );
      const byNumber = new Map(found.rows.map(row => [Number(row.n), row]));
      for (const [index, { resolve }] of waiting.entries()) {
        const row = byNumber.get(index + 1);
        resolve(
          row === undefined
            ? null
            : {
                inputHash: row.input_hash,
                sequence: Number(row.sequence),
                atMs: Number(row.at_ms),
                result: row.result,
              },
        );
      }
    } catch (error) {
      for (const { reject } of waiting) reject(error);
    }
  }
}

export function resultId({ scope, key }: Pick<Idempotency, 'scope' | 'key'>): string {
  return `${scope.length}:${scope}${key}`;
}

export function replay({ sequence, atMs, result }: StoredResult): Committed {
  const outcome = result.startsWith('[')
    ? ({ ok: true, events: decodeEvents(result) } as const)
    : ({ ok: false, refusal: decodeRefusal(result) } as const);
  return { sequence, atMs, outcome, replayed: true };
}
