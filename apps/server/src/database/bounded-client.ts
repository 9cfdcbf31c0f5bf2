import { AsyncLocalStorage } from 'node:async_hooks';
import pg from 'pg';
import { DatabaseBusy, DatabaseOutcomeUnknown } from './database-busy.ts';
import { isInTransaction } from './transaction.ts';

/** An ordinary statement has its answer within this time, or its connection is given up: see docs/reliability.md. */
export const ANSWER_WITHIN_MS = 10_000;
const MINUTE_MS = 60_000;

/** Work whose statements may take longer; all of it reads, moves or deletes large parts of tables. */
const LONG_WORK_MS = {
  /** Of the schema: an operator watches the start. */
  migrations: Infinity,
  /** Partitions that are ended, carried forward and dropped, and keys that a core reads when it begins. */
  history: 10 * MINUTE_MS,
  /** Candles, made again from trades at the start. */
  candles: 10 * MINUTE_MS,
  /** Statements and exports of a customer's whole history. */
  statements: 10 * MINUTE_MS,
  /** Old rows that are deleted daily, after a long stop many at once. */
  tidying: 10 * MINUTE_MS,
} as const;

const bounds = new AsyncLocalStorage<number>();

/** Runs `work` with the longer bound of its kind for each statement of it. */
export function longWork<Result>(
  kind: keyof typeof LONG_WORK_MS,
  work: () => Promise<Result>,
): Promise<Result> {
  return bounds.run(LONG_WORK_MS[kind], work);
}

/**
 * Runs `work` with the ordinary bound for each statement of it, whoever asks for it: for what several share, because the
 * one whose long work begins it must not leave all others waiting as long.
 */
export function ordinaryWork<Result>(work: () => Result): Result {
  return bounds.run(ANSWER_WITHIN_MS, work);
}

/** Words of statements after which something may have changed. Too many match rather than too few. */
const CHANGES = /\b(commit|insert|update|delete|merge|truncate|create|alter|drop|call|nextval)\b/i;

/**
 * A connection that never leaves anybody waiting: when a statement has no answer in time, it is destroyed, and whoever
 * waits is told. A cable that was pulled, or a server that stands still, says nothing by itself.
 */
export class BoundedClient extends pg.Client {
  constructor(config?: pg.ClientConfig) {
    super(config);
    // Whoever waits for a statement learns of it by that, and the pool of a connection that nobody uses.
    this.on('error', () => undefined);
  }

  /** As `pg.Client`'s, whose overloads all fit. */
  override query(...wish: unknown[]): never {
    const answer = (super.query as (...wish: unknown[]) => unknown).apply(this, wish);
    return (answer instanceof Promise ? this.#bounded(answer, textOf(wish[0])) : answer) as never;
  }

  async #bounded<Result>(answer: Promise<Result>, text: string): Promise<Result> {
    const withinMs = bounds.getStore() ?? ANSWER_WITHIN_MS;
    const giveUp = (): void => {
      this.connection.stream.destroy(new Error(`the database has not answered for ${withinMs / 1_000} s`));
    };
    const timer = withinMs === Infinity ? undefined : setTimeout(giveUp, withinMs);
    try {
      return await answer;
    } catch (error) {
      throw isLoss(error) ? told(error, text) : error;
    } finally {
      clearTimeout(timer);
    }
  }
}

/** Whether a failure is the connection's, or the server's as a whole, and not of what was asked. */
export function isLoss(error: unknown): boolean {
  if (error instanceof pg.DatabaseError) return /^(08|57P)/.test(error.code ?? '');
  if (!(error instanceof Error)) return false;
  return LOST.test(error.message) || LOST_CODES.has((error as NodeJS.ErrnoException).code ?? '');
}

/** Of the driver, which has no codes for them, and of this file. */
const LOST = /^(Connection terminated|Client (has encountered|was closed)|the database has not answered)/;
const LOST_CODES = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'EPIPE',
  'ETIMEDOUT',
  'EHOSTUNREACH',
  'ENETUNREACH',
]);

function told(cause: unknown, text: string): Error {
  const words = cause instanceof Error ? cause.message : String(cause);
  // What a transaction has done so far is undone with its connection.
  if (CHANGES.test(text) && !isInTransaction()) return new DatabaseOutcomeUnknown(words, { cause });
  return new DatabaseBusy(words, { cause });
}

function textOf(wish: unknown): string {
  if (typeof wish === 'string') return wish;
  return String((wish as { readonly text?: unknown } | null)?.text ?? '');
}
