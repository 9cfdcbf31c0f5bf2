import type { ReadonlyExchange } from '@tallystick/core';
import type pg from 'pg';
import { inTransaction } from '../../database/transaction.ts';
import { bookedOf, Turnovers } from './booked.ts';
import { readPostings } from './postings.ts';
import { keepCurrencies } from './currencies.ts';
import { addTurnovers, closedUntil, dayOf, lockPosition, movePosition } from './turnovers.ts';

/** Postings read at once: few enough for memory, many enough for speed. */
const RANGE = 5_000;
/** Ranges of one turn, so that a turn ends. */
const MOST_RANGES = 200;

export interface CounterOptions {
  readonly pool: pg.Pool;
  readonly exchange: Pick<ReadonlyExchange, 'lastPostingId' | 'currencies'>;
}

/** Counts the ledger into the company's turnovers, posting by posting, each once. */
export class BooksCounter {
  readonly #options: CounterOptions;

  constructor(options: CounterOptions) {
    this.#options = options;
  }

  /** Counts what has been posted since; a long backlog takes several turns. @throws BooksBroken */
  async count(): Promise<void> {
    // Read first: the pool's queries begin only when the tables hold it.
    const last = this.#options.exchange.lastPostingId;
    await keepCurrencies(this.#options.pool, this.#options.exchange.currencies());
    for (let ranges = 0; ranges < MOST_RANGES; ranges++) {
      if (await this.#countRange(last)) return;
    }
  }

  /** True once everything up to `last` is counted. */
  #countRange(last: number): Promise<boolean> {
    return inTransaction(this.#options.pool, async client => {
      const { postingId: counted, atMs } = await lockPosition(client);
      if (counted >= last) return true;
      const to = Math.min(counted + RANGE, last);
      const postings = await readPostings(client, counted, to);
      const closed = await closedUntil(client);
      const turnovers = new Turnovers();
      for (const { posting, lines } of await bookedOf(client, postings)) {
        turnovers.add(dayOf(posting, closed), posting.postingId, lines);
      }
      await addTurnovers(client, turnovers.days);
      await movePosition(client, to, postings.at(-1)?.atMs ?? atMs);
      return to >= last;
    });
  }
}
