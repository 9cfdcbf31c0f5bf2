import { formatMinor, rescale } from '@tallystick/core/money/decimal';
import type { WireMarket } from '@tallystick/protocol/wire';
import {
  formatLots,
  formatTicks,
  parseLots,
  parseTicks,
  parseTyped,
  unitsOf,
  valueMinor,
  type Level,
  type MarketUnits,
} from '#lib/market-units.ts';
import { hasPrice, hasTrail, watches, type Side } from './order-types.ts';
import { rests, type Available, type Ticket, type TriggerDirection, type TriggerSource } from './ticket.ts';
import { fireTicks, followsAt, parseTrail, watchedTicks } from './trail.ts';
import { walkBudget, walkQuantity, type Walk } from '#lib/book-walk.ts';

/** What the form is checked against: the current market, balance and book. */
export interface TicketContext {
  readonly market: WireMarket;
  readonly available: Available;
  /** Best first; empty while unknown or when that side is empty. */
  readonly bids: readonly Level[];
  readonly asks: readonly Level[];
  /** False until the first snapshot of the book; depth is unknown until then. */
  readonly bookKnown: boolean;
  /** Decimal strings; null while unknown. */
  readonly lastPrice: string | null;
  readonly indexPrice: string | null;
  /** By the server's clock. */
  readonly nowMs: number;
}

/** Lowest and highest price the market accepts now, in ticks. */
export interface PriceBand {
  readonly lowest: bigint;
  readonly highest: bigint;
}

/** Everything derived from ticket and context; null = unknown yet. Amounts in minor units. */
export interface TicketSummary {
  readonly priceTicks: bigint | null;
  readonly triggerTicks: bigint | null;
  /** Where it fires: at the trigger; of a trailing stop as of now, or from its activation price. */
  readonly fireTicks: bigint | null;
  /** Which way the price has to go to the trigger; null for other orders, and while unknown. */
  readonly direction: TriggerDirection | null;
  readonly lots: bigint | null;
  readonly budgetMinor: bigint | null;
  /** Texts of quantity and total, for the field the customer did not type in. */
  readonly quantityText: string;
  readonly totalText: string;
  /** What trades immediately against the book; null for stops. */
  readonly immediate: Walk | null;
  /** The balance needed: quote for buys, base for sells. */
  readonly neededMinor: bigint | null;
  /** Value in quote currency; null while unknown. */
  readonly valueMinor: bigint | null;
  readonly feeMinor: bigint | null;
  /** Both the maker and the taker fee if the order pays both. */
  readonly feePercents: readonly string[];
  /** After the fee. */
  readonly receiveMinor: bigint | null;
  /** The least favourable price this order can trade at, as text. */
  readonly worstPrice: string | null;
  readonly band: PriceBand | null;
}

const PPM = 1_000_000n;

/** `'0.1'` percent → 1000 ppm. */
export function percentToPpm(percent: string): bigint {
  return parseTyped(percent, 4) ?? 0n;
}

/** Index prices have eight decimals, finer than any tick. */
const INDEX_DECIMALS = 8;

/**
 * The band around the index (before there is one, the last price), rounded inwards to whole ticks; null when the
 * market has none or the price is unknown. The same arithmetic as in the core, so that both refuse the same prices.
 */
export function priceBand(market: WireMarket, reference: string | null): PriceBand | null {
  const ppm = percentToPpm(market.price_band_percent);
  const middle = reference === null ? null : parseTyped(reference, INDEX_DECIMALS);
  if (ppm === 0n || !middle) return null;
  const units = unitsOf(market);
  const tickE8 = rescale(units.tick, units.priceDecimals, INDEX_DECIMALS);
  const width = (middle * ppm) / PPM;
  const lowest = (middle - width + tickE8 - 1n) / tickE8;
  return { lowest: lowest > 1n ? lowest : 1n, highest: (middle + width) / tickE8 };
}

interface Fill {
  /** Lots and value that pay the taker's and the maker's fee. */
  readonly takerLots: bigint;
  readonly takerMinor: bigint;
  readonly makerLots: bigint;
  readonly makerMinor: bigint;
}

function settle(ticket: Ticket, market: WireMarket, units: MarketUnits, fill: Fill) {
  const inBase = ticket.side === 'buy';
  const takerGross = inBase ? fill.takerLots * units.baseMinorPerLot : fill.takerMinor;
  const makerGross = inBase ? fill.makerLots * units.baseMinorPerLot : fill.makerMinor;
  const feeMinor =
    (takerGross * percentToPpm(market.taker_fee_percent)) / PPM +
    (makerGross * percentToPpm(market.maker_fee_percent)) / PPM;
  const feePercents = [
    ...(fill.makerLots > 0n ? [market.maker_fee_percent] : []),
    ...(fill.takerLots > 0n ? [market.taker_fee_percent] : []),
  ];
  return {
    feeMinor,
    feePercents: [...new Set(feePercents)],
    receiveMinor: takerGross + makerGross - feeMinor,
    valueMinor: fill.takerMinor + fill.makerMinor,
  };
}

const NOTHING_YET = { feeMinor: null, feePercents: [], receiveMinor: null, valueMinor: null } as const;

function limitFill(ticket: Ticket, context: TicketContext, units: MarketUnits, ticks: bigint, lots: bigint) {
  if (ticket.type === 'stop_limit') {
    // Maker or taker is decided only after the trigger, so the estimate uses the higher fee.
    const value = valueMinor(ticks, lots, units);
    return { walk: null, fill: { takerLots: lots, takerMinor: value, makerLots: 0n, makerMinor: 0n } };
  }
  const levels = ticket.side === 'buy' ? context.asks : context.bids;
  const accepts = (level: bigint) => (ticket.side === 'buy' ? level <= ticks : level >= ticks);
  const walk = walkQuantity(levels, lots, units, { accepts });
  const makerLots = rests(ticket.timeInForce) ? lots - walk.lots : 0n;
  const makerMinor = valueMinor(ticks, makerLots, units);
  return { walk, fill: { takerLots: walk.lots, takerMinor: walk.valueMinor, makerLots, makerMinor } };
}

function summariseLimit(ticket: Ticket, context: TicketContext, units: MarketUnits) {
  const { market } = context;
  const priceTicks = parseTicks(ticket.price, units);
  const typedTotal = ticket.size.unit === 'quote' ? parseTyped(ticket.size.text, units.quoteDecimals) : null;
  const lots =
    ticket.size.unit === 'base'
      ? parseLots(ticket.size.text, units)
      : priceTicks && typedTotal !== null
        ? typedTotal / valueMinor(priceTicks, 1n, units)
        : null;
  const worst = priceTicks !== null && lots !== null ? valueMinor(priceTicks, lots, units) : null;
  const neededMinor = ticket.side === 'sell' ? (lots === null ? null : lots * units.baseMinorPerLot) : worst;
  const isComplete = priceTicks !== null && lots !== null && priceTicks > 0n && lots > 0n;
  const outcome = isComplete ? limitFill(ticket, context, units, priceTicks, lots) : null;
  return {
    priceTicks,
    lots,
    budgetMinor: null,
    immediate: outcome?.walk ?? null,
    neededMinor,
    worstPrice: priceTicks ? formatTicks(priceTicks, units) : null,
    quantityText: lots === null || lots === 0n ? '' : formatLots(lots, units),
    totalText: worst === null || worst === 0n ? '' : formatMinor(worst, units.quoteDecimals),
    ...(outcome ? settle(ticket, market, units, outcome.fill) : NOTHING_YET),
    // The minimum order value applies to the whole order, filled or not.
    valueMinor: worst,
  };
}

function summariseMarket(ticket: Ticket, context: TicketContext, units: MarketUnits, band: PriceBand | null) {
  const levels = ticket.side === 'buy' ? context.asks : context.bids;
  const accepts = (ticks: bigint) => !band || (ticks >= band.lowest && ticks <= band.highest);
  const byBudget = ticket.size.unit === 'quote';
  const budgetMinor = byBudget ? parseTyped(ticket.size.text, units.quoteDecimals) : null;
  const lots = byBudget ? null : parseLots(ticket.size.text, units);
  const walk =
    budgetMinor !== null && budgetMinor > 0n
      ? walkBudget(levels, budgetMinor, units, { accepts })
      : lots !== null && lots > 0n
        ? walkQuantity(levels, lots, units, { accepts })
        : null;
  const sells = lots === null ? null : lots * units.baseMinorPerLot;
  return {
    priceTicks: null,
    lots,
    budgetMinor,
    immediate: walk,
    neededMinor: ticket.side === 'sell' ? sells : (budgetMinor ?? walk?.valueMinor ?? null),
    worstPrice: walk?.worstTicks ? formatTicks(walk.worstTicks, units) : null,
    quantityText: walk && walk.lots > 0n ? formatLots(walk.lots, units) : '',
    totalText: walk && walk.valueMinor > 0n ? formatMinor(walk.valueMinor, units.quoteDecimals) : '',
    ...(walk && walk.lots > 0n
      ? settle(ticket, context.market, units, {
          takerLots: walk.lots,
          takerMinor: walk.valueMinor,
          makerLots: 0n,
          makerMinor: 0n,
        })
      : NOTHING_YET),
    ...(budgetMinor !== null ? { valueMinor: budgetMinor } : {}),
  };
}

/** A stop trades at future book prices; where it fires is the only price to estimate with. */
function summariseStopMarket(
  ticket: Ticket,
  context: TicketContext,
  units: MarketUnits,
  trigger: bigint | null,
) {
  const byBudget = ticket.size.unit === 'quote';
  const budgetMinor = byBudget ? parseTyped(ticket.size.text, units.quoteDecimals) : null;
  const typedLots = byBudget ? null : parseLots(ticket.size.text, units);
  const lots =
    typedLots ?? (trigger && budgetMinor !== null ? budgetMinor / valueMinor(trigger, 1n, units) : null);
  const value = trigger && lots !== null ? valueMinor(trigger, lots, units) : null;
  const fill =
    lots !== null && value !== null && lots > 0n
      ? { takerLots: lots, takerMinor: value, makerLots: 0n, makerMinor: 0n }
      : null;
  return {
    priceTicks: null,
    lots: typedLots,
    budgetMinor,
    immediate: null,
    neededMinor: ticket.side === 'sell' ? (lots === null ? null : lots * units.baseMinorPerLot) : budgetMinor,
    worstPrice: null,
    quantityText: lots === null || lots === 0n ? '' : formatLots(lots, units),
    totalText: value === null || value === 0n ? '' : formatMinor(value, units.quoteDecimals),
    ...(fill ? settle(ticket, context.market, units, fill) : NOTHING_YET),
    ...(budgetMinor !== null ? { valueMinor: budgetMinor } : {}),
  };
}

type Prices = Pick<TicketContext, 'lastPrice' | 'indexPrice'>;

/** The price that a trigger watches; null while unknown. */
export function watchedPrice(source: TriggerSource, { lastPrice, indexPrice }: Prices): string | null {
  return source === 'index' ? indexPrice : (lastPrice ?? indexPrice);
}

/** The same in 10^-8. It may lie between ticks. */
export function watchedE8(source: TriggerSource, prices: Prices): bigint | null {
  const watched = watchedPrice(source, prices);
  return watched === null ? null : parseTyped(watched, INDEX_DECIMALS);
}

/** A trigger in the unit of `watchedE8`. */
export function triggerE8(ticks: bigint, units: MarketUnits): bigint {
  return ticks * rescale(units.tick, units.priceDecimals, INDEX_DECIMALS);
}

/** The watched price in ticks, as a trailing stop sees it; null while unknown. */
export function ticksNow(
  side: Side,
  source: TriggerSource,
  prices: Prices,
  units: MarketUnits,
): bigint | null {
  const watched = watchedE8(source, prices);
  return watched === null ? null : watchedTicks(side, watched, triggerE8(1n, units));
}

/** Where a trailing stop would fire if the price turned back now, or else as soon as it has begun to follow. */
function trailingFire(ticket: Ticket, context: TicketContext, activation: bigint | null): bigint | null {
  const units = unitsOf(context.market);
  const trail = parseTrail(ticket.trail, units);
  const now = ticksNow(ticket.side, ticket.source, context, units);
  if (trail === null || now === null) return null;
  const start = followsAt(ticket.side, activation, now) ? now : activation;
  const fires = fireTicks(trail, ticket.side, start ?? now);
  return fires > 0n ? fires : null;
}

/** The direction that was shown, otherwise the one that the trigger has now. */
function directionOf(ticket: Ticket, context: TicketContext, ticks: bigint | null): TriggerDirection | null {
  if (hasTrail(ticket.type)) return ticket.side === 'sell' ? 'falls' : 'rises';
  if (ticks === null || ticks === 0n) return null;
  if (ticket.direction !== null) return ticket.direction;
  const watched = watchedE8(ticket.source, context);
  const trigger = triggerE8(ticks, unitsOf(context.market));
  if (watched === null || watched === trigger) return null;
  return trigger > watched ? 'rises' : 'falls';
}

/** Pure. Everything the form shows besides what was typed. */
export function summarise(ticket: Ticket, context: TicketContext): TicketSummary {
  const units = unitsOf(context.market);
  const band = priceBand(context.market, context.indexPrice ?? context.lastPrice);
  const triggerTicks = watches(ticket.type) ? parseTicks(ticket.trigger, units) : null;
  const fires = hasTrail(ticket.type) ? trailingFire(ticket, context, triggerTicks) : triggerTicks;
  const body = hasPrice(ticket.type)
    ? summariseLimit(ticket, context, units)
    : ticket.type === 'market'
      ? summariseMarket(ticket, context, units, band)
      : summariseStopMarket(ticket, context, units, fires);
  const direction = directionOf(ticket, context, triggerTicks);
  // The minimum is of what it is worth now: where it fires is not known yet.
  const now = hasTrail(ticket.type) ? ticksNow(ticket.side, ticket.source, context, units) : null;
  const worth = now !== null && body.lots !== null ? { valueMinor: valueMinor(now, body.lots, units) } : {};
  return { ...body, ...worth, triggerTicks, fireTicks: fires, direction, band };
}
