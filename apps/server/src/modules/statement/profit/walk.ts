import type { ReadonlyExchange } from '@tallystick/core';
import type { Reading } from '../../../engine/replicas/history-pool.ts';
import { CallFailure } from '../../../http/call-failure.ts';
import { askerGone, ConcurrencyLimiter } from '../concurrency-limiter.ts';
import type { Reads } from '../../../database/reads.ts';
import { entryPages } from '../entries.ts';
import type { LongReads } from '../long-reads.ts';
import { ProfitBook } from './book.ts';
import type { CostMethod } from './cost.ts';
import { PostingGatherer, valuedCurrencies, type Posting } from './posting.ts';
import { PastPrices } from './prices.ts';

/** Number of customers whose books are kept in memory, so that only new entries have to be added. */
const KEPT = 100;
/** A call waits this long; the walk continues while the app asks again. */
const ANSWER_WITHIN_MS = 20_000;

/** Calls being answered. A page asks for one period and method, and abandons that call if the choice changes. */
const CALLS = { running: 32, waiting: 0, ofOne: 4 };
/** Customers whose history is being read: each holds its books and a page of entries in memory. */
const WALKS_AT_ONCE = 32;

/** A walk goes on when its caller leaves: the next call continues from there. */
const NEVER_GONE = new AbortController().signal;

interface Walk {
  /** Where it goes on: never at a server that lacks what it has booked. */
  readonly reading: Reading;
  nextPosting: number;
  readonly books: Readonly<Record<CostMethod, ProfitBook>>;
  /** The walk in progress; null: none. */
  under: Promise<void> | null;
}

/** Books of profit and loss, built from a customer's first entry and kept for a while. */
export class ProfitBooks {
  readonly #reads: LongReads;
  readonly #reportingId: number;
  readonly #prices: PastPrices;
  readonly #answerWithinMs: number;
  readonly #walks = new Map<number, Walk>();
  readonly #calls = new ConcurrencyLimiter(CALLS);

  constructor(
    reads: LongReads,
    exchange: Pick<ReadonlyExchange, 'markets' | 'market'>,
    reportingId: number,
    answerWithinMs = ANSWER_WITHIN_MS,
  ) {
    this.#reads = reads;
    this.#reportingId = reportingId;
    this.#prices = new PastPrices(reads.inTurn(reads.reading()), exchange, reportingId);
    this.#answerWithinMs = answerWithinMs;
  }

  get prices(): PastPrices {
    return this.#prices;
  }

  /**
   * The book up to the current commit. @throws statement_preparing if that takes long (it continues meanwhile);
   * rate_limited, busy if too many ask
   */
  of(customerId: number, method: CostMethod, gone = NEVER_GONE): Promise<ProfitBook> {
    return this.#calls.run(customerId, gone, async () => {
      const walk = this.#walkOf(customerId);
      walk.under ??= this.#goOn(customerId, walk)
        .catch((error: unknown) => {
          // A failed walk may have booked half a page: start anew.
          if (this.#walks.get(customerId) === walk) this.#walks.delete(customerId);
          throw error;
        })
        .finally(() => {
          walk.under = null;
        });
      await within(walk.under, this.#answerWithinMs, gone);
      return walk.books[method];
    });
  }

  #walkOf(customerId: number): Walk {
    const known = this.#walks.get(customerId);
    const underWay = [...this.#walks.values()].filter(({ under }) => under !== null).length;
    if ((known?.under ?? null) === null && underWay >= WALKS_AT_ONCE) throw new CallFailure('busy');
    const walk = known ?? this.#begin();
    // Least recently used first.
    this.#walks.delete(customerId);
    this.#walks.set(customerId, walk);
    for (const [oldest, { under }] of this.#walks) {
      if (this.#walks.size <= KEPT) break;
      if (under === null && oldest !== customerId) this.#walks.delete(oldest);
    }
    return walk;
  }

  #begin(): Walk {
    const books = {
      average: new ProfitBook('average', this.#reportingId),
      fifo: new ProfitBook('fifo', this.#reportingId),
    };
    return { reading: this.#reads.reading(), nextPosting: 1, books, under: null };
  }

  async #goOn(customerId: number, walk: Walk): Promise<void> {
    const db = this.#reads.inTurn(walk.reading);
    const { rows } = await db.query<{ newest: string | null }>(
      'select max(posting_id) as newest from ledger_entries where owner_id = $1 and owner_id > 0',
      [customerId],
    );
    const end = Number(rows[0]?.newest ?? 0) + 1;
    const gatherer = new PostingGatherer();
    for await (const page of entryPages(db, { customerId }, { first: walk.nextPosting, end })) {
      await this.#apply(db, customerId, walk, gatherer.add(page));
    }
    await this.#apply(db, customerId, walk, gatherer.end());
    const books = Object.values(walk.books);
    for (const { reference, atMs } of await this.#lost(db, walk, [])) {
      for (const book of books) book.optionLost(reference, atMs);
    }
    walk.nextPosting = end;
  }

  async #apply(db: Reads, customerId: number, walk: Walk, postings: readonly Posting[]): Promise<void> {
    const last = postings.at(-1);
    if (last === undefined) return;
    const needs = postings.flatMap(posting =>
      valuedCurrencies(posting, this.#reportingId).map(currencyId => ({ currencyId, atMs: posting.atMs })),
    );
    const valueOf = await this.#prices.load(needs);
    const due = await this.#launchDue(db, customerId, postings);
    const lost = (await this.#lost(db, walk, postings)).filter(({ atMs }) => atMs < last.atMs);
    for (const book of Object.values(walk.books)) {
      let next = 0;
      for (const posting of postings) {
        for (let one = lost[next]; one !== undefined && one.atMs < posting.atMs; one = lost[++next]) {
          book.optionLost(one.reference, one.atMs);
        }
        const dueMinor = due.get(posting.reference);
        if (dueMinor !== undefined) book.launchDue(posting.reference, dueMinor);
        book.apply(posting, valueOf);
      }
    }
  }

  /** Lost options whose stake is out or is paid in these postings; by time. */
  async #lost(
    db: Reads,
    walk: Walk,
    postings: readonly Posting[],
  ): Promise<{ readonly reference: string; readonly atMs: number }[]> {
    const bought = postings.filter(({ reason }) => reason === 'optionPurchase');
    const references = [...walk.books.average.openReferences, ...bought.map(({ reference }) => reference)];
    const ids = references
      .filter(reference => reference.startsWith('option:'))
      .map(reference => Number(reference.slice('option:'.length)));
    if (ids.length === 0) return [];
    const { rows } = await db.query<{ option_id: string; settled_at_ms: string }>(
      `select option_id, settled_at_ms from options
        where option_id = any ($1::bigint[]) and state = 'settled' and payout_minor = 0 and not practice
        order by settled_at_ms, option_id`,
      [ids],
    );
    return rows.map(row => ({ reference: `option:${row.option_id}`, atMs: Number(row.settled_at_ms) }));
  }

  /** Coins that offers owe the customer in total, for offers releasing some in these postings. */
  async #launchDue(
    db: Reads,
    customerId: number,
    postings: readonly Posting[],
  ): Promise<ReadonlyMap<string, bigint>> {
    const released = postings.filter(({ reason }) => reason === 'launchRelease');
    if (released.length === 0) return new Map();
    const offerIds = released.map(({ reference }) => Number(reference.slice('launch:'.length)));
    const { rows } = await db.query<{ offer_id: string; allocated_minor: string }>(
      `select offer_id, allocated_minor from launch_orders
        where offer_id = any ($1::bigint[]) and customer_id = $2 and allocated_minor is not null`,
      [offerIds, customerId],
    );
    return new Map(rows.map(row => [`launch:${row.offer_id}`, BigInt(row.allocated_minor)]));
  }
}

async function within(work: Promise<void>, ms: number, gone: AbortSignal): Promise<void> {
  const late = Promise.withResolvers<never>();
  const timer = setTimeout(() => late.reject(new CallFailure('statement_preparing')), ms);
  const leave = (): void => late.reject(askerGone());
  gone.addEventListener('abort', leave, { once: true });
  try {
    await Promise.race([work, late.promise]);
  } finally {
    clearTimeout(timer);
    gone.removeEventListener('abort', leave);
    // The next call gets the error.
    work.catch(() => undefined);
  }
}
