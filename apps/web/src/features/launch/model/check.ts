import { allocate } from '@tallystick/core/launch/allocate';
import { listRoot } from '@tallystick/core/launch/allocation-list';
import type { LaunchFigures } from '@tallystick/core/launch/figures';
import { formatMinor } from '@tallystick/core/money/decimal';
import type { WireAllocationList } from '@tallystick/protocol/wire';

export interface CheckedLine {
  readonly orderId: number;
  /** In the quote currency. */
  readonly value: string;
  readonly allocated: string;
  readonly own: boolean;
  /** What was given is what the rule says. */
  readonly agrees: boolean;
}

export interface CheckedList {
  /** Of the list as it came, computed here. */
  readonly root: string;
  readonly rootAgrees: boolean;
  /** How many allocations the rule does not give. */
  readonly differing: number;
  /** Null for who is not in it. */
  readonly ownLine: CheckedLine | null;
  readonly lines: readonly CheckedLine[];
}

/** Works root and allocations out again from the list alone. */
export function checkList(list: WireAllocationList): CheckedList {
  const figures = figuresOf(list);
  const commitments = list.orders.map(({ order_id, committed }) => ({
    orderId: order_id,
    committed: committed.map(one => ({
      currencyId: one.currency_id,
      amountMinor: BigInt(one.amount_minor),
    })),
  }));
  const given = new Map(list.orders.map(one => [one.order_id, BigInt(one.allocated_minor)]));
  const lines = allocate(figures, commitments).map(({ orderId, valueMinor, allocatedMinor }) => ({
    orderId,
    value: formatMinor(valueMinor, list.quote_decimals),
    allocated: formatMinor(allocatedMinor, list.decimals),
    own: orderId === list.own_order_id,
    agrees: given.get(orderId) === allocatedMinor,
  }));
  const root = listRoot(figures, commitments);
  return {
    root,
    rootAgrees: root === list.root,
    differing: lines.filter(line => !line.agrees).length,
    ownLine: lines.find(line => line.own) ?? null,
    lines,
  };
}

function figuresOf(list: WireAllocationList): LaunchFigures {
  return {
    offerId: list.offer_id,
    mode: list.mode,
    issuePriceE8: list.issue_price_e8,
    supplyMinor: BigInt(list.supply_minor),
    capMinor: BigInt(list.cap_minor),
    decimals: list.decimals,
    quoteDecimals: list.quote_decimals,
    accepted: list.accepted.map(({ currency_id, rate_e8, decimals }) => ({
      currencyId: currency_id,
      rateE8: rate_e8,
      decimals,
    })),
  };
}
