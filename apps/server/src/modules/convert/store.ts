import type { EventOf } from '@tallystick/core';
import type pg from 'pg';
import { CONVERSIONS, DUST_CONVERSIONS } from '../../engine/products/convert/tables.ts';
import type { Moment } from '../../engine/projections/latest.ts';
import type { StampedRow } from '../../engine/projections/projection.ts';
import { select } from '../../engine/projections/select.ts';

export type ConversionRow = Omit<EventOf<'converted'>, 'type' | 'customerId'> &
  Moment & { readonly kind: 'market' };
export type DustRow = Omit<EventOf<'dustConverted'>, 'type' | 'customerId' | 'receivedMinor'> &
  Moment & { readonly kind: 'dust' };

/** Of both kinds, newest first: commands before `before`. */
export async function listConversions(
  pool: pg.Pool,
  customerId: number,
  before: number | null,
  limit: number,
): Promise<(ConversionRow | DustRow)[]> {
  const values = [customerId, before ?? Number.MAX_SAFE_INTEGER, limit];
  const [market, dust] = await Promise.all([
    select(
      pool,
      CONVERSIONS.stamped,
      'where customer_id = $1 and sequence < $2 order by sequence desc limit $3',
      values,
    ),
    select(
      pool,
      DUST_CONVERSIONS.stamped,
      `where customer_id = $1 and sequence in (
          select distinct sequence from dust_conversions where customer_id = $1 and sequence < $2
          order by sequence desc limit $3)
        order by sequence desc, currency_id`,
      values,
    ),
  ]);
  return [...market.map(marketOf), ...dustOf(dust)]
    .toSorted((a, b) => b.sequence - a.sequence)
    .slice(0, limit);
}

/** Which of these orders a conversion placed, by order id; the value is the conversion's first order. */
export async function conversionsOfOrders(
  pool: pg.Pool,
  customerId: number,
  orderIds: readonly number[],
): Promise<ReadonlyMap<number, number>> {
  const found = new Map<number, number>();
  if (orderIds.length === 0) return found;
  // The second order has the next id.
  const { rows } = await pool.query<{ order_id: string; second_order_id: string | null }>(
    `select order_id, second_order_id from conversions
      where customer_id = $1 and order_id between $2 and $3`,
    [customerId, Math.min(...orderIds) - 1, Math.max(...orderIds)],
  );
  for (const { order_id: first, second_order_id: second } of rows) {
    found.set(Number(first), Number(first));
    if (second !== null) found.set(Number(second), Number(first));
  }
  return found;
}

function marketOf({ orderId, secondOrderId, ...conversion }: StampedRow<typeof CONVERSIONS>): ConversionRow {
  const orderIds = secondOrderId === null ? [orderId] : [orderId, secondOrderId];
  return { ...conversion, kind: 'market', orderIds };
}

function dustOf(bought: readonly StampedRow<typeof DUST_CONVERSIONS>[]): DustRow[] {
  return [...Map.groupBy(bought, ({ dustId }) => dustId).values()].map(lines => {
    const [first] = lines;
    if (first === undefined) throw new Error('a group without a row');
    const { dustId, toCurrencyId, spreadPpm, atMs, sequence } = first;
    return { kind: 'dust', dustId, toCurrencyId, spreadPpm, lines, atMs, sequence };
  });
}
