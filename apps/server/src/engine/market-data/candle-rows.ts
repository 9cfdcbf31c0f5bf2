import type { CandleKind } from '@tallystick/protocol/calls/market';
import type { Candle, Counts } from './candle.ts';
import type { StoredInterval } from './intervals.ts';

/** Whose candles: those of a market's spot trades, or one of the three kinds of its contract. */
export interface CandleKey {
  readonly kind: CandleKind;
  readonly marketId: number;
}

export interface StoredCandle extends CandleKey {
  readonly interval: StoredInterval;
  readonly candle: Candle;
}

/** A row of either table of candles. */
export interface CandleRow {
  readonly open_ms: string;
  readonly open_ticks: number | string;
  readonly high_ticks: number | string;
  readonly low_ticks: number | string;
  readonly close_ticks: number | string;
  readonly volume_lots: string;
  readonly quote_minor: string;
  /** Null, like those after it, where it is not known. */
  readonly trades: string | null;
  readonly taker_lots: string | null;
  readonly taker_quote_minor: string | null;
  readonly first_trade_id: string | null;
  readonly last_trade_id: string | null;
}

export function toCandle(row: CandleRow): Candle {
  return {
    openMs: Number(row.open_ms),
    openTicks: Number(row.open_ticks),
    highTicks: Number(row.high_ticks),
    lowTicks: Number(row.low_ticks),
    closeTicks: Number(row.close_ticks),
    volumeLots: Number(row.volume_lots),
    quoteMinor: BigInt(row.quote_minor),
    counts: toCounts(row),
  };
}

function toCounts(row: CandleRow): Counts | null {
  if (row.trades === null) return null;
  return {
    trades: Number(row.trades),
    takerLots: Number(row.taker_lots),
    takerQuoteMinor: BigInt(row.taker_quote_minor ?? 0),
    firstTradeId: row.first_trade_id === null ? null : Number(row.first_trade_id),
    lastTradeId: row.last_trade_id === null ? null : Number(row.last_trade_id),
  };
}

/** Columns of the table of spot candles: market, interval, then what both tables have. */
export function columnsOf(stored: readonly StoredCandle[]): unknown[] {
  return [stored.map(one => one.marketId), stored.map(one => one.interval), ...figures(stored)];
}

export function contractColumnsOf(stored: readonly StoredCandle[]): unknown[] {
  return [
    stored.map(one => one.marketId),
    stored.map(one => one.kind),
    stored.map(one => one.interval),
    ...figures(stored),
  ];
}

function figures(stored: readonly StoredCandle[]): unknown[] {
  return [
    stored.map(({ candle }) => candle.openMs),
    stored.map(({ candle }) => candle.openTicks),
    stored.map(({ candle }) => candle.highTicks),
    stored.map(({ candle }) => candle.lowTicks),
    stored.map(({ candle }) => candle.closeTicks),
    stored.map(({ candle }) => candle.volumeLots),
    stored.map(({ candle }) => candle.quoteMinor.toString()),
    stored.map(({ candle }) => candle.counts?.trades ?? null),
    stored.map(({ candle }) => candle.counts?.takerLots ?? null),
    stored.map(({ candle }) => candle.counts?.takerQuoteMinor.toString() ?? null),
    stored.map(({ candle }) => candle.counts?.firstTradeId ?? null),
    stored.map(({ candle }) => candle.counts?.lastTradeId ?? null),
  ];
}
