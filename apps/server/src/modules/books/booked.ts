import type { Reads } from '../../database/reads.ts';
import { historyFloor } from '../../engine/history/floors.ts';
import { LEDGER } from '../../engine/history/history-tables.ts';
import { bookingOf, type BookedLine, type BookedPosting } from './bookings.ts';
import { stakesOf } from './postings.ts';
import type { DayTurnover } from './turnovers.ts';

export interface Booked {
  readonly posting: BookedPosting;
  readonly lines: readonly BookedLine[];
}

/** Postings as the ledger's table has them now, in the company's chart of accounts. @throws BooksBroken */
export async function bookedOf(db: Reads, postings: readonly BookedPosting[]): Promise<Booked[]> {
  const stakes = await stakesOf(db, postings);
  // Read after the postings: what is a part in them is below this.
  const { first } = await historyFloor(db, LEDGER.name);
  return postings.map(posting => ({
    posting,
    lines: bookingOf(posting, stakes.get(posting.reference) ?? null, first),
  }));
}

/** Turnovers of postings, by day. */
export class Turnovers {
  readonly #days = new Map<number, DayTurnover>();

  get days(): readonly DayTurnover[] {
    return [...this.#days.values()];
  }

  add(day: number, postingId: number, lines: readonly BookedLine[]): void {
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
