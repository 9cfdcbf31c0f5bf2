import { realised } from '@tallystick/core/perpetual/formulas';
import type { WireContract } from '@tallystick/protocol/wire';
import { walkQuantity, type Walk } from '#lib/book-walk.ts';
import { formatTicks, parseTicks, parseTyped, valueMinor, type Level } from '#lib/market-units.ts';
import type { ClosePreview } from './close-preview.ts';
import { contractUnits, type Direction } from './contract.ts';
import {
  averagePrice,
  feeOf,
  liquidationOf,
  marginFor,
  percentBetween,
  percentOf,
  ppmOf,
  tierFor,
  percentOfPpm,
  type Liquidation,
  type LiquidationInput,
} from './figures.ts';
import { crossLiquidation, type Carrier } from './cross.ts';
import { closedFirst, increased, type Held } from './held.ts';
import { hasPrice } from './order-types.ts';
import { minorOf } from './positions.ts';
import { stopTicks, type StopBase, type StopKind } from './stops.ts';
import type { Ticket } from './ticket.ts';

/** What the form is checked against: the current contract, balance, prices and book. */
export interface TicketContext {
  readonly contract: WireContract;
  /** Contract balance in minor units; null for visitors and while unknown. */
  readonly availableMinor: bigint | null;
  /** Value at entry of the customer's positions and opening orders in this contract; it counts for the tier. */
  readonly exposureMinor: bigint;
  readonly held: Held;
  /** Set while the contract is on cross margin: what carries its positions. */
  readonly carrier?: Carrier | undefined;
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
  /** Lots of the opposite position that it closes before it opens any. The money figures are of what it opens. */
  readonly closesLots: bigint;
  /** Of an order that only closes. */
  readonly closing: ClosePreview | null;
  /** What trades immediately against the book. */
  readonly immediate: Walk | null;
  /** Price limit of a market order: no fill is worse, even if the price moves meanwhile. */
  readonly worstTicks: bigint | null;
  /** Expected average price as text. */
  readonly entryPrice: string | null;
  /** Of all lots, and of those that it opens. */
  readonly wholeMinor: bigint | null;
  readonly valueMinor: bigint | null;
  readonly marginMinor: bigint | null;
  readonly feeMinor: bigint | null;
  /** Margin and fee: the balance needed. */
  readonly neededMinor: bigint | null;
  readonly liquidation: Liquidation | null;
  /** Signed percent from the mark price to liquidation, two digits. */
  readonly liquidationPercent: string | null;
  /** Margin and fee, with the margin of the position that it increases: the most an isolated position can lose. On cross: the account's equity. */
  readonly worstMinor: bigint | null;
  readonly takeProfit: StopOutcome | null;
  readonly stopLoss: StopOutcome | null;
  readonly base: StopBase | null;
}

export const NOTHING_YET = {
  closesLots: 0n,
  closing: null,
  immediate: null,
  worstTicks: null,
  entryPrice: null,
  wholeMinor: null,
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

export function worstOf(direction: Direction, walk: Walk): bigint | null {
  if (walk.worstTicks === null) return null;
  const slip = (walk.worstTicks * SLIP_PERCENT) / 100n;
  const worst = direction === 'long' ? walk.worstTicks + slip : walk.worstTicks - slip;
  return worst > 0n ? worst : 1n;
}

interface Opening {
  /** Of all lots. */
  readonly walk: Walk;
  readonly closesLots: bigint;
  /** Of the lots that it opens. */
  readonly lots: bigint;
  readonly valueMinor: bigint;
  /** Value of all lots. */
  readonly wholeMinor: bigint;
  readonly feeMinor: bigint;
}

/** Cost of an order now: it closes first, and opens with what is left. Null when part of it cannot be priced. */
function openingOf(
  context: TicketContext,
  ticket: Ticket,
  lots: bigint,
  limitTicks: bigint | null,
): Opening | null {
  const { direction } = ticket;
  const { contract } = context;
  const units = contractUnits(contract);
  const levels = direction === 'long' ? context.asks : context.bids;
  const accepts = (ticks: bigint) =>
    limitTicks === null || (direction === 'long' ? ticks <= limitTicks : ticks >= limitTicks);
  const walk = walkQuantity(levels, lots, units, { accepts });
  const most = BigInt(closedFirst(ticket, context.held)?.holding_lots ?? 0);
  const closesLots = walk.lots < most ? walk.lots : most;
  const closed = closesLots === 0n ? 0n : walkQuantity(levels, closesLots, units, { accepts }).valueMinor;
  const takenMinor = walk.valueMinor - closed;
  const taker = feeOf(takenMinor, contract.taker_fee_percent);
  if (limitTicks === null) {
    if (walk.lots === 0n) return null;
    const opened = walk.lots - closesLots;
    const wholeMinor = walk.valueMinor;
    return { walk, closesLots, lots: opened, valueMinor: takenMinor, wholeMinor, feeMinor: taker };
  }
  const rest = valueMinor(limitTicks, lots - walk.lots, units);
  const maker = feeOf(rest, contract.maker_fee_percent);
  const feeMinor = taker + maker;
  return {
    walk,
    closesLots,
    lots: lots - closesLots,
    valueMinor: takenMinor + rest,
    wholeMinor: walk.valueMinor + rest,
    feeMinor,
  };
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

type Part = Omit<LiquidationInput, 'direction'>;

/** The position that the order's lots become part of: the sums of both, and the mean of their maintenance rates by lots. */
function together(ticket: Ticket, { contract, held }: TicketContext, part: Part): LiquidationInput {
  const { direction } = ticket;
  const position = increased(ticket, held);
  if (position === null) return { direction, ...part };
  const { decimals } = contract.quote;
  const lots = BigInt(position.holding_lots) + part.lots;
  const rates =
    BigInt(ppmOf(position.maintenance_percent)) * BigInt(position.holding_lots) +
    BigInt(ppmOf(part.maintenancePercent)) * part.lots;
  return {
    direction,
    lots,
    openValueMinor: minorOf(position.open_value, decimals) + part.openValueMinor,
    marginMinor: minorOf(position.margin, decimals) + part.marginMinor,
    maintenancePercent: percentOfPpm(rates / lots),
  };
}

/** Pure. Everything the form shows besides what was typed. */
export function summarise(ticket: Ticket, context: TicketContext): TicketSummary {
  const { contract, exposureMinor, mark } = context;
  const units = contractUnits(contract);
  const isLimit = hasPrice(ticket.type);
  const priceTicks = isLimit ? parseTicks(ticket.price, units) : null;
  const lots = lotsOf(ticket.lots);
  const isPriced = !isLimit || (priceTicks !== null && priceTicks > 0n);
  const opening = lots !== null && isPriced ? openingOf(context, ticket, lots, priceTicks) : null;
  if (lots === null || !opening) return { ...NOTHING_YET, priceTicks, lots };

  const marginMinor = marginFor(opening.valueMinor, ticket.leverage);
  const tier = tierFor(contract, exposureMinor + opening.valueMinor);
  const position = together(ticket, context, {
    lots: opening.lots,
    openValueMinor: opening.valueMinor,
    marginMinor,
    maintenancePercent: tier.maintenancePercent,
  });
  const { carrier } = context;
  const liquidation =
    opening.lots === 0n
      ? null
      : carrier === undefined
        ? liquidationOf(contract, position)
        : crossLiquidation(
            contract,
            {
              direction: ticket.direction,
              lots: opening.lots,
              openValueMinor: opening.valueMinor,
              feeMinor: opening.feeMinor,
              maintenancePercent: tier.maintenancePercent,
            },
            carrier,
            mark,
          );
  const base: StopBase = {
    direction: ticket.direction,
    units,
    lots: position.lots,
    openValueMinor: position.openValueMinor,
    leverage: ticket.leverage,
  };
  const outcome = (kind: StopKind) => {
    const ticks = ticket.hasStops ? stopTicks(kind, ticket.stops.unit, ticket.stops[kind], base) : null;
    return ticks === null ? null : stopOutcome(contract, base, ticks, position.marginMinor, opening.feeMinor);
  };
  const neededMinor = marginMinor + opening.feeMinor;
  return {
    priceTicks,
    lots,
    closesLots: opening.closesLots,
    closing: null,
    immediate: opening.walk,
    worstTicks: isLimit ? null : worstOf(ticket.direction, opening.walk),
    entryPrice:
      opening.lots === 0n
        ? averagePrice(opening.walk.valueMinor, opening.walk.lots, units)
        : averagePrice(opening.valueMinor, opening.lots, units),
    wholeMinor: opening.wholeMinor,
    valueMinor: opening.valueMinor,
    marginMinor,
    feeMinor: opening.feeMinor,
    neededMinor,
    liquidation,
    liquidationPercent: liquidation && mark ? percentBetween(mark, liquidation.price) : null,
    worstMinor: carrier === undefined ? position.marginMinor + opening.feeMinor : carrier.equityMinor,
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
  const isLimit = hasPrice(ticket.type);
  const limit = isLimit ? parseTicks(ticket.price, units) : null;
  if (isLimit && (limit === null || limit <= 0n)) return 0n;
  const fits = (lots: bigint) => {
    const opening = openingOf(context, ticket, lots, limit);
    if (!opening || (!isLimit && !opening.walk.complete)) return false;
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
