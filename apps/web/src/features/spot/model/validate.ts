import { formatMinor } from '@tallystick/core/money/decimal';
import {
  formatLots,
  formatTicks,
  parseTyped,
  unitsOf,
  valueMinor,
  type MarketUnits,
} from '#lib/market-units.ts';
import { hasPrice, hasTrail, hasTrigger, sizeUnits } from './order-types.ts';
import { triggerE8, watchedE8, watchedPrice, type TicketContext, type TicketSummary } from './summary.ts';
import { rests, type Ticket } from './ticket.ts';
import { parseTrail, TRAIL_PERCENT_DECIMALS, TRAIL_PERCENTS } from './trail.ts';

/** Codes that the server also uses have the server's names. */
export type ProblemCode =
  | 'market_halted'
  | 'market_cancel_only'
  | 'trigger_required'
  | 'trigger_step'
  | 'trigger_would_fire'
  | 'trigger_passed'
  | 'no_price_yet'
  | 'trail_required'
  | 'trail_percent'
  | 'trail_step'
  | 'trail_too_far'
  | 'expiry_in_past'
  | 'price_required'
  | 'price_step'
  | 'price_out_of_band'
  | 'amount_required'
  | 'quantity_step'
  | 'below_one_lot'
  | 'below_min_notional'
  | 'insufficient_balance'
  | 'insufficient_sellable_balance'
  | 'post_only_would_take'
  | 'no_liquidity'
  | 'cannot_fill'
  | 'amend_below_filled';

export type TicketField = 'form' | 'trail' | 'trigger' | 'price' | 'size';

/** Values in the text: amounts and prices as decimal strings, currencies as codes. */
export interface ProblemParams {
  readonly step?: string;
  readonly last?: string;
  readonly lowest?: string;
  readonly highest?: string;
  readonly least?: string;
  readonly available?: string;
  readonly best?: string;
  readonly fillable?: string;
  readonly filled?: string;
  readonly currency?: string;
}

export interface Problem {
  readonly code: ProblemCode;
  readonly field: TicketField;
  readonly params: ProblemParams;
}

/** Incomplete rather than wrong: the field is not marked. */
export const UNFINISHED: readonly ProblemCode[] = [
  'price_required',
  'trigger_required',
  'trail_required',
  'amount_required',
];

function problem(code: ProblemCode, field: TicketField, params: ProblemParams = {}): Problem {
  return { code, field, params };
}

function ofMarket({ market }: TicketContext): Problem[] {
  if (market.status === 'halted') return [problem('market_halted', 'form')];
  if (market.status === 'cancel_only') return [problem('market_cancel_only', 'form')];
  return [];
}

function ofTime({ type, timeInForce, lasting }: Ticket, { nowMs }: TicketContext): Problem[] {
  const isOver = timeInForce === 'GTD' && 'untilMs' in lasting && lasting.untilMs <= nowMs;
  return isOver && hasPrice(type) ? [problem('expiry_in_past', 'form')] : [];
}

function isPositive(text: string, decimals: number): boolean {
  const value = parseTyped(text, decimals);
  return value !== null && value > 0n;
}

function ofTrigger(
  ticket: Ticket,
  context: TicketContext,
  summary: TicketSummary,
  units: MarketUnits,
): Problem[] {
  if (!hasTrigger(ticket.type)) return [];
  if (!isPositive(ticket.trigger, units.priceDecimals)) return [problem('trigger_required', 'trigger')];
  if (summary.triggerTicks === null) {
    return [problem('trigger_step', 'trigger', { step: context.market.tick_size })];
  }
  const watched = watchedE8(ticket.source, context);
  const trigger = triggerE8(summary.triggerTicks, units);
  const last = watchedPrice(ticket.source, context) ?? '';
  if (watched === trigger) return [problem('trigger_would_fire', 'trigger', { last })];
  if (watched === null || summary.direction === (trigger > watched ? 'rises' : 'falls')) return [];
  return [problem('trigger_passed', 'trigger', { last })];
}

function ofTrail(
  ticket: Ticket,
  context: TicketContext,
  { triggerTicks, fireTicks }: TicketSummary,
  units: MarketUnits,
): Problem[] {
  if (!hasTrail(ticket.type)) return [];
  const { by, text } = ticket.trail;
  const isPercent = by === 'percent';
  if (!isPositive(text, isPercent ? TRAIL_PERCENT_DECIMALS : units.priceDecimals)) {
    return [problem('trail_required', 'trail')];
  }
  if (parseTrail(ticket.trail, units) === null) {
    return isPercent
      ? [problem('trail_percent', 'trail', { lowest: TRAIL_PERCENTS.least, highest: TRAIL_PERCENTS.most })]
      : [problem('trail_step', 'trail', { step: context.market.tick_size })];
  }
  if (ticket.trigger !== '' && (triggerTicks === null || triggerTicks === 0n)) {
    return [problem('trigger_step', 'trigger', { step: context.market.tick_size })];
  }
  if (watchedE8(ticket.source, context) === null) return [problem('no_price_yet', 'form')];
  return fireTicks === null ? [problem('trail_too_far', 'trail')] : [];
}

function ofPrice(
  ticket: Ticket,
  context: TicketContext,
  summary: TicketSummary,
  units: MarketUnits,
): Problem[] {
  if (!hasPrice(ticket.type)) return [];
  if (!isPositive(ticket.price, units.priceDecimals)) return [problem('price_required', 'price')];
  const { priceTicks, band } = summary;
  if (priceTicks === null) return [problem('price_step', 'price', { step: context.market.tick_size })];
  if (band && (priceTicks < band.lowest || priceTicks > band.highest)) {
    const params = { lowest: formatTicks(band.lowest, units), highest: formatTicks(band.highest, units) };
    return [problem('price_out_of_band', 'price', params)];
  }
  return [];
}

function ofSize(
  ticket: Ticket,
  context: TicketContext,
  summary: TicketSummary,
  units: MarketUnits,
): Problem[] {
  const { market } = context;
  const { unit, text } = ticket.size;
  const decimals = unit === 'base' ? units.quantityDecimals : units.quoteDecimals;
  if (!sizeUnits(ticket).includes(unit) || !isPositive(text, decimals)) {
    return [problem('amount_required', 'size')];
  }
  if (unit === 'base' && summary.lots === null) {
    return [problem('quantity_step', 'size', { step: market.lot_size, currency: market.base.code })];
  }
  if (unit === 'quote' && summary.lots === 0n) {
    const least = summary.priceTicks ? valueMinor(summary.priceTicks, 1n, units) : 0n;
    return [
      problem('below_one_lot', 'size', {
        least: formatMinor(least, units.quoteDecimals),
        currency: market.quote.code,
      }),
    ];
  }
  const least = parseTyped(market.min_notional, units.quoteDecimals) ?? 0n;
  if (summary.valueMinor !== null && summary.valueMinor < least) {
    const params = { least: market.min_notional, currency: market.quote.code };
    return [problem('below_min_notional', 'size', params)];
  }
  return [];
}

function ofBalance(
  ticket: Ticket,
  { market, available }: TicketContext,
  { neededMinor }: TicketSummary,
): Problem[] {
  const buys = ticket.side === 'buy';
  const availableMinor = buys ? available.quoteMinor : available.baseMinor;
  if (availableMinor === null || neededMinor === null || neededMinor <= availableMinor) return [];
  const currency = buys ? market.quote : market.base;
  const code = buys ? 'insufficient_balance' : 'insufficient_sellable_balance';
  const params = { available: formatMinor(availableMinor, currency.decimals), currency: currency.code };
  return [problem(code, 'size', params)];
}

function ofDepth(
  ticket: Ticket,
  context: TicketContext,
  summary: TicketSummary,
  units: MarketUnits,
): Problem[] {
  const walk = summary.immediate;
  if (!context.bookKnown || !walk) return [];
  if (ticket.postOnly && walk.lots > 0n) {
    const best = ticket.side === 'buy' ? context.asks[0] : context.bids[0];
    return [problem('post_only_would_take', 'price', { best: best ? formatTicks(best.ticks, units) : '' })];
  }
  const takesOnly = ticket.type === 'market' || !rests(ticket.timeInForce);
  if (!takesOnly) return [];
  // The customer would rather have it end at once than be refused.
  if (ticket.extras.endsUnfilled) return [];
  if (walk.lots === 0n) return [problem('no_liquidity', 'form')];
  // An IOC order allows a partial fill.
  if (walk.complete || ticket.timeInForce === 'IOC') return [];
  const params = { fillable: formatLots(walk.lots, units), currency: context.market.base.code };
  return [problem('cannot_fill', 'size', params)];
}

/**
 * All problems of the order, in the order of the form. The button shows the first.
 * Empty = it can be sent.
 */
export function validate(ticket: Ticket, context: TicketContext, summary: TicketSummary): Problem[] {
  const units = unitsOf(context.market);
  const problems = [
    ...ofMarket(context),
    ...ofTrigger(ticket, context, summary, units),
    ...ofTrail(ticket, context, summary, units),
    ...ofPrice(ticket, context, summary, units),
    ...ofSize(ticket, context, summary, units),
    ...ofTime(ticket, context),
  ];
  // Balance and depth are checked only for a complete order.
  if (problems.some(found => found.field !== 'form')) return problems;
  return [...problems, ...ofBalance(ticket, context, summary), ...ofDepth(ticket, context, summary, units)];
}
