import type { Market, MarketStatus, TermsReader } from '@tallystick/core';
import { formatMinor } from '@tallystick/core/money/decimal';
import type {
  WireCandle,
  WireDepth,
  WireIndexTick,
  WireLevel,
  WireMarket,
  WirePublicTrade,
  WireTicker,
} from '@tallystick/protocol';
import type { CandleKind } from '@tallystick/protocol/calls/market';
import { toWire } from '../../http/words.ts';
import type { Clock } from '../../timekeeping/clock.ts';
import type { Candle, Counts } from '../../engine/market-data/candle.ts';
import type { LoggedPrice } from '../../engine/market-data/candle-store.ts';
import type { Level } from '../../engine/market-data/depth-book.ts';
import type { PublicTrade } from '../../engine/market-data/market-view.ts';
import type { Ticker } from '../../engine/market-data/ticker.ts';
import { wireCurrency } from './currencies.ts';
import type { MarketUnits } from './units.ts';
import { wireAnnouncedMarket, wireHalt } from './wire-terms.ts';
import { percentOfPpm } from '../../http/percent.ts';

/** The units of a market or contract that books and trades are printed with. */
export type BookUnits = Pick<MarketUnits, 'price' | 'quantity'>;

const INDEX_DECIMALS = 8;

export function wireMarket(
  market: Market,
  status: MarketStatus,
  units: MarketUnits,
  terms: TermsReader,
): WireMarket {
  return {
    id: market.id,
    symbol: market.symbol,
    base: wireCurrency(units.base),
    quote: wireCurrency(units.quote),
    tick_size: market.tickSize,
    lot_size: market.lotSize,
    min_notional: units.quoteAmount(market.minNotionalMinor),
    maker_fee_percent: percentOfPpm(market.makerFeePpm),
    taker_fee_percent: percentOfPpm(market.takerFeePpm),
    price_band_percent: percentOfPpm(market.priceBandPpm),
    status: toWire(status),
    halt: wireHalt(terms.halt('spot', market.id)),
    announced: wireAnnouncedMarket(terms.announcedMarket(market.id)),
  };
}

/** Inputs of a ticker; `isStale` is true for all of them while the clock is in doubt. */
export type TickerClock = Pick<Clock, 'now' | 'isStale'>;

/** Data needed to show markets. */
export interface MarketsShown {
  readonly exchange: { readonly terms: TermsReader };
  readonly clock: TickerClock;
  /** An index older than this is stale. */
  readonly staleMs: number;
}

export function wireTicker(
  ticker: Ticker,
  units: MarketUnits,
  { clock, staleMs }: Pick<MarketsShown, 'clock' | 'staleMs'>,
): WireTicker {
  const price = (ticks: number | null): string | null => (ticks === null ? null : units.price(ticks));
  return {
    market_id: ticker.marketId,
    last: price(ticker.lastTicks),
    open_24h: price(ticker.openTicks),
    high_24h: price(ticker.highTicks),
    low_24h: price(ticker.lowTicks),
    volume_24h: units.quantity(ticker.volumeLots),
    quote_volume_24h: units.quoteAmount(ticker.quoteMinor),
    change_24h: ticker.changePercent,
    ...wireDayOfTrades(ticker.counts),
    index_price: ticker.indexPriceE8 === null ? null : units.indexPrice(ticker.indexPriceE8),
    stale: units.hasIndex && clock.isStale(ticker.indexAtMs, staleMs),
    at_ms: clock.now(),
  };
}

export function wireDepth(
  marketId: number,
  sequence: number,
  depth: { readonly bids: readonly Level[]; readonly asks: readonly Level[] },
  units: BookUnits,
  levels: number,
): WireDepth {
  return {
    market_id: marketId,
    sequence,
    bids: wireLevels(depth.bids, units, levels),
    asks: wireLevels(depth.asks, units, levels),
  };
}

export function wireLevels(levels: readonly Level[], units: BookUnits, most = Infinity): WireLevel[] {
  const shown = levels.length > most ? levels.slice(0, most) : levels;
  return shown.map(([ticks, lots]) => [units.price(ticks), units.quantity(lots)]);
}

export function wirePublicTrade(trade: PublicTrade, units: BookUnits): WirePublicTrade {
  return {
    trade_id: trade.tradeId,
    price: units.price(trade.priceTicks),
    quantity: units.quantity(trade.quantityLots),
    side: trade.takerSide,
    at_ms: trade.atMs,
  };
}

/** With all digits: every digit can decide an option. */
export function wireIndexTick({ number, priceE8, atMs }: LoggedPrice): WireIndexTick {
  return [number, formatMinor(BigInt(priceE8), INDEX_DECIMALS), atMs];
}

/** A market's or contract's units for its candles. */
export interface CandleUnits {
  readonly price: (ticks: number) => string;
  readonly quantity: (lots: number) => string;
  readonly quoteAmount: (minor: bigint) => string;
}

/** Throws unknown_market, or unknown_perpetual for a kind of a contract where there is none. */
export type CandleUnitsOf = (kind: CandleKind, marketId: number) => CandleUnits;

export function wireCandle(candle: Candle, units: CandleUnits): WireCandle {
  const { counts } = candle;
  return {
    open_ms: candle.openMs,
    open: units.price(candle.openTicks),
    high: units.price(candle.highTicks),
    low: units.price(candle.lowTicks),
    close: units.price(candle.closeTicks),
    volume: units.quantity(candle.volumeLots),
    quote_volume: units.quoteAmount(candle.quoteMinor),
    trades: counts?.trades ?? null,
    taker_buy_volume: counts === null ? null : units.quantity(counts.takerLots),
    taker_buy_quote_volume: counts === null ? null : units.quoteAmount(counts.takerQuoteMinor),
  };
}

/** The last 24 hours' trades of a ticker. */
export function wireDayOfTrades(
  counts: Counts | null,
): Pick<WireTicker, 'trades_24h' | 'first_trade_id' | 'last_trade_id'> {
  return {
    trades_24h: counts?.trades ?? null,
    first_trade_id: counts?.firstTradeId ?? null,
    last_trade_id: counts?.lastTradeId ?? null,
  };
}
