import type { ReadonlyExchange } from '@tallystick/core';
import { DAY_MS } from '@tallystick/core/durations';
import type pg from 'pg';
import { inTransaction } from '../../database/transaction.ts';
import { bookingOf } from './bookings.ts';
import { readPostings, stakesOf } from './postings.ts';
import { keepCurrencies } from './currencies.ts';
import { addTurnovers, lockPosition, movePosition, type DayTurnover } from './turnovers.ts';

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
      const stakes = await stakesOf(client, postings);
      const turnovers = new Turnovers();
      for (const posting of postings) {
        const lines = bookingOf(posting, stakes.get(posting.reference) ?? null);
        turnovers.add(Math.floor(posting.atMs / DAY_MS), posting.postingId, lines);
      }
      await addTurnovers(client, turnovers.days);
      await movePosition(client, to, postings.at(-1)?.atMs ?? atMs);
      return to >= last;
    });
  }
}

/** Turnovers of a few postings, by day. */
class Turnovers {
  readonly #days = new Map<number, DayTurnover>();

  get days(): readonly DayTurnover[] {
    return [...this.#days.values()];
  }

  add(day: number, postingId: number, lines: ReturnType<typeof bookingOf>): void {
    let counted = this.#days.get(day);
    if (counted === undefined) {
      counted = { day, firstPosting: postingId, lastPosting: postingId, postings: 0, turnovers: new Map() };
      this.#days.set(day, counted);
    }
    counted.lastPosting = postingId;
    counted.postings++;
    for (const { account, currencyId, amountMinor } of lines) {
      const key = `${account}:${currencyId}`;
      const turnover = counted.turnovers.get(key) ?? {
        account,
        currencyId,
        debitMinor: 0n,
        creditMinor: 0n,
        lines: 0,
      };
      if (amountMinor < 0n) turnover.debitMinor -= amountMinor;
      else turnover.creditMinor += amountMinor;
      turnover.lines++;
      counted.turnovers.set(key, turnover);
    }
  }
}
