import { allocateStepwise } from '@tallystick/core/launch/allocate';
import { rootStepwise } from '@tallystick/core/launch/allocation-list';
import type { LaunchFigures } from '@tallystick/core/launch/figures';
import { formatMinor } from '@tallystick/core/money/decimal';
import { mapStepwise, type Stepwise } from '@tallystick/core/stepwise';
import type { WireAllocationList, WireAllocationPage } from '@tallystick/protocol/wire';

/** All lines are checked; so many are shown, and one's own. The file has the others. */
const SHOWN = 100;
/** What reading one line takes, of `Stepwise` work. */
const LINE_UNITS = 2;

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
  /** How many allocations the rule does not give; null for a list that is not the published one. */
  readonly differing: number | null;
  /** Null for who is not in it. */
  readonly ownLine: CheckedLine | null;
  /** How many there are. */
  readonly size: number;
  /** The first ones, and one's own before them if it is further down. */
  readonly shown: readonly CheckedLine[];
}

/** Lines that have come so far. */
export function linesIn(pages: readonly WireAllocationPage[]): number {
  return pages.reduce((sum, page) => sum + page.orders.length, 0);
}

/** The list as one, of all its pages: what is checked, and what can be kept. */
export function joinPages(pages: readonly WireAllocationPage[]): WireAllocationList | undefined {
  const [first] = pages;
  if (first === undefined) return undefined;
  const { next_cursor: _, ...list } = first;
  return { ...list, orders: pages.flatMap(page => page.orders) };
}

/**
 * Works root and allocations out again from the list alone, whose lines are in order of the order ids. What another
 * list than the one whose root was published comes to says nothing, so that is not worked out.
 */
export function* checkStepwise(list: WireAllocationList, publishedRoot: string): Stepwise<CheckedList> {
  const figures = figuresOf(list);
  const commitments = yield* mapStepwise(list.orders, LINE_UNITS, ({ order_id, committed }) => ({
    orderId: order_id,
    committed: committed.map(one => ({
      currencyId: one.currency_id,
      amountMinor: BigInt(one.amount_minor),
    })),
  }));
  const root = yield* rootStepwise(figures, commitments);
  const size = commitments.length;
  if (root !== publishedRoot) {
    return { root, rootAgrees: false, differing: null, ownLine: null, size, shown: [] };
  }
  const allocations = yield* allocateStepwise(figures, commitments);
  let differing = 0;
  let ownLine: CheckedLine | null = null;
  const shown: CheckedLine[] = [];
  yield* mapStepwise(allocations, LINE_UNITS, ({ orderId, valueMinor, allocatedMinor }, i) => {
    const agrees = list.orders[i]?.allocated_minor === allocatedMinor.toString();
    if (!agrees) differing++;
    const own = orderId === list.own_order_id;
    if (!own && shown.length >= SHOWN) return;
    const line: CheckedLine = {
      orderId,
      value: formatMinor(valueMinor, list.quote_decimals),
      allocated: formatMinor(allocatedMinor, list.decimals),
      own,
      agrees,
    };
    if (own) ownLine = line;
    if (shown.length < SHOWN) shown.push(line);
    else shown.unshift(line);
  });
  return { root, rootAgrees: true, differing, ownLine, size, shown };
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
