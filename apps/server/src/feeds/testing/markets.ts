import type { FeedMarket } from '../price-feed.ts';

const MARKETS = [
  ['BTC/USDT', '0.1', '0.00001', 1n],
  ['ETH/USDT', '0.01', '0.0001', 1n],
  ['SOL/USDT', '0.01', '0.001', 10n],
  ['ETH/BTC', '0.00001', '0.001', 1n],
] as const;

export const FEED_MARKETS: readonly FeedMarket[] = MARKETS.map(
  ([symbol, tickSize, lotSize, quoteMinorPerTickLot], i) => ({
    id: i + 1,
    symbol,
    tickSize,
    lotSize,
    quoteMinorPerTickLot,
  }),
);
