import type { WirePosition } from '@tallystick/protocol/wire';
import { toCsv } from '#lib/csv.ts';

/** Ended positions as CSV: one line each, with all costs and earnings. */
export function positionsCsv(positions: readonly WirePosition[]): string {
  return toCsv(
    [
      'position_id',
      'contract',
      'direction',
      'multiple',
      'lots',
      'closed_lots',
      'status',
      'close_reason',
      'end_reason',
      'open_price',
      'close_price',
      'realised_profit',
      'fee',
      'liquidation_fee',
      'funding',
      'insurance_paid',
      'net_profit',
      'placed_at',
      'opened_at',
      'closed_at',
    ],
    positions.map(one => [
      String(one.position_id),
      one.symbol,
      one.direction,
      String(one.multiple),
      String(one.lots),
      String(one.closed_lots),
      one.status,
      one.close_reason ?? '',
      one.end_reason ?? '',
      one.open_price ?? '',
      one.close_price ?? '',
      one.realised_profit,
      one.fee,
      one.liquidation_fee,
      one.funding,
      one.insurance_paid,
      one.net_profit,
      ...[one.placed_at_ms, one.opened_at_ms, one.closed_at_ms].map(atMs =>
        atMs === null ? '' : new Date(atMs).toISOString(),
      ),
    ]),
  );
}
