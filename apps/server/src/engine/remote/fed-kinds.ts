import { Exchange, type Event, type EventOf } from '@tallystick/core';
import type { AppliedCommand } from '../follower.ts';
import { ENGINE_PRODUCTS } from '../products/products.ts';
import { ExchangeEvents } from '../projections/exchange-events.ts';
import { HouseQuotes } from '../projections/house-quotes.ts';
import type { Moment } from '../projections/latest.ts';
import { clearColumns, type ProjectionTable } from '../projections/table.ts';

/**
 * Which kinds of events a batch has brought to the feed, from its events alone. The writer learns it while it makes the
 * rows; a follower makes them once more, and throws them away.
 */
export class FedKinds {
  readonly #feed = new ExchangeEvents();
  /** Which rows the house's quotes have does not matter here: none is written. */
  readonly #house = new HouseQuotes(new Exchange());
  readonly #parts = ENGINE_PRODUCTS.flatMap(({ batch }) => batch?.(this.#feed, this.#house) ?? []);
  readonly #on = new Map(
    this.#parts.flatMap(({ on }) => Object.entries<string | ((event: Event, at: Moment) => void)>(on)),
  );
  readonly #posted = new Map<string, (event: EventOf<'posted'>) => void>(
    this.#parts.flatMap(({ posted = {} }) => Object.entries(posted)),
  );

  readonly #tables: readonly ProjectionTable[] = [
    this.#feed.table,
    ...this.#parts.flatMap(({ tables }) => tables),
  ];

  of(commands: readonly AppliedCommand[]): readonly string[] {
    const feed = this.#feed;
    for (const { events, sequence, atMs } of commands) {
      feed.begin(sequence, atMs);
      for (const event of events) this.#record(event, { sequence, atMs });
      feed.end();
    }
    feed.close();
    const kinds = [...feed.kinds];
    feed.clear();
    for (const table of this.#tables) {
      table.close?.();
      clearColumns(table);
    }
    return kinds;
  }

  #record(event: Event, at: Moment): void {
    if (event.type === 'posted') {
      this.#posted.get(event.reason)?.(event);
    } else if (event.type === 'traded') {
      this.#feed.filled('spot', event.tradeId);
    } else {
      const write = this.#on.get(event.type);
      if (typeof write === 'function') write(event, at);
    }
  }
}
