import { z } from 'zod';
import { callsOf } from '../call.ts';
import * as f from '../fields.ts';
import { announcedMarket, halt } from './terms.ts';

/**
 * Minutes, hours, days, week (from Monday) and month, all UTC. Several days or hours are counted from 1970-01-01, so that
 * those that divide a day begin with it.
 */
export const INTERVALS = [
  ...(['1m', '3m', '5m', '15m', '30m', '1h', '2h', '4h', '6h', '8h', '12h'] as const),
  ...(['1d', '3d', '1w', '1M'] as const),
] as const;
export type Interval = (typeof INTERVALS)[number];
export const interval = z.enum(INTERVALS);

/**
 * What candles are of: a market's spot trades, or, of the contract that follows its index, its own trades, its mark price
 * or its index.
 */
export const CANDLE_KINDS = ['spot', 'contract', 'mark', 'index'] as const;
export type CandleKind = (typeof CANDLE_KINDS)[number];

export const currency = z.object({
  id: z.number(),
  code: z.string(),
  name: z.string(),
  /** Digits after the point an amount may have. */
  decimals: z.number(),
  /** Digits shown by default. */
  display_decimals: z.number(),
});

/** The trades of the last 24 hours. */
export const dayOfTrades = {
  /** null where older figures lack it. Ids are not without gaps: the count is not their difference. */
  trades_24h: z.number().nullable(),
  /** null without trades, or where older figures lack it. */
  first_trade_id: z.number().nullable(),
  last_trade_id: z.number().nullable(),
};

export const ticker = z.object({
  market_id: z.number(),
  /** null until the first trade. */
  last: z.string().nullable(),
  open_24h: z.string().nullable(),
  high_24h: z.string().nullable(),
  low_24h: z.string().nullable(),
  /** Base and quote units. */
  volume_24h: z.string(),
  quote_volume_24h: z.string(),
  /** Signed percent truncated to two digits, e.g. `-0.62`. */
  change_24h: z.string().nullable(),
  ...dayOfTrades,
  index_price: z.string().nullable(),
  /** No fresh price source: the house stopped quoting. */
  stale: z.boolean(),
  at_ms: z.number(),
});

export const market = z.object({
  id: z.number(),
  symbol: z.string(),
  base: currency,
  quote: currency,
  tick_size: z.string(),
  lot_size: z.string(),
  min_notional: z.string(),
  /** Fractions as percent, e.g. `0.1` = 0.1 %. */
  maker_fee_percent: z.string(),
  taker_fee_percent: z.string(),
  price_band_percent: z.string(),
  status: z.enum(['open', 'cancel_only', 'halted']),
  halt,
  announced: announcedMarket,
});

/**
 * Oldest first. Times are the candle's opening. Mark and index are prices without trades: their volumes are 0, and what is
 * counted of trades is null, as it is in candles from before it was counted.
 */
export const candle = z.object({
  open_ms: z.number(),
  open: z.string(),
  high: z.string(),
  low: z.string(),
  close: z.string(),
  /** Base units. */
  volume: z.string(),
  quote_volume: z.string(),
  trades: z.number().nullable(),
  /** Volumes of the trades whose taker bought. */
  taker_buy_volume: z.string().nullable(),
  taker_buy_quote_volume: z.string().nullable(),
});

/** [price, quantity] as decimal strings. */
export const level = z.tuple([z.string(), z.string()]);

export const depth = z.object({
  market_id: z.number(),
  sequence: z.number(),
  /** Best first. */
  bids: z.array(level),
  asks: z.array(level),
});

export const publicTrade = z.object({
  trade_id: z.number(),
  price: z.string(),
  quantity: z.string(),
  /** Of the taker. */
  side: z.enum(['buy', 'sell']),
  at_ms: z.number(),
});

export const marketCalls = callsOf('market', {
  'GET currency/quotation_new': {
    summary: 'All markets with their tickers, and a day of closes for a sparkline',
    auth: 'none',
    output: z.object({
      items: z.array(z.object({ market, ticker, sparkline: z.array(z.string()) })),
    }),
  },
  'GET currency/new_timeshar': {
    summary:
      'Candles of a market or of its contract, oldest first, up to `to_ms` (exclusive); page back with the first candle’s time',
    auth: 'none',
    input: z.object({
      market_id: f.shortId,
      interval: z.string().max(40),
      /** `spot`: the market’s trades. Of its contract: `contract` its own trades, `mark`, `index`. */
      kind: z.enum(CANDLE_KINDS).default('spot'),
      to_ms: f.timestampMs.optional(),
      limit: f.whole(1, 1000).default(300),
    }),
    output: z.object({ interval, kind: z.enum(CANDLE_KINDS), items: z.array(candle), sequence: z.number() }),
    errors: ['unknown_market', 'unknown_perpetual', 'interval_unknown'],
  },
  'GET currency/deal': {
    summary: 'Depth, latest trades and ticker of a market',
    auth: 'none',
    input: z.object({ market_id: f.shortId }),
    output: z.object({ depth, trades: z.array(publicTrade), ticker }),
    errors: ['unknown_market'],
  },
  'GET currency/trades': {
    summary:
      'Public trades of a market, oldest first: the newest, or those from an id on, or of a time. Page on with the last one’s id plus one',
    auth: 'none',
    input: z.object({
      market_id: f.shortId,
      /** With it, times are not looked at. */
      from_id: f.id.optional(),
      from_ms: f.timestampMs.optional(),
      /** Exclusive. */
      to_ms: f.timestampMs.optional(),
      limit: f.whole(1, 1000).default(500),
    }),
    output: z.object({ items: z.array(publicTrade) }),
    errors: ['unknown_market'],
  },
  'GET currency/user_currency_list': {
    summary: 'Currencies, with the customer’s spot balance when logged in',
    auth: 'optional',
    output: z.object({
      items: z.array(
        z.object({
          currency,
          available: z.string().nullable(),
          frozen: z.string().nullable(),
        }),
      ),
    }),
  },
  'GET coin/convert': {
    summary: 'What an amount of one currency is worth in another, at last prices, truncated',
    auth: 'none',
    input: z.object({ from: f.shortId, to: f.shortId, amount: f.decimal.default('1') }),
    output: z.object({
      from: z.number(),
      to: z.number(),
      amount: z.string(),
      value: z.string().nullable(),
      rate: z.string().nullable(),
    }),
    errors: ['unknown_currency'],
  },
});
