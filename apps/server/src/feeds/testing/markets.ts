import type { FeedMarket } from '../price-feed.ts';

const MARKETS = [
  ['BTC/USDT', '0.1', '0.00001'],
  ['ETH/USDT', '0.01', '0.0001'],
  ['SOL/USDT', '0.01', '0.001'],
  ['ETH/BTC', '0.00001', '0.001'],
] as const;

export const FEED_MARKETS: readonly FeedMarket[] = MARKETS.map(([symbol, tickSize, lotSize], i) => ({
  id: i + 1,
  symbol,
  tickSize,
  lotSize,
}));
