import type { LaunchOrder } from '@tallystick/core';
import { decodeAmounts } from './launch.ts';

/** A row of `launch_orders` as the driver reads it. */
export interface LaunchOrderRow {
  order_id: string;
  offer_id: string;
  customer_id: number;
  committed: string;
  allocated_minor: string | null;
  spent: string;
  released_minor: string;
  returned: boolean;
  created_at_ms: string;
}

export function launchOrderOf(row: LaunchOrderRow): LaunchOrder {
  return {
    orderId: Number(row.order_id),
    offerId: Number(row.offer_id),
    customerId: row.customer_id,
    committed: decodeAmounts(row.committed),
    allocatedMinor: row.allocated_minor === null ? null : BigInt(row.allocated_minor),
    spent: decodeAmounts(row.spent),
    releasedMinor: BigInt(row.released_minor),
    returned: row.returned,
  };
}
