import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import type { CallName } from '@tallystick/protocol';
import type pg from 'pg';
import { CallFailure } from './call-failure.ts';

/** Which request: its customer, call and idempotency key. */
export interface RequestKey {
  readonly customerId: number;
  readonly call: CallName;
  readonly key: string;
}

/** Longer than such a call takes, whose longest part is the core's answer: a process that is gone holds a key up so long. */
const HELD_S = 60;
const LOOK_EVERY_MS = 50;
/** How long a second one waits before it is told that it is not known; about as long as a gateway waits for the core. */
const PATIENCE_MS = 8_000;

/**
 * One process at a time works on a request with the same key; the next one finds its answer. For calls that can be refused
 * for good before the exchange, which knows each key, is asked.
 */
export class AnswerTurns {
  readonly #pool: pg.Pool;
  readonly #patienceMs: number;

  constructor(pool: pg.Pool, patienceMs = PATIENCE_MS) {
    this.#pool = pool;
    this.#patienceMs = patienceMs;
  }

  /** Throws `outcome_unknown` if another process is at it for too long: the same key asks again. */
  async run<T>(request: RequestKey, work: () => Promise<T>): Promise<T> {
    const holder = randomUUID();
    const untilMs = performance.now() + this.#patienceMs;
    while (!(await this.#take(request, holder))) {
      if (performance.now() >= untilMs) throw new CallFailure('outcome_unknown');
      await pause(LOOK_EVERY_MS);
    }
    try {
      return await work();
    } finally {
      await this.#release(request, holder);
    }
  }

  /** Never rejects: what was done stands, and a row that stays ends by itself. */
  async #release({ customerId, call, key }: RequestKey, holder: string): Promise<void> {
    const done = this.#pool.query(
      'delete from answers_under_way where customer_id = $1 and call = $2 and key = $3 and holder = $4',
      [customerId, call, key, holder],
    );
    await done.catch(() => undefined);
  }

  /** Rows of processes that have gone. */
  async forgetOld(): Promise<void> {
    await this.#pool.query('delete from answers_under_way where until < clock_timestamp()');
  }

  async #take({ customerId, call, key }: RequestKey, holder: string): Promise<boolean> {
    const { rowCount } = await this.#pool.query(
      `insert into answers_under_way as held (customer_id, call, key, holder, until)
       values ($1, $2, $3, $4, clock_timestamp() + $5 * interval '1 second')
       on conflict (customer_id, call, key) do update set holder = excluded.holder, until = excluded.until
         where held.until < clock_timestamp()`,
      [customerId, call, key, holder, HELD_S],
    );
    return rowCount === 1;
  }
}
