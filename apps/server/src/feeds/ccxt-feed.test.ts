import { describe, expect, test } from 'vitest';
import { CcxtFeed, type Exchange, type Ticker, loadExchanges } from './ccxt-feed.ts';
import { IndexAggregator, type IndexPrice } from './index-aggregator.ts';
import type { Quote } from './price-feed.ts';
import { FEED_MARKETS } from './testing/markets.ts';

const NOW = 1_000_000_000;

interface Fake extends Exchange {
  asked: number;
}

function fake(id: string, tickers: () => Record<string, Ticker>, changes: Partial<Exchange> = {}): Fake {
  const listed: Record<string, unknown> = { 'BTC/USDT': {}, 'ETH/USDT': {} };
  return {
    id,
    asked: 0,
    has: { fetchTickers: true },
    loadMarkets: async () => listed,
    async fetchTickers(this: Fake, symbols) {
      this.asked++;
      return Object.fromEntries(Object.entries(tickers()).filter(([symbol]) => symbols.includes(symbol)));
    },
    fetchTicker: async symbol => tickers()[symbol] ?? {},
    fetchOHLCV: async () => [],
    ...changes,
  };
}

function feedOf(...exchanges: Exchange[]): { feed: CcxtFeed; warnings: object[] } {
  const warnings: object[] = [];
  const log = { info() {}, warn: (details: object) => warnings.push(details) };
  return {
    feed: new CcxtFeed({ exchanges, markets: FEED_MARKETS, pollMs: 1, now: () => NOW, log }),
    warnings,
  };
}

/** Runs the feed until there are enough quotes. */
async function quotesOf(feed: CcxtFeed, enough: (quotes: readonly Quote[]) => boolean): Promise<Quote[]> {
  const quotes: Quote[] = [];
  await new Promise<void>(resolve => {
    void feed.start(quote => {
      quotes.push(quote);
      if (enough(quotes)) resolve();
    });
  });
  await feed.stop();
  return quotes;
}

describe('the feed of real exchanges', () => {
  test('quotes the mid price of each book, with the exchange’s own time', async () => {
    const exchange = fake('one', () => ({
      'BTC/USDT': { bid: 99.5, ask: 100.5, last: 90, timestamp: NOW - 300 },
      'ETH/USDT': { last: 7.00000001 },
    }));
    const quotes = await quotesOf(feedOf(exchange).feed, all => all.length >= 2);
    expect(quotes.slice(0, 2)).toEqual([
      { marketId: 1, source: 'one', priceE8: 10_000_000_000, atMs: NOW - 300, toldAtMs: NOW - 300 },
      { marketId: 2, source: 'one', priceE8: 700_000_001, atMs: NOW, toldAtMs: null },
    ]);
  });

  test.each<[string, Ticker]>([
    ['tells no time', { last: 100 }],
    ['tells a time ahead of ours', { last: 100, timestamp: NOW + 60_000 }],
  ])('does not take our own time for news of an exchange that %s', async (_case, ticker) => {
    let nowMs = NOW;
    const prices: IndexPrice[] = [];
    const aggregator = new IndexAggregator({
      quorum: { sources: 1, bandPpm: 10_000_000 },
      marketIds: [1],
      intervalMs: 1000,
      staleMs: 10_000,
      lagMs: 4000,
      now: () => nowMs,
      onPrice: one => prices.push(one),
      onStale: () => {},
    });
    const feed = new CcxtFeed({
      exchanges: [fake('one', () => ({ 'BTC/USDT': ticker }))],
      markets: FEED_MARKETS,
      pollMs: 1,
      now: () => nowMs++,
      log: { info() {}, warn() {} },
    });
    let taken = 0;
    await quotesOf(feed, all => {
      for (const quote of all.slice(taken)) aggregator.accept(quote);
      taken = all.length;
      aggregator.sample();
      return taken >= 5;
    });
    expect(prices).toHaveLength(1);
  });

  test.each<[string, Ticker]>([
    ['nothing', {}],
    ['zero', { last: 0 }],
    ['a negative price', { last: -3 }],
    ['no number', { last: Number.NaN }],
    ['too much', { last: 1e12 }],
  ])('gives no quote for %s', async (_case, ticker) => {
    const exchange = fake('one', () => ({ 'BTC/USDT': ticker, 'ETH/USDT': { last: 7 } }));
    const quotes = await quotesOf(feedOf(exchange).feed, all => all.length >= 1);
    expect(new Set(quotes.map(quote => quote.marketId))).toEqual(new Set([2]));
  });

  test('takes the last trade when the book is crossed', async () => {
    const exchange = fake('one', () => ({ 'BTC/USDT': { bid: 101, ask: 100, last: 99 } }));
    const [quote] = await quotesOf(feedOf(exchange).feed, all => all.length >= 1);
    expect(quote?.priceE8).toBe(9_900_000_000);
  });

  test('gives the median of the exchanges that answer; failing or frozen ones do not count', async () => {
    const price = (last: number, timestamp = NOW) =>
      fake(`at${last}`, () => ({ 'BTC/USDT': { last, timestamp } }));
    const broken = fake('broken', () => ({}), { fetchTickers: () => Promise.reject(new Error('down')) });
    const { feed, warnings } = feedOf(price(100), price(110), price(900), price(1, NOW - 60_000), broken);
    const prices: IndexPrice[] = [];
    const aggregator = new IndexAggregator({
      quorum: { sources: 1, bandPpm: 10_000_000 },
      marketIds: [1],
      intervalMs: 1000,
      staleMs: 10_000,
      lagMs: 4000,
      now: () => NOW,
      onPrice: one => prices.push(one),
      onStale: () => {},
    });
    await quotesOf(feed, all => {
      for (const quote of all) aggregator.accept(quote);
      return new Set(all.map(quote => quote.source)).size === 4 && warnings.length > 0;
    });
    aggregator.sample();
    expect(prices[0]?.priceE8).toBe(11_000_000_000);
    expect(prices[0]?.sources.map(source => source.name)).toEqual(['at100', 'at110', 'at900']);
    expect(warnings[0]).toMatchObject({ exchange: 'broken' });
  });

  test('asks for single markets if an exchange cannot list all', async () => {
    const exchange = fake('one', () => ({ 'BTC/USDT': { last: 5 }, 'ETH/USDT': { last: 6 } }), { has: {} });
    const quotes = await quotesOf(feedOf(exchange).feed, all => all.length >= 2);
    expect(quotes.slice(0, 2).map(quote => quote.priceE8)).toEqual([500_000_000, 600_000_000]);
    expect(exchange.asked).toBe(0);
  });

  test('stops polling once stopped', async () => {
    const exchange = fake('one', () => ({ 'BTC/USDT': { last: 5 } }));
    await quotesOf(feedOf(exchange).feed, all => all.length >= 3);
    const { asked } = exchange;
    await new Promise(resolve => setImmediate(resolve));
    expect(exchange.asked).toBe(asked);
  });

  test('reads candles from the first exchange that has them', async () => {
    const without = fake('without', () => ({}), { fetchOHLCV: () => Promise.reject(new Error('not here')) });
    const rows = [
      [NOW - 60_000, 1, 3, 0.5, 2, 0.00012],
      [NOW, 2, 2, 2, 2, 1],
      [NOW - 1, undefined, 3, 0.5, 2, 1],
    ];
    const { feed, warnings } = feedOf(
      without,
      fake('with', () => ({}), { fetchOHLCV: async () => rows }),
    );
    const history = await feed.history(1, NOW);
    expect(history!['1h']).toEqual([
      {
        openMs: NOW - 60_000,
        openTicks: 10,
        highTicks: 30,
        lowTicks: 5,
        closeTicks: 20,
        volumeLots: 12,
        quoteMinor: 216n,
        counts: null,
      },
    ]);
    expect(warnings).toHaveLength(1);
    expect(await feed.history(99, NOW)).toBeNull();
  });

  test('knows the exchanges of ccxt', async () => {
    const [kraken] = await loadExchanges(['kraken']);
    expect(kraken?.id).toBe('kraken');
    await expect(loadExchanges(['nosuchplace'])).rejects.toThrow(/nosuchplace, which ccxt does not know/);
    await expect(loadExchanges(['version'])).rejects.toThrow(/does not know/);
  });
});
