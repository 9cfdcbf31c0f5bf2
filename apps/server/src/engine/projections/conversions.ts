import type { BoughtDust, EventOf } from '@tallystick/core';
import type { Moment } from './latest.ts';
import { big, integer, RowsTable } from './rows-table.ts';
import type { ProjectionTable } from './table.ts';

type Converted = EventOf<'converted'> & Moment;
type Dust = BoughtDust & Omit<EventOf<'dustConverted'>, 'lines' | 'receivedMinor'> & Moment;

/** What customers converted: by orders, and what the house bought because no order could sell it. */
export class ConversionRows {
  readonly #conversions = new RowsTable<Converted>('conversions', {
    order_id: big(row => row.orderIds[0] ?? null),
    second_order_id: big(row => row.orderIds[1] ?? null),
    customer_id: integer(row => row.customerId),
    from_currency_id: integer(row => row.fromCurrencyId),
    to_currency_id: integer(row => row.toCurrencyId),
    paid_minor: big(row => row.paidMinor),
    received_minor: big(row => row.receivedMinor),
    min_received_minor: big(row => row.minReceivedMinor),
    via_currency_id: integer(row => row.viaCurrencyId),
    rest_minor: big(row => row.restMinor),
    converted_at_ms: big(row => row.atMs),
    sequence: big(row => row.sequence),
  });
  readonly #dust = new RowsTable<Dust>('dust_conversions', {
    dust_id: big(row => row.dustId),
    currency_id: integer(row => row.currencyId),
    customer_id: integer(row => row.customerId),
    to_currency_id: integer(row => row.toCurrencyId),
    amount_minor: big(row => row.amountMinor),
    received_minor: big(row => row.receivedMinor),
    spread_ppm: integer(row => row.spreadPpm),
    tick_number: big(row => row.tickNumber),
    price_e8: big(row => row.priceE8),
    converted_at_ms: big(row => row.atMs),
    sequence: big(row => row.sequence),
  });
  readonly tables: readonly ProjectionTable[] = [this.#conversions, this.#dust];

  converted(event: EventOf<'converted'>, at: Moment): void {
    this.#conversions.push({ ...event, ...at });
  }

  dustConverted(event: EventOf<'dustConverted'>, at: Moment): void {
    const { lines, receivedMinor: _, ...shared } = event;
    for (const line of lines) this.#dust.push({ ...shared, ...line, ...at });
  }
}
