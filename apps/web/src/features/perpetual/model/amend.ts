import { formatMinor } from '@tallystick/core/money/decimal';
import type { CallInput } from '@tallystick/protocol';
import { walkQuantity } from '#lib/book-walk.ts';
import { formatTicks, parseTicks, parseTyped, valueMinor } from '#lib/market-units.ts';
import { contractUnits } from './contract.ts';
import { feeOf, marginFor, priceBand } from './figures.ts';
import { minorOf } from './positions.ts';
import { lotsOf, type TicketContext } from './summary.ts';
import { problem, type Problem } from './validate.ts';
import type { WaitingOrder } from './waiting.ts';

export type AmendRequest = CallInput<'POST lever/amend'>;

/** As typed. */
export interface Change {
  readonly price: string;
  /** Of the whole order, what is filled included. */
  readonly lots: string;
}

/** What an order's change comes to; amounts in minor units. */
export interface Amendment {
  readonly lots: bigint | null;
  readonly problems: readonly Problem[];
  readonly isChanged: boolean;
  /** It only becomes smaller: anything else takes its turn again. */
  readonly keepsPlace: boolean;
  /** Lots that would trade at once. */
  readonly atOnce: bigint;
  /** Frozen for it, fee included; null for orders that close, and while unknown. */
  readonly frozenMinor: bigint | null;
  readonly frozenAfterMinor: bigint | null;
}

/**
 * Whether the exchange changes such an order. Where each is a position of its own, only as long as nothing of it is open; what
 * closes there is placed anew.
 */
export function canAmend({ isMerged, closes, lots, ordered }: WaitingOrder): boolean {
  return isMerged || (!closes && lots === ordered);
}

/** Pure. Judges the change by the order form's rules, with what the order has done and holds already. */
export function assessAmendment(order: WaitingOrder, change: Change, context: TicketContext): Amendment {
  const { contract, bids, asks } = context;
  const units = contractUnits(contract);
  const { decimals } = contract.quote;
  const price = parseTicks(change.price, units);
  const before = parseTicks(order.price, units);
  const lots = lotsOf(change.lots);
  const filled = BigInt(order.ordered - order.lots);
  const open = lots === null ? null : lots - filled;
  const isSamePrice = price !== null && price === before;
  const keepsPlace = isSamePrice && lots !== null && lots < BigInt(order.ordered);

  const frozenMinor = order.margin === null ? null : minorOf(order.margin, decimals);
  const worth = price !== null && open !== null && open > 0n ? valueMinor(price, open, units) : null;
  const frozenAfterMinor =
    frozenMinor === null || worth === null
      ? null
      : marginFor(worth, order.multiple) + feeOf(worth, contract.maker_fee_percent);

  const buys = (order.direction === 'long') !== order.closes;
  const accepts = (ticks: bigint) => price !== null && (buys ? ticks <= price : ticks >= price);
  const crosses = !keepsPlace && open !== null && open > 0n;
  const walk = crosses ? walkQuantity(buys ? asks : bids, open, units, { accepts }) : null;
  const missing = frozenMinor === null || frozenAfterMinor === null ? 0n : frozenAfterMinor - frozenMinor;
  return {
    lots,
    problems: [
      ...ofPrice(change.price, price, isSamePrice, context),
      ...ofLots(lots, filled, context),
      ...ofBalance(missing, context),
    ],
    isChanged: !isSamePrice || lots !== BigInt(order.ordered),
    keepsPlace,
    atOnce: walk?.lots ?? 0n,
    frozenMinor,
    frozenAfterMinor,
  };
}

/** The price that it was placed with needs no new approval. */
function ofPrice(
  text: string,
  ticks: bigint | null,
  isSame: boolean,
  { contract, mark }: TicketContext,
): Problem[] {
  const units = contractUnits(contract);
  const typed = parseTyped(text, units.priceDecimals);
  if (typed === null || typed <= 0n) return [problem('price_required', 'price')];
  if (ticks === null) return [problem('price_step', 'price', { step: contract.tick_size })];
  const band = isSame ? null : priceBand(contract, mark);
  if (!band || (ticks >= band.lowest && ticks <= band.highest)) return [];
  const params = { lowest: formatTicks(band.lowest, units), highest: formatTicks(band.highest, units) };
  return [problem('price_out_of_band', 'price', params)];
}

function ofBalance(missingMinor: bigint, { contract, availableMinor }: TicketContext): Problem[] {
  if (availableMinor === null || missingMinor <= availableMinor) return [];
  const { code, decimals } = contract.quote;
  const available = formatMinor(availableMinor, decimals);
  return [problem('insufficient_balance', 'lots', { available, currency: code })];
}

function ofLots(lots: bigint | null, filled: bigint, { contract }: TicketContext): Problem[] {
  if (lots === null) return [problem('lots_required', 'lots')];
  if (lots <= filled) return [problem('amend_below_filled', 'lots', { most: String(filled) })];
  const most = contract.max_order_lots;
  return lots > BigInt(most) ? [problem('lots_too_many', 'lots', { most: String(most) })] : [];
}

/** The call that makes the change: only the figures that become others. Only for a change without problems. */
export function toAmendRequest(order: WaitingOrder, change: Change, context: TicketContext): AmendRequest {
  const units = contractUnits(context.contract);
  const ticks = parseTicks(change.price, units);
  const lots = lotsOf(change.lots);
  return {
    order_id: order.orderId,
    ...(ticks === null || ticks === parseTicks(order.price, units)
      ? {}
      : { price: formatTicks(ticks, units) }),
    ...(lots === null || lots === BigInt(order.ordered) ? {} : { lots: String(lots) }),
  };
}
