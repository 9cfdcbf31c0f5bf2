import { realised } from '@tallystick/core/perpetual/formulas';
import type { WireContract } from '@tallystick/protocol/wire';
import { walkQuantity, type Walk } from '#lib/book-walk.ts';
import { formatTicks, parseTicks, parseTyped, valueMinor, type Level } from '#lib/market-units.ts';
import { contractUnits, type Direction } from './contract.ts';
import {
  averagePrice,
  feeOf,
  liquidationOf,
  marginFor,
  percentBetween,
  percentOf,
  tierFor,
  type Liquidation,
} from './figures.ts';
import { stopTicks, type StopBase, type StopKind } from './stops.ts';
import type { Ticket } from './ticket.ts';

/** What the form is checked against: the current contract, balance, prices and book. */
export interface TicketContext {
  readonly contract: WireContract;
  /** Contract balance in minor units; null for visitors and while unknown. */
  readonly availableMinor: bigint | null;
  /** Value at entry of the customer's positions and opening orders in this contract; it counts for the tier. */
  readonly exposureMinor: bigint;
  /** Best first; empty while unknown or when that side is empty. */
  readonly bids: readonly Level[];
  readonly asks: readonly Level[];
  /** False until the first snapshot of the book; depth is unknown until then. */
  readonly bookKnown: boolean;
  /** Decimal strings; null while unknown. */
  readonly mark: string | null;
  readonly stale: boolean;
}

/** The result of a take-profit or stop-loss. */
export interface StopOutcome {
  readonly ticks: bigint;
  readonly price: string;
  /** After the fees of opening and closing. */
  readonly resultMinor: bigint;
  /** The same in percent of the margin, two digits. */
  readonly percent: string;
}

/** Everything derived from ticket and context; null = unknown yet. Amounts in USDT minor units. */
export interface TicketSummary {
  /** Only for a limit order. */
  readonly priceTicks: bigint | null;
  readonly lots: bigint | null;
  /** What trades immediately against the book. */
  readonly immediate: Walk | null;
  /** Price limit of a market order: no fill is worse, even if the price moves meanwhile. */
  readonly worstTicks: bigint | null;
  /** Expected average price as text. */
  readonly entryPrice: string | null;
  readonly valueMinor: bigint | null;
  readonly marginMinor: bigint | null;
  readonly feeMinor: bigint | null;
  /** Margin and fee: the balance needed. */
  readonly neededMinor: bigint | null;
  readonly liquidation: Liquidation | null;
  /** Signed percent from the mark price to liquidation, two digits. */
  readonly liquidationPercent: string | null;
  /** Margin and fee: the most an isolated position can lose. */
  readonly worstMinor: bigint | null;
  readonly takeProfit: StopOutcome | null;
  readonly stopLoss: StopOutcome | null;
  readonly base: StopBase | null;
}

const NOTHING_YET = {
  immediate: null,
  worstTicks: null,
  entryPrice: null,
  valueMinor: null,
  marginMinor: null,
  feeMinor: null,
  neededMinor: null,
  liquidation: null,
  liquidationPercent: null,
  worstMinor: null,
  takeProfit: null,
  stopLoss: null,
  base: null,
} as const;

/** Typed lots; null when empty, zero or not a whole number. */
export function lotsOf(text: string): bigint | null {
  const lots = parseTyped(text, 0);
  return lots === null || lots <= 0n ? null : lots;
}

/** How far beyond the worst book price it needs now a market order may trade, in percent. */
const SLIP_PERCENT = 1n;

function worstOf(direction: Direction, walk: Walk): bigint | null {
  if (walk.worstTicks === null) return null;
  const slip = (walk.worstTicks * SLIP_PERCENT) / 100n;
  const worst = direction === 'long' ? walk.worstTicks + slip : walk.worstTicks - slip;
  return worst > 0n ? worst : 1n;
}

interface Opening {
  readonly walk: Walk;
  readonly valueMinor: bigint;
  readonly feeMinor: bigint;
}

/** Cost of opening `lots` now; null when part of them cannot be priced. */
function openingOf(
  context: TicketContext,
  direction: Direction,
  lots: bigint,
  limitTicks: bigint | null,
): Opening | null {
  const { contract } = context;
  const units = contractUnits(contract);
  const levels = direction === 'long' ? context.asks : context.bids;
  const accepts = (ticks: bigint) =>
    limitTicks === null || (direction === 'long' ? ticks <= limitTicks : ticks >= limitTicks);
  const walk = walkQuantity(levels, lots, units, { accepts });
  const taker = feeOf(walk.valueMinor, contract.taker_fee_percent);
  if (limitTicks === null) {
    return walk.lots === 0n ? null : { walk, valueMinor: walk.valueMinor, feeMinor: taker };
  }
  const rest = valueMinor(limitTicks, lots - walk.lots, units);
  const maker = feeOf(rest, contract.maker_fee_percent);
  return { walk, valueMinor: walk.valueMinor + rest, feeMinor: taker + maker };
}

/** Result of a stop at `ticks`, after the fees of opening and closing. */
export function stopOutcome(
  contract: WireContract,
  base: StopBase,
  ticks: bigint,
  marginMinor: bigint,
  paidFeeMinor: bigint,
): StopOutcome {
  const atStop = valueMinor(ticks, base.lots, base.units);
  const closing = feeOf(atStop, contract.taker_fee_percent);
  const resultMinor = realised(base.direction, base.openValueMinor, atStop) - paidFeeMinor - closing;
  return {
    ticks,
    price: formatTicks(ticks, base.units),
    resultMinor,
    percent: percentOf(resultMinor, marginMinor),
  };
}

/** Pure. Everything the form shows besides what was typed. */
export function summarise(ticket: Ticket, context: TicketContext): TicketSummary {
  const { contract, exposureMinor, mark } = context;
  const units = contractUnits(contract);
  const priceTicks = ticket.type === 'limit' ? parseTicks(ticket.price, units) : null;
  const lots = lotsOf(ticket.lots);
  const isPriced = ticket.type === 'market' || (priceTicks !== null && priceTicks > 0n);
  const opening = lots !== null && isPriced ? openingOf(context, ticket.direction, lots, priceTicks) : null;
  if (lots === null || !opening) return { ...NOTHING_YET, priceTicks, lots };

  const openedLots = ticket.type === 'market' ? opening.walk.lots : lots;
  const marginMinor = marginFor(opening.valueMinor, ticket.leverage);
  const tier = tierFor(contract, exposureMinor + opening.valueMinor);
  const liquidation = liquidationOf(contract, {
    direction: ticket.direction,
    lots: openedLots,
    openValueMinor: opening.valueMinor,
    marginMinor,
    maintenancePercent: tier.maintenancePercent,
  });
  const base: StopBase = {
    direction: ticket.direction,
    units,
    lots: openedLots,
    openValueMinor: opening.valueMinor,
    leverage: ticket.leverage,
  };
  const outcome = (kind: StopKind) => {
    const ticks = ticket.hasStops ? stopTicks(kind, ticket.stops.unit, ticket.stops[kind], base) : null;
    return ticks === null ? null : stopOutcome(contract, base, ticks, marginMinor, opening.feeMinor);
  };
  const neededMinor = marginMinor + opening.feeMinor;
  return {
    priceTicks,
    lots,
    immediate: opening.walk,
    worstTicks: ticket.type === 'market' ? worstOf(ticket.direction, opening.walk) : null,
    entryPrice: averagePrice(opening.valueMinor, openedLots, units),
    valueMinor: opening.valueMinor,
    marginMinor,
    feeMinor: opening.feeMinor,
    neededMinor,
    liquidation,
    liquidationPercent: liquidation && mark ? percentBetween(mark, liquidation.price) : null,
    worstMinor: neededMinor,
    takeProfit: outcome('takeProfit'),
    stopLoss: outcome('stopLoss'),
    base,
  };
}

/** The most lots whose margin and fee fit into `part` percent of the balance; 0 while unknown. */
export function lotsForPercent(ticket: Ticket, context: TicketContext, part: number): bigint {
  const { contract, availableMinor } = context;
  if (availableMinor === null || part <= 0) return 0n;
  const budget = (availableMinor * BigInt(Math.min(100, Math.round(part)))) / 100n;
  const units = contractUnits(contract);
  const limit = ticket.type === 'limit' ? parseTicks(ticket.price, units) : null;
  if (ticket.type === 'limit' && (limit === null || limit <= 0n)) return 0n;
  const fits = (lots: bigint) => {
    const opening = openingOf(context, ticket.direction, lots, limit);
    if (!opening || (ticket.type === 'market' && !opening.walk.complete)) return false;
    return marginFor(opening.valueMinor, ticket.leverage) + opening.feeMinor <= budget;
  };
  let [low, high] = [0n, BigInt(contract.max_order_lots)];
  while (low < high) {
    const middle = (low + high + 1n) / 2n;
    if (fits(middle)) low = middle;
    else high = middle - 1n;
  }
  return low;
}
