import { totalmem } from 'node:os';
import { setTimeout as pause } from 'node:timers/promises';
import { DAY_MS } from '@tallystick/core/durations';
import type { Pool } from 'pg';
import { longWork } from '../../database/bounded-client.ts';
import type { DatabaseLog } from '../../database/log.ts';
import { retire } from '../../database/partitions/change.ts';
import { isEmpty, partitionsOf } from '../../database/partitions/partition.ts';
import { saySeldom } from '../../database/seldom.ts';
import { inTransaction } from '../../database/transaction.ts';
import type { Committed, Idempotency } from '../command-bus.ts';
import { KEYS } from '../history/history-tables.ts';
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
  /** How long keys are honoured at least: they go by whole days. */
  readonly retentionMs: number;
  /** What the filter that spares look-ups may take. Default: a sixteenth of the machine's memory, 1 GB at most. */
  readonly filterBytes?: number;
}

interface Waiting extends Pick<Idempotency, 'scope' | 'key'> {
  readonly resolve: (found: StoredResult | null) => void;
  readonly reject: (error: unknown) => void;
}

const LOAD_PAGE = 20_000;
/** Between attempts. */
const LOAD_AGAIN_MS = 1_000;
const MOST_FILTER_BYTES = 2 ** 30;

/**
 * First results on disk, a partition for each day, behind a filter that recognises fresh keys without a query. A day's
 * partition goes as a whole, once the newest key of the day is older than the time for which keys are honoured.
 */
export class ResultStore {
  readonly #pool: Pool;
  readonly #retentionMs: number;
  readonly #filter: KeyFilter;
  #loaded = false;
  #waiting: Waiting[] = [];

  constructor(pool: Pool, options: ResultStoreOptions) {
    this.#pool = pool;
    this.#retentionMs = options.retentionMs;
    const limitBytes = options.filterBytes ?? Math.min(totalmem() / 16, MOST_FILTER_BYTES);
    this.#filter = new KeyFilter({ spanMs: options.retentionMs / 4, limitBytes });
  }

  /**
   * Adds the keys on disk to the filter; until this is done, every key is looked up. So it is tried again and again, until
   * `signal` ends it. Never rejects.
   */
  async load(signal: AbortSignal, log: Pick<DatabaseLog, 'error'>): Promise<void> {
    const say = saySeldom((details, message) => log.error(details, message));
    while (!(this.#loaded || signal.aborted)) {
      try {
        await longWork('history', () => this.#load(signal));
      } catch (error) {
        // What ends it may be what failed.
        if (signal.aborted) return;
        say({ err: error }, 'idempotency keys could not be read; each is looked up meanwhile');
        await pause(LOAD_AGAIN_MS, undefined, { signal, ref: false }).catch(() => undefined);
      }
    }
  }

  /**
   * Of one moment, in the order in which they lie on disk, which costs a fraction of any other. Whoever uses a key from then
   * on adds it.
   */
  async #load(signal: AbortSignal): Promise<void> {
    await inTransaction(this.#pool, async client => {
      await client.query(`declare keys no scroll cursor for select scope, key, at_ms from ${KEYS.name}`);
      for (;;) {
        signal.throwIfAborted();
        const { rows } = await client.query<{ scope: string; key: string; at_ms: string }>(
          `fetch forward ${LOAD_PAGE} from keys`,
        );
        if (rows.length === 0) return;
        for (const row of rows) this.#filter.add(resultId(row), Number(row.at_ms));
      }
    });
    this.#loaded = true;
  }

  /** The key was used by a command of this time. */
  add(id: string, atMs: number): void {
    this.#filter.add(id, atMs);
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

  /** Drops the days whose keys are all past their time. If somebody uses the table for long, a later call does. */
  async prune(nowMs: number): Promise<void> {
    const upTo = Math.floor((nowMs - this.#retentionMs) / DAY_MS) * DAY_MS;
    if ((await retire(this.#pool, KEYS, { upTo })) === 'busy') return;
    const [oldest] = await partitionsOf(this.#pool, KEYS.name);
    // Only after the drop: the filter must not forget keys that a new command could meet on disk.
    if (oldest!.to <= upTo && (await isEmpty(this.#pool, oldest!.name)))
      this.#filter.forgetBefore(oldest!.to);
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
