import { formatMinor } from '@tallystick/core/money/decimal';
import type { WireContract } from '@tallystick/protocol/wire';
import { formatTicks, parseTicks, parseTyped, type MarketUnits } from '#lib/market-units.ts';
import { contractUnits, type Direction } from './contract.ts';
import { priceBand, tierFor } from './figures.ts';
import { hasPrice, isPostOnly } from './order-types.ts';
import { stopDecimals, wayOf, type StopKind } from './stops.ts';
import type { TicketContext, TicketSummary } from './summary.ts';
import type { Stops, Ticket } from './ticket.ts';

export type ProblemCode =
  | 'market_halted'
  | 'market_cancel_only'
  | 'stale'
  | 'price_required'
  | 'price_step'
  | 'price_out_of_band'
  | 'price_beyond_bankruptcy'
  | 'lots_required'
  | 'lots_too_many'
  | 'not_enough_lots'
  | 'not_enough_free'
  | 'nothing_to_reduce'
  | 'all_closing'
  | 'tier_multiple'
  | 'customer_limit'
  | 'take_profit_side'
  | 'stop_loss_side'
  | 'stop_loss_beyond'
  | 'stop_step'
  | 'stop_required'
  | 'insufficient_balance'
  | 'amount_required'
  | 'margin_too_large'
  | 'margin_below_initial'
  | 'stop_loss_first'
  | 'leverage_required'
  | 'post_only_would_take'
  | 'no_liquidity'
  | 'cannot_fill'
  | 'liquidated_at_once';

export type ProblemField = 'form' | 'price' | 'lots' | 'takeProfit' | 'stopLoss' | 'amount';

/** Values in the text: amounts and prices as decimal strings, others already formatted. */
export interface ProblemParams {
  readonly step?: string;
  readonly lowest?: string;
  readonly highest?: string;
  readonly price?: string;
  readonly best?: string;
  /** Lots, or an amount together with `currency`. */
  readonly most?: string;
  readonly available?: string;
  readonly multiple?: string;
  readonly side?: 'above' | 'below';
  readonly currency?: string;
}

export interface Problem {
  readonly code: ProblemCode;
  readonly field: ProblemField;
  readonly params: ProblemParams;
}

/** Incomplete rather than wrong: the button asks for the value, but the field is not marked. */
export const UNFINISHED: readonly ProblemCode[] = [
  'price_required',
  'lots_required',
  'amount_required',
  'stop_required',
  'leverage_required',
];

export function problem(code: ProblemCode, field: ProblemField, params: ProblemParams = {}): Problem {
  return { code, field, params };
}

function ofContract({ contract, stale }: TicketContext): Problem[] {
  if (contract.status === 'halted') return [problem('market_halted', 'form')];
  if (contract.status === 'cancel_only') return [problem('market_cancel_only', 'form')];
  return stale ? [problem('stale', 'form')] : [];
}

function ofPrice(
  ticket: Ticket,
  context: TicketContext,
  summary: TicketSummary,
  units: MarketUnits,
): Problem[] {
  if (!hasPrice(ticket.type)) return [];
  const typed = parseTyped(ticket.price, units.priceDecimals);
  if (typed === null || typed <= 0n) return [problem('price_required', 'price')];
  const { priceTicks } = summary;
  if (priceTicks === null) return [problem('price_step', 'price', { step: context.contract.tick_size })];
  const band = priceBand(context.contract, context.mark);
  if (band && (priceTicks < band.lowest || priceTicks > band.highest)) {
    const params = { lowest: formatTicks(band.lowest, units), highest: formatTicks(band.highest, units) };
    return [problem('price_out_of_band', 'price', params)];
  }
  return [];
}

function ofLots({ contract }: TicketContext, { lots }: TicketSummary): Problem[] {
  if (lots === null) return [problem('lots_required', 'lots')];
  if (lots > BigInt(contract.max_order_lots)) {
    return [problem('lots_too_many', 'lots', { most: String(contract.max_order_lots) })];
  }
  return [];
}

/** What stops are checked against. */
export interface StopBounds {
  readonly contract: WireContract;
  readonly direction: Direction;
  /** The mark, or a resting order's price: a take-profit lies on its profit side, a stop-loss on the other. */
  readonly referenceTicks: bigint | null;
  /** A stop-loss at or beyond it would never fire. */
  readonly liquidationTicks: bigint | null;
}

function stopProblem(
  kind: StopKind,
  stops: Stops,
  ticks: bigint | null,
  { contract, direction, referenceTicks, liquidationTicks }: StopBounds,
): Problem[] {
  const text = stops[kind];
  if (text === '') return [];
  const units = contractUnits(contract);
  const typed = parseTyped(text, stopDecimals(stops.unit, units));
  if (typed === null || typed <= 0n) return [problem('stop_required', kind)];
  // Percentages are rounded to a tick. Without an expected entry they cannot be checked yet.
  if (ticks === null) {
    return stops.unit === 'price' ? [problem('stop_step', kind, { step: contract.tick_size })] : [];
  }
  const profitSide = wayOf(direction) === 1n ? 'above' : 'below';
  const isTarget = kind === 'takeProfit';
  const side = isTarget === (profitSide === 'above') ? 'above' : 'below';
  if (referenceTicks !== null && (side === 'above' ? ticks <= referenceTicks : ticks >= referenceTicks)) {
    const params = { side, price: formatTicks(referenceTicks, units) } as const;
    return [problem(isTarget ? 'take_profit_side' : 'stop_loss_side', kind, params)];
  }
  if (isTarget || liquidationTicks === null) return [];
  const isBeyond = side === 'below' ? ticks <= liquidationTicks : ticks >= liquidationTicks;
  if (!isBeyond) return [];
  return [problem('stop_loss_beyond', kind, { price: formatTicks(liquidationTicks, units) })];
}

export interface StopTicks {
  readonly takeProfit: bigint | null;
  readonly stopLoss: bigint | null;
}

/** Problems of both stops. */
export function validateStops(stops: Stops, ticks: StopTicks, bounds: StopBounds): Problem[] {
  return [
    ...stopProblem('takeProfit', stops, ticks.takeProfit, bounds),
    ...stopProblem('stopLoss', stops, ticks.stopLoss, bounds),
  ];
}

function ofStops(
  ticket: Ticket,
  context: TicketContext,
  summary: TicketSummary,
  units: MarketUnits,
): Problem[] {
  if (!ticket.hasStops) return [];
  if (ticket.stops.takeProfit === '' && ticket.stops.stopLoss === '') {
    return [problem('stop_required', 'takeProfit')];
  }
  const ticks = {
    takeProfit: summary.takeProfit?.ticks ?? null,
    stopLoss: summary.stopLoss?.ticks ?? null,
  };
  return validateStops(ticket.stops, ticks, {
    contract: context.contract,
    direction: ticket.direction,
    referenceTicks: hasPrice(ticket.type) ? summary.priceTicks : markTicks(context.mark, units),
    liquidationTicks: summary.liquidation?.ticks ?? null,
  });
}

/** The mark price truncated to whole ticks; null while unknown. */
export function markTicks(mark: string | null, units: MarketUnits): bigint | null {
  if (mark === null) return null;
  const [whole = '', fraction = ''] = mark.split('.');
  const cut = parseTyped(`${whole}.${fraction.slice(0, units.priceDecimals)}`, units.priceDecimals);
  return cut === null ? parseTicks(mark, units) : cut / units.tick;
}

function ofSize(ticket: Ticket, context: TicketContext, summary: TicketSummary): Problem[] {
  const { contract, exposureMinor } = context;
  const { valueMinor } = summary;
  if (valueMinor === null) return [];
  const exposure = exposureMinor + valueMinor;
  const most = parseTyped(contract.max_customer_value, contract.quote.decimals);
  if (most !== null && exposure > most) {
    const params = { most: contract.max_customer_value, currency: contract.quote.code };
    return [problem('customer_limit', 'lots', params)];
  }
  const tier = tierFor(contract, exposure);
  if (ticket.leverage > tier.maxMultiple) {
    return [problem('tier_multiple', 'lots', { multiple: `${tier.maxMultiple}×` })];
  }
  return [];
}

function ofBalance({ contract, availableMinor }: TicketContext, { neededMinor }: TicketSummary): Problem[] {
  if (availableMinor === null || neededMinor === null || neededMinor <= availableMinor) return [];
  const params = {
    available: formatMinor(availableMinor, contract.quote.decimals),
    currency: contract.quote.code,
  };
  return [problem('insufficient_balance', 'lots', params)];
}

function ofDepth(ticket: Ticket, context: TicketContext, summary: TicketSummary): Problem[] {
  if (isPostOnly(ticket.type) && summary.immediate && summary.immediate.lots > 0n) {
    const [best] = ticket.direction === 'long' ? context.asks : context.bids;
    const text = best ? formatTicks(best.ticks, contractUnits(context.contract)) : '';
    return [problem('post_only_would_take', 'price', { best: text })];
  }
  if (hasPrice(ticket.type) || !context.bookKnown) return [];
  const walk = summary.immediate;
  if (!walk || walk.lots === 0n) return [problem('no_liquidity', 'form')];
  return walk.complete ? [] : [problem('cannot_fill', 'lots', { most: String(walk.lots) })];
}

function ofLiquidation(ticket: Ticket, { mark, contract }: TicketContext, summary: TicketSummary): Problem[] {
  if (hasPrice(ticket.type) || !summary.liquidation) return [];
  const now = markTicks(mark, contractUnits(contract));
  if (now === null) return [];
  const { ticks } = summary.liquidation;
  const isBeyond = ticket.direction === 'long' ? ticks >= now : ticks <= now;
  return isBeyond ? [problem('liquidated_at_once', 'lots')] : [];
}

/**
 * All problems of the order, in the order of the form. The button shows the first.
 * Empty = it can be sent.
 */
export function validate(ticket: Ticket, context: TicketContext, summary: TicketSummary): Problem[] {
  const units = contractUnits(context.contract);
  const problems = [
    ...ofContract(context),
    ...ofPrice(ticket, context, summary, units),
    ...ofLots(context, summary),
  ];
  // Size, balance and depth are checked only for a complete order.
  if (problems.some(found => found.field !== 'form')) return problems;
  return [
    ...problems,
    ...ofDepth(ticket, context, summary),
    ...ofSize(ticket, context, summary),
    ...ofBalance(context, summary),
    ...ofLiquidation(ticket, context, summary),
    ...ofStops(ticket, context, summary, units),
  ];
}
