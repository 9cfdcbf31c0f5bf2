import { formatMinor, parseDecimal } from '@tallystick/core/money/decimal';
import type { PRICE_ALERT_KINDS } from '@tallystick/protocol/calls/price-alert';
import type { MarketData } from '../../engine/market-data/market-data.ts';
import { CallFailure } from '../../http/call-failure.ts';
import type { MarketUnitsTable } from '../market/units.ts';

export type AlertKind = (typeof PRICE_ALERT_KINDS)[number];
export type Direction = 'up' | 'down';

/** The figures that alerts watch: `level` and `change` use the same price. */
export type Figure = 'price' | 'day' | 'funding';

export const FIGURES: readonly Figure[] = ['price', 'day', 'funding'];

export function figureOf(kind: AlertKind): Figure {
  if (kind === 'funding') return 'funding';
  return kind === 'day_change' ? 'day' : 'price';
}

const MILLION = 1_000_000;
/** Percent written in 1e-6 of a whole: a change in parts per million has 4 decimals, a rate in 1e-8 has 6. */
const DAY_DECIMALS = 4;
const RATE_DECIMALS = 6;
const CHANGE_DECIMALS = 2;
const MOST_PERCENT = 10_000;
const MOST_RATE_PERCENT = 10;

/** Current figures: the index or, without one, the last price; the change in 24 hours; the funding rate. */
export class Figures {
  readonly #marketData: MarketData;
  readonly #units: MarketUnitsTable;

  constructor(marketData: MarketData, units: MarketUnitsTable) {
    this.#marketData = marketData;
    this.#units = units;
  }

  hasIndex(marketId: number): boolean {
    return this.#units.of(marketId).hasIndex;
  }

  /** Price in 1e-8, change in parts per million, rate in 1e-8; null while unknown. */
  now(marketId: number, figure: Figure): number | null {
    if (figure === 'funding') return this.#marketData.perpetual.ticker(marketId)?.rateE8 ?? null;
    if (figure === 'price') return this.priceE8(marketId);
    const ticker = this.#marketData.ticker(marketId);
    if (ticker === null || ticker.openTicks === null || ticker.lastTicks === null) return null;
    return Math.trunc(((ticker.lastTicks - ticker.openTicks) * MILLION) / ticker.openTicks);
  }

  priceE8(marketId: number): number | null {
    const units = this.#units.of(marketId);
    if (units.hasIndex) return this.#marketData.index(marketId)?.priceE8 ?? null;
    const ticks = this.#marketData.ticker(marketId)?.lastTicks ?? null;
    return ticks === null ? null : Number(parseDecimal(units.price(ticks), 8));
  }
}

export interface Goal {
  readonly direction: Direction;
  readonly threshold: number;
}

/**
 * An alert's threshold and direction, computed from the current figures. Throws `alert_value_invalid` for an impossible
 * value, `price_unknown` without a figure to compare, `alert_reached` if the threshold is already reached.
 */
export function goalOf(kind: AlertKind, wanted: string, current: number | null): Goal {
  if (current === null) throw new CallFailure('price_unknown');
  const goal = kind === 'level' ? levelGoal(wanted, current) : percentGoal(kind, wanted, current);
  const reached = goal.direction === 'up' ? current >= goal.threshold : current <= goal.threshold;
  if (reached) throw new CallFailure('alert_reached', { field: 'value' });
  return goal;
}

function levelGoal(wanted: string, currentE8: number): Goal {
  const threshold = figureFrom(wanted, 8);
  if (threshold <= 0) throw invalid();
  return { direction: threshold > currentE8 ? 'up' : 'down', threshold };
}

function percentGoal(kind: Exclude<AlertKind, 'level'>, wanted: string, current: number): Goal {
  const percent = Number(wanted);
  const most = kind === 'funding' ? MOST_RATE_PERCENT : MOST_PERCENT;
  if (percent === 0 || percent > most || percent < (kind === 'funding' ? -most : -100)) throw invalid();
  const direction = percent > 0 ? 'up' : 'down';
  if (kind === 'funding') return { direction, threshold: figureFrom(wanted, RATE_DECIMALS) };
  const hundredths = figureFrom(wanted, CHANGE_DECIMALS);
  if (kind === 'day_change') {
    return { direction, threshold: hundredths * 10 ** (DAY_DECIMALS - CHANGE_DECIMALS) };
  }
  const threshold = Number((BigInt(current) * BigInt(10_000 + hundredths)) / 10_000n);
  if (threshold <= 0 || !Number.isSafeInteger(threshold)) throw invalid();
  return { direction, threshold };
}

function figureFrom(wanted: string, decimals: number): number {
  const negative = wanted.startsWith('-');
  const minor = parseDecimal(negative ? wanted.slice(1) : wanted, decimals);
  const figure = minor === null ? NaN : Number(minor);
  if (!Number.isSafeInteger(figure)) throw invalid();
  return negative ? -figure : figure;
}

function invalid(): CallFailure {
  return new CallFailure('alert_value_invalid', { field: 'value' });
}

const REARM_PRICE_SHARE = 1_000;
const REARM_DAY_PPM = 1_000;
const REARM_RATE_SHARE = 10;
const REARM_RATE_LEAST_E8 = 100;

/**
 * How far a repeating alert's figure must move back before it may fire again: 0.1 % of the price, 0.1 points of the
 * day's change, a tenth of the rate. Without it, small moves around the level would fire with each tick.
 */
export function rearmAt(figure: Figure, { direction, threshold }: Goal): number {
  const margin = {
    price: Math.ceil(threshold / REARM_PRICE_SHARE),
    day: REARM_DAY_PPM,
    funding: Math.max(REARM_RATE_LEAST_E8, Math.ceil(Math.abs(threshold) / REARM_RATE_SHARE)),
  }[figure];
  return direction === 'up' ? threshold - margin : threshold + margin;
}

/** A change or a rate in percent, for messages. */
export function percentText(figure: 'day' | 'funding', value: number): string {
  const decimals = figure === 'day' ? DAY_DECIMALS : RATE_DECIMALS;
  const text = formatMinor(BigInt(Math.abs(value)), decimals);
  return `${value < 0 ? '-' : '+'}${text}`;
}
