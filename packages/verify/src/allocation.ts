import { allocateStepwise } from '@tallystick/core/launch/allocate';
import { rootStepwise } from '@tallystick/core/launch/allocation-list';
import type { LaunchFigures } from '@tallystick/core/launch/figures';
import { formatMinor } from '@tallystick/core/money/decimal';
import { mapStepwise, type Stepwise } from '@tallystick/core/stepwise';
import {
  faultIn,
  hash,
  list,
  minor,
  oneOf,
  orNull,
  positive,
  record,
  upTo,
  whole,
  type Of,
} from './fields.ts';
import { Findings, type Report } from './report.ts';

/** All lines are checked, but only this many are reported, plus one's own. The file has the others. */
const TOLD = 100;
/** Work of reading one line, in units of `Stepwise`. */
const LINE_UNITS = 2;
/** More than any offer accepts. */
const MOST_CURRENCIES = 64;

/** Both spellings: files of earlier releases have the core's. */
const MODES = {
  pro_rata: 'proRata',
  first_come: 'firstCome',
  proRata: 'proRata',
  firstCome: 'firstCome',
} as const;

const decimals = upTo(30);
const FIGURES = {
  offer_id: whole,
  mode: oneOf('pro_rata', 'first_come', 'proRata', 'firstCome'),
  issue_price_e8: positive,
  supply_minor: minor,
  cap_minor: minor,
  decimals,
  quote_decimals: decimals,
  accepted: list(record({ currency_id: whole, rate_e8: positive, decimals }), MOST_CURRENCIES),
  root: hash,
  size: whole,
  own_order_id: orNull(whole),
};
const LINE = {
  order_id: whole,
  committed: list(record({ currency_id: whole, amount_minor: minor }), MOST_CURRENCIES),
  allocated_minor: minor,
};

/** The final list of an offer, as the exchange publishes it. */
export type AllocationList = Of<typeof FIGURES> & { readonly orders: readonly Of<typeof LINE>[] };

export interface CheckedLine {
  readonly orderId: number;
  /** In the quote currency. */
  readonly value: string;
  readonly allocated: string;
  readonly own: boolean;
  /** Whether the allocations follow from the rule. */
  readonly agrees: boolean;
}

export interface CheckedAllocation {
  readonly report: Report;
  /** Number of lines. */
  readonly size: number;
  /** The first ones, preceded by one's own if it is further down; empty if the list is not the published one. */
  readonly lines: readonly CheckedLine[];
}

/**
 * Recomputes root and allocations from the list alone, whose lines are sorted by order id. `root` is the published one. If
 * the list has another root, nothing more is computed, because the results would mean nothing.
 */
export function* verifyAllocation(given: unknown, root: unknown): Stepwise<CheckedAllocation> {
  const findings = new Findings('allocation');
  const refused = (field: string): CheckedAllocation => {
    findings.fail('format', 'not_a_proof', { field });
    return { report: findings.end(), size: 0, lines: [] };
  };
  if (!hash(root)) return refused('root');
  const fault = faultIn(given, FIGURES);
  if (fault !== null) return refused(fault === '' ? 'list' : `list.${fault}`);
  const published = given as AllocationList;
  if (!Array.isArray(published.orders)) return refused('list.orders');
  const faults = yield* mapStepwise(published.orders, LINE_UNITS, line => faultIn(line, LINE));
  const broken = faults.findIndex(one => one !== null);
  if (broken >= 0) return refused(`list.orders.${broken}`);
  const contradiction = contradictionIn(published, root);
  if (contradiction === null) findings.pass('format', { offer: published.offer_id });
  else findings.fail('format', 'parts_contradict', { field: contradiction });
  return yield* checkList(findings, published, root);
}

/** Lines are sorted and unique, and none names a currency twice or one that is not accepted. */
function contradictionIn({ orders, accepted, root, size }: AllocationList, published: string): string | null {
  if (root !== published) return 'root';
  if (size !== orders.length) return 'size';
  const known = new Set(accepted.map(one => one.currency_id));
  if (known.size !== accepted.length) return 'accepted';
  const wrong = orders.findIndex(({ order_id, committed }, i) => {
    const paid = new Set(committed.map(one => one.currency_id));
    const isAfter = i === 0 || orders[i - 1]!.order_id < order_id;
    return !isAfter || paid.size !== committed.length || !paid.isSubsetOf(known);
  });
  return wrong < 0 ? null : `orders.${wrong}`;
}

function* checkList(
  findings: Findings,
  published: AllocationList,
  root: string,
): Stepwise<CheckedAllocation> {
  const { orders, own_order_id: ownId } = published;
  const figures = figuresOf(published);
  const commitments = yield* mapStepwise(orders, LINE_UNITS, ({ order_id: orderId, committed }) => ({
    orderId,
    committed: committed.map(one => ({
      currencyId: one.currency_id,
      amountMinor: BigInt(one.amount_minor),
    })),
  }));
  const again = yield* rootStepwise(figures, commitments);
  findings.judge('root', again === root, 'other_root', { booked: root, again, unit: 'hash' });
  if (findings.failed('root', 'format')) return { report: findings.end(), size: orders.length, lines: [] };
  const allocations = yield* allocateStepwise(figures, commitments);
  let differing = 0;
  let own: CheckedLine | null = null;
  const lines: CheckedLine[] = [];
  yield* mapStepwise(allocations, LINE_UNITS, ({ orderId, valueMinor, allocatedMinor }, i) => {
    const agrees = orders[i]?.allocated_minor === allocatedMinor.toString();
    if (!agrees) differing++;
    const isOwn = orderId === ownId;
    if (!isOwn && lines.length >= TOLD) return;
    const line: CheckedLine = {
      orderId,
      value: formatMinor(valueMinor, published.quote_decimals),
      allocated: formatMinor(allocatedMinor, published.decimals),
      own: isOwn,
      agrees,
    };
    if (isOwn) own = line;
    if (lines.length < TOLD) lines.push(line);
    else lines.unshift(line);
  });
  findings.judge('shares', differing === 0, 'other_shares', { count: differing, lines: orders.length });
  checkOwn(findings, own, ownId);
  // The list does not say which line is one's own.
  return { report: findings.end(['list.own_order_id']), size: orders.length, lines };
}

function checkOwn(findings: Findings, line: CheckedLine | null, ownId: number | null): void {
  if (ownId === null) return;
  if (line === null) findings.fail('own', 'not_in_list', { order: ownId });
  else
    findings.judge('own', line.agrees, 'other_shares', { order: ownId, allocated: line.allocated, count: 1 });
}

function figuresOf(published: AllocationList): LaunchFigures {
  return {
    offerId: published.offer_id,
    mode: MODES[published.mode],
    issuePriceE8: published.issue_price_e8,
    supplyMinor: BigInt(published.supply_minor),
    capMinor: BigInt(published.cap_minor),
    decimals: published.decimals,
    quoteDecimals: published.quote_decimals,
    accepted: published.accepted.map(({ currency_id: currencyId, rate_e8: rateE8, decimals: digits }) => ({
      currencyId,
      rateE8,
      decimals: digits,
    })),
  };
}
