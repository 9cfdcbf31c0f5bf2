import type { ReadonlyExchange } from '@tallystick/core';
import { historyFloor } from '../history/floors.ts';
import { LEDGER_ENTRIES, type LedgerEntry } from '../projections/ledger-entries.ts';
import type { Queryable } from '../projections/queryable.ts';
import { select } from '../projections/select.ts';
import { firstFrom } from '../projections/verify-state.ts';

const NEXT =
  'where owner_id > 0 and (owner_id, posting_id) > ($1, $2) order by owner_id, posting_id limit $3';

/**
 * Walks through ledger entries, customer by customer and posting by posting: each balance must follow from the one before,
 * and the last one must equal the exchange's. Each step reads a bounded number of entries, however many a customer has.
 */
export class LedgerWalk {
  readonly #pageSize: number;
  #ownerId = 0;
  #postingId = 0;
  #totals = new Map<string, bigint>();
  /** Customers when the walk began, ascending. Later ones are looked up when an entry names them. */
  #ids: readonly number[] = [];
  /** Index of the first customer who has not been compared. */
  #next = 0;
  /** Where complete entries began in the last step. */
  #floor = 0;

  /** @param pageSize entries a step; more than one posting has. */
  constructor(pageSize: number) {
    this.#pageSize = pageSize;
  }

  /**
   * Checks the next entries against an exchange with the state after the same command. Reports when the walk has ended;
   * the next step then starts again.
   */
  async step(
    database: Queryable,
    exchange: ReadonlyExchange,
  ): Promise<{ readonly problems: string[]; readonly entries: number; readonly ended: boolean }> {
    await this.#startAgainIfCarried(database);
    const after = [this.#ownerId, this.#postingId];
    const rows = await select(database, LEDGER_ENTRIES, NEXT, [...after, this.#pageSize]);
    if (this.#ownerId === 0) this.#know(exchange.customerIds());
    const ended = rows.length < this.#pageSize;
    const problems: string[] = [];
    // A posting's entries are unordered, so one that may continue on the next page is checked with that page.
    const last = rows.at(-1);
    const whole = ended ? rows : rows.filter(row => !isSamePosting(row, last!));
    for (const row of whole) this.#take(row, exchange, problems);
    if (ended) {
      this.#leave(Infinity, exchange, problems);
      this.#ownerId = 0;
      this.#postingId = 0;
    }
    return { problems, entries: whole.length, ended };
  }

  /** Entries were carried forward since the last step: what was added up so far may be in an entry still to come. */
  async #startAgainIfCarried(database: Queryable): Promise<void> {
    const floor = await historyFloor(database, LEDGER_ENTRIES.name);
    if (floor.first === this.#floor) return;
    this.#floor = floor.first;
    this.#ownerId = 0;
    this.#postingId = 0;
    this.#totals = new Map();
  }

  #take(row: LedgerEntry, exchange: ReadonlyExchange, problems: string[]): void {
    if (row.ownerId !== this.#ownerId) this.#leave(row.ownerId, exchange, problems);
    this.#postingId = row.postingId;
    const account = `${row.account}/${row.currencyId}`;
    const total = (this.#totals.get(account) ?? 0n) + row.amountMinor;
    if (total !== row.balanceAfterMinor) {
      problems.push(
        `ledger entry of posting ${row.postingId} leaves ${row.balanceAfterMinor} in ` +
          `${row.ownerId}/${account}, the entries up to it ${total}`,
      );
    }
    this.#totals.set(account, row.balanceAfterMinor);
  }

  /** Compares the customer whose entries end here, and customers before `next` without entries. */
  #leave(next: number, exchange: ReadonlyExchange, problems: string[]): void {
    if (this.#ownerId > 0 && this.#ids[this.#next] !== this.#ownerId) this.#know(exchange.customerIds());
    const first = this.#next;
    while (this.#next < this.#ids.length && this.#ids[this.#next]! < next) this.#next++;
    const owners = this.#ids.slice(first, this.#next);
    if (this.#ownerId > 0 && owners[0] !== this.#ownerId)
      problems.push(`ledger entries name customer ${this.#ownerId}, whom the exchange does not know`);
    for (const owner of owners) {
      for (const { account, currencyId, availableMinor, frozenMinor } of exchange.balancesOf(owner)) {
        const name = `${account}/${currencyId}`;
        const told = this.#totals.get(name) ?? 0n;
        this.#totals.delete(name);
        const held = availableMinor + frozenMinor;
        if (told !== held)
          problems.push(`ledger entries of ${owner}/${name} end with ${told}, the exchange has ${held}`);
      }
      for (const [name, told] of this.#totals) {
        if (told !== 0n)
          problems.push(`ledger entries of ${owner}/${name} end with ${told}, the exchange has 0`);
      }
      this.#totals = new Map();
    }
    this.#totals = new Map();
    this.#ownerId = next;
    this.#postingId = 0;
  }

  #know(ids: readonly number[]): void {
    this.#ids = ids;
    this.#next = firstFrom(ids, this.#ownerId);
  }
}

function isSamePosting(a: LedgerEntry, b: LedgerEntry): boolean {
  return a.ownerId === b.ownerId && a.postingId === b.postingId;
}
