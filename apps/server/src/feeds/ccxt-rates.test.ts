import { expect, it } from 'vitest';
import type { Exchange, Ticker } from './ccxt-feed.ts';
import { CcxtRates } from './ccxt-rates.ts';
import type { RateQuote } from './rates.ts';

const NOW = 1_000_000_000;

function exchangeOf(
  id: string,
  tickers: Readonly<Record<string, Ticker>>,
  changes: Partial<Exchange> = {},
): Exchange {
  return {
    id,
    has: { fetchTickers: true },
    loadMarkets: async () => tickers,
    fetchTickers: async symbols => Object.fromEntries(symbols.map(symbol => [symbol, tickers[symbol] ?? {}])),
    fetchTicker: async symbol => tickers[symbol] ?? {},
    fetchOHLCV: async () => [],
    ...changes,
  };
}

/** Runs the source until `enough` quotes have come. */
async function quotesOf(exchanges: readonly Exchange[], enough: number) {
  const quotes: RateQuote[] = [];
  const warnings: object[] = [];
  const rates = new CcxtRates({
    exchanges,
    pollMs: 1,
    now: () => NOW,
    log: { info() {}, warn: details => warnings.push(details) },
  });
  await new Promise<void>(resolve => {
    rates.start(more => {
      quotes.push(...more);
      if (quotes.length >= enough) resolve();
    });
  });
  await rates.stop();
  return { quotes, warnings };
}

it('takes the middle of USDT’s book in a currency, or turns the currency’s price in USDT round', async () => {
  const seoul = exchangeOf('seoul', { 'USDT/KRW': { bid: 1_449, ask: 1_451, timestamp: NOW - 700 } });
  const paris = exchangeOf('paris', { 'EUR/USDT': { last: 1.25 }, 'BTC/USDT': { last: 60_000 } });
  const { quotes } = await quotesOf([seoul, paris], 2);
  expect(quotes).toContainEqual({ currency: 'KRW', source: 'seoul', perUsdtE8: 1_450e8, atMs: NOW - 700 });
  expect(quotes).toContainEqual({ currency: 'EUR', source: 'paris', perUsdtE8: 0.8e8, atMs: NOW });
  expect(new Set(quotes.map(({ currency }) => currency))).toEqual(new Set(['KRW', 'EUR']));
});

it('an exchange that fails or quotes nonsense is no source, and stops no other', async () => {
  const down = exchangeOf('down', {}, { loadMarkets: () => Promise.reject(new Error('no answer')) });
  const mad = exchangeOf('mad', {
    'USDT/JPY': { bid: 151, ask: 150, last: 0 },
    'USDT/THB': { last: Number.NaN },
    'USDT/USD': { last: 0.999, timestamp: NOW + 60_000 },
  });
  const { quotes, warnings } = await quotesOf([down, mad], 2);
  expect(new Set(quotes.map(({ currency }) => currency))).toEqual(new Set(['USD']));
  // A time in our future is not believed.
  expect(quotes[0]).toEqual({ currency: 'USD', source: 'mad', perUsdtE8: 99_900_000, atMs: NOW });
  expect(warnings).toContainEqual(expect.objectContaining({ exchange: 'down' }));
});

it('asks one by one where an exchange has no list of tickers', async () => {
  const single = exchangeOf('single', { 'USDT/VND': { last: 26_300 } }, { has: {} });
  const { quotes } = await quotesOf([single], 1);
  expect(quotes[0]).toMatchObject({ currency: 'VND', perUsdtE8: 26_300e8 });
});
