import type { Event, EventOf } from '@tallystick/core';
import type { BatchPart } from '../products/product.ts';
import { ENGINE_PRODUCTS, postingReasons } from '../products/products.ts';
import { move, type AccountTotal, type AccountTotals } from './account-totals.ts';
import { BalanceRows } from './balances.ts';
import { BOUND_SNAPSHOTS } from './bound-snapshots.ts';
import { ExchangeEvents } from './exchange-events.ts';
import { IdempotencyRows } from './idempotency.ts';
import type { Moment } from './latest.ts';
import { LEDGER_ENTRIES } from './ledger-entries.ts';
import { OrderRows } from './orders.ts';
import { PRICE_TICKS } from './price-ticks.ts';
import { clearColumns, type ProjectionTable } from './table.ts';
import { TRADES } from './trades.ts';

/** Moves within one account, which leave its total unchanged. */
const NO_ENTRY = postingReasons('none');

/** What one batch writes besides its journal row. */
export class Projections {
  readonly #totals: AccountTotals;
  readonly #orders: OrderRows;
  readonly #trades = TRADES.inserts();
  readonly #balances = new BalanceRows();
  readonly #ledgerEntries = LEDGER_ENTRIES.inserts();
  readonly #priceTicks = PRICE_TICKS.inserts();
  /** The events, for publishing. */
  readonly events = new ExchangeEvents();
  readonly #products: readonly BatchPart<never>[];
  /** By event type and, for postings, by reason. */
  readonly #on: ReadonlyMap<string, string | ((event: Event, at: Moment) => void)>;
  readonly #posted: ReadonlyMap<string, (event: EventOf<'posted'>) => void>;
  readonly idempotency = new IdempotencyRows();
  readonly boundSnapshots = BOUND_SNAPSHOTS.updates('snapshots_bound');
  /** In the order of the statement's parameters. */
  readonly tables: readonly ProjectionTable[];

  /** Both are shared by all batches of one exchange: balances and the house's quotes, and the newest order in a batch. */
  constructor(totals: AccountTotals, newest: { orderId: number }) {
    this.#totals = totals;
    this.#orders = new OrderRows(newest, totals.house.orders);
    this.#products = ENGINE_PRODUCTS.flatMap(({ batch }) => batch?.(this.events, totals.house) ?? []);
    this.#on = new Map(
      this.#products.flatMap(({ on }) => Object.entries<string | ((event: Event, at: Moment) => void)>(on)),
    );
    this.#posted = new Map(this.#products.flatMap(({ posted = {} }) => Object.entries(posted)));
    this.tables = [
      ...this.#orders.tables,
      this.#trades,
      this.#balances.first,
      this.#balances.later,
      this.#ledgerEntries,
      this.#priceTicks,
      ...this.#products.flatMap(({ tables }) => tables),
      this.idempotency.table,
      this.boundSnapshots,
      this.events.table,
    ];
  }

  /** Adds the events of the command `sequence`, which the core has just applied. */
  record(events: readonly Event[], sequence: number, atMs: number): void {
    this.events.begin(sequence, atMs);
    for (let i = 0; i < events.length; i++) {
      const event = events[i]!;
      switch (event.type) {
        case 'posted':
          this.#post(event, events, i, atMs);
          this.#posted.get(event.reason)?.(event);
          break;
        case 'orderChanged':
          this.#orders.change(event.order);
          break;
        case 'traded':
          this.#trades.push(event, { atMs });
          this.events.filled('spot', event.tradeId);
          break;
        case 'indexTicked':
          this.#priceTicks.push(event);
          break;
        case 'depthChanged':
          break;
        default: {
          if (event.type === 'referralStandingSet') this.#setStanding(event);
          const write = this.#on.get(event.type);
          if (typeof write === 'function') write(event, { sequence, atMs });
        }
      }
    }
    this.events.end();
  }

  #setStanding({ customerId, standing }: EventOf<'referralStandingSet'>): void {
    if (!this.#totals.house.setStanding(customerId, standing)) return;
    this.#orders.release(customerId);
    for (const { release } of this.#products) release?.(customerId);
  }

  /** Ends the batch: prepares the coalesced rows. */
  close(): void {
    this.#orders.close();
    for (const table of this.tables) table.close?.();
    this.events.close();
    this.#balances.close();
  }

  clear(): void {
    for (const table of this.tables) clearColumns(table);
    this.events.clear();
  }

  #post(event: EventOf<'posted'>, events: readonly Event[], eventIndex: number, atMs: number): void {
    const { entries } = event;
    const totals: AccountTotal[] = [];
    for (let i = 0; i < entries.length; i++) {
      const entry = entries[i]!;
      const total = this.#totals.before(entry, events, eventIndex, i);
      move(total, entry, entry.amountMinor);
      this.#balances.change(total);
      totals.push(total);
    }
    if (NO_ENTRY.has(event.reason)) return;
    // One row per account and posting: an account's first entry stands for all of its entries.
    for (let i = 0; i < entries.length; i++) {
      const total = totals[i]!;
      if (totals.indexOf(total) < i) continue;
      let { amountMinor } = entries[i]!;
      for (let j = i + 1; j < entries.length; j++)
        if (totals[j] === total) amountMinor += entries[j]!.amountMinor;
      if (amountMinor === 0n) continue;
      this.#ledgerEntries.push({
        ownerId: total.ownerId,
        postingId: event.postingId,
        account: total.account,
        currencyId: total.currencyId,
        amountMinor,
        balanceAfterMinor: total.availableMinor + total.frozenMinor,
        reason: event.reason,
        reference: event.reference,
        atMs,
      });
    }
  }
}
