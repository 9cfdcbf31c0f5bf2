import type { LaunchOrder } from '@tallystick/core';
import type { WireAllocationList, WireAllocationPage } from '@tallystick/protocol';
import { toWire } from '../../http/words.ts';
import type { FrozenContents } from './frozen-lists.ts';

/** At most `limit` lines of the list, starting at line `from` (0-based), with the data needed to verify them. */
export function wireAllocationPage(
  { root, figures, orders }: FrozenContents,
  from: number,
  limit: number,
  ownOrderId: number | null,
): WireAllocationPage {
  const lines = orders.slice(from, from + limit);
  const next = from + lines.length;
  return {
    offer_id: figures.offerId,
    mode: toWire(figures.mode),
    issue_price_e8: figures.issuePriceE8,
    supply_minor: figures.supplyMinor.toString(),
    cap_minor: figures.capMinor.toString(),
    decimals: figures.decimals,
    quote_decimals: figures.quoteDecimals,
    accepted: figures.accepted.map(({ currencyId, rateE8, decimals }) => ({
      currency_id: currencyId,
      rate_e8: rateE8,
      decimals,
    })),
    root,
    size: orders.length,
    orders: lines.map(wireLine),
    own_order_id: ownOrderId,
    next_cursor: next < orders.length ? String(next) : null,
  };
}

function wireLine({ orderId, committed, allocatedMinor }: LaunchOrder): WireAllocationList['orders'][number] {
  return {
    order_id: orderId,
    committed: committed.map(one => ({
      currency_id: one.currencyId,
      amount_minor: one.amountMinor.toString(),
    })),
    allocated_minor: (allocatedMinor ?? 0n).toString(),
  };
}
