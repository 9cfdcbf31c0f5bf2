import type { WireFill, WireOrder } from '@tallystick/protocol/wire';
import { toCsv } from '#lib/csv.ts';

const iso = (atMs: number) => new Date(atMs).toISOString();

/** Headings stay English and amounts keep all their digits: the file is for programs. */
export function ordersCsv(orders: readonly WireOrder[]): string {
  const heading = [
    'order_id',
    'placed_at',
    'updated_at',
    'symbol',
    'side',
    'type',
    'time_in_force',
    'post_only',
    'price',
    'trigger_price',
    'quantity',
    'budget',
    'filled_quantity',
    'filled_value',
    'average_price',
    'fee',
    'fee_currency',
    'status',
    'reason',
    'trigger_source',
    'trail_distance',
    'trail_percent',
  ];
  const rows = orders.map(order => [
    order.order_id,
    iso(order.placed_at_ms),
    iso(order.updated_at_ms),
    order.symbol,
    order.side,
    order.type,
    order.time_in_force,
    order.post_only,
    order.price,
    order.trigger_price,
    order.quantity,
    order.budget,
    order.filled_quantity,
    order.filled_value,
    order.average_price,
    order.fee,
    order.fee_currency,
    order.status,
    order.reason,
    order.trigger_source,
    order.trail_distance,
    order.trail_percent,
  ]);
  return toCsv(heading, rows);
}

export function fillsCsv(fills: readonly WireFill[]): string {
  const heading = [
    'trade_id',
    'order_id',
    'at',
    'symbol',
    'side',
    'role',
    'price',
    'quantity',
    'value',
    'fee',
    'fee_currency',
  ];
  const rows = fills.map(fill => [
    fill.trade_id,
    fill.order_id,
    iso(fill.at_ms),
    fill.symbol,
    fill.side,
    fill.role,
    fill.price,
    fill.quantity,
    fill.value,
    fill.fee,
    fill.fee_currency,
  ]);
  return toCsv(heading, rows);
}
