import { describe, expect, it } from 'vitest';
import type { MarketConfig } from './terms.ts';
import { BTC, BTC_USDT, ETH, TEST_MARKETS, USDT } from '../testing/demo-exchange.ts';
import { Scenario } from '../testing/scenario.ts';

const config: MarketConfig = { ...TEST_MARKETS[0]!, id: 9 };
const configure = (change: Partial<MarketConfig>) =>
  ({ type: 'configureMarket', market: { ...config, ...change } }) as const;

describe('a market', () => {
  it('is derived from its configuration', () => {
    const market = new Scenario().exchange.market(BTC_USDT)!;
    expect(market).toEqual({
      id: 1,
      symbol: 'BTC/USDT',
      baseCurrencyId: BTC,
      quoteCurrencyId: USDT,
      tickSize: '0.1',
      lotSize: '0.00001',
      baseMinorPerLot: 1000n,
      quoteMinorPerTickLot: 1n,
      maxPriceTicks: 10_000_000,
      maxQuantityLots: 900_719_925,
      minNotionalMinor: 5_000_000n,
      priceBandPpm: 100_000,
      makerFeePpm: 1000,
      takerFeePpm: 2000,
    });
  });

  /** Tick, lot, base decimals and quote decimals of the listed markets. */
  it.each([
    ['0.01', '0.0001', 8, 6],
    ['0.1', '0.001', 8, 6],
    ['0.01', '0.001', 8, 6],
    ['0.0001', '0.1', 6, 6],
    ['0.00001', '1', 6, 6],
    ['0.00001', '0.001', 8, 8],
  ])('with tick %s and lot %s keeps every product of an order exact', (tickSize, lotSize, base, quote) => {
    const s = new Scenario();
    s.must({ type: 'configureCurrency', currency: { id: 90, code: 'BASE', decimals: base } });
    s.must({ type: 'configureCurrency', currency: { id: 91, code: 'QUOTE', decimals: quote } });
    s.must(configure({ tickSize, lotSize, baseCurrencyId: 90, quoteCurrencyId: 91, minNotional: '0' }));
    const market = s.exchange.market(9)!;
    const largest = BigInt(market.maxPriceTicks) * BigInt(market.maxQuantityLots);
    expect(largest * market.quoteMinorPerTickLot).toBeLessThanOrEqual(2n ** 53n - 1n);
    expect(BigInt(market.maxQuantityLots) * market.baseMinorPerLot).toBeLessThanOrEqual(2n ** 53n - 1n);
    // Room for orders of at least 10,000 quote units, whatever the price.
    expect(largest * market.quoteMinorPerTickLot).toBeGreaterThan(10n ** BigInt(quote + 4));
  });

  it.each([
    ['a lot finer than the base currency', { lotSize: '0.000000001' }, 'lot_size'],
    ['a value finer than the quote currency', { tickSize: '0.01' }, 'tick_size'],
    ['a tick finer than prices are', { tickSize: '0.000000001', lotSize: '1000' }, 'tick_size'],
    ['no tick', { tickSize: '0' }, 'tick_size'],
    ['a tick that is no decimal', { tickSize: '1e-1' }, 'tick_size'],
    ['a negative lot', { lotSize: '-1' }, 'lot_size'],
    ['a lot so large that products overflow', { tickSize: '10000', lotSize: '100000' }, 'lot_size'],
    ['a tick beyond 2^53', { tickSize: '99999999999' }, 'tick_size'],
    ['a minimum nobody could reach', { minNotional: '99999999999' }, 'min_notional'],
    ['a minimum finer than the quote currency', { minNotional: '0.0000001' }, 'min_notional'],
    ['a fractional fee', { makerFeePpm: 0.5 }, 'maker_fee_ppm'],
    ['a negative fee', { takerFeePpm: -1 }, 'taker_fee_ppm'],
    ['a fee above 10 %', { takerFeePpm: 100_001 }, 'taker_fee_ppm'],
    ['a band above 100 %', { priceBandPpm: 1_000_001 }, 'price_band_ppm'],
    ['one currency against itself', { quoteCurrencyId: BTC }, 'quote_currency_id'],
    ['an id that is none', { id: 0 }, 'id'],
  ] as const)('is refused with %s', (_, change, field) => {
    const s = new Scenario();
    expect(s.try(configure(change))).toEqual({ ok: false, refusal: { code: 'invalid_market', field } });
    expect(s.exchange.market(9)).toBeNull();
  });

  it('may change fees, band and minimum while orders rest, but never tick and lot size', () => {
    const s = new Scenario();
    s.customer(1, { BTC: '1', USDT: '100000' });
    s.customer(2, { BTC: '1', USDT: '100000' });
    s.place(s.limitOrder(1, 'sell', '0.1', '60000'));
    const change = { id: BTC_USDT, takerFeePpm: 0, makerFeePpm: 0, minNotional: '100', priceBandPpm: 50_000 };
    s.must(configure(change));
    expect(s.eventsOf('marketConfigured')[0]!.market).toMatchObject({
      takerFeePpm: 0,
      minNotionalMinor: 100_000_000n,
    });
    expect(s.refusal(s.limitOrder(2, 'buy', '0.001', '60000'))).toBe('below_min_notional');
    s.place(s.limitOrder(2, 'buy', '0.1', '60000'));
    expect(s.available(2, 'BTC')).toBe('1.1');
    expect(s.refusal(s.limitOrder(2, 'buy', '0.1', '56999.9'))).toBe('price_out_of_band');
    for (const grid of [{ tickSize: '1' }, { lotSize: '0.0001' }, { baseCurrencyId: ETH }]) {
      expect(s.refusal(configure({ ...change, ...grid }))).toBe('invalid_market');
    }
  });

  it('configured again unchanged changes nothing, also if its sizes are written differently', () => {
    const s = new Scenario();
    expect(s.must({ type: 'configureMarket', market: { ...TEST_MARKETS[0]!, tickSize: '0.10' } })).toEqual(
      [],
    );
    expect(s.must({ type: 'setMarketStatus', marketId: BTC_USDT, status: 'open' })).toEqual([]);
  });
});

describe('a currency', () => {
  it('is configured once and never changes', () => {
    const s = new Scenario();
    const usdt = { id: USDT, code: 'USDT', decimals: 6 };
    expect(s.must({ type: 'configureCurrency', currency: usdt })).toEqual([]);
    for (const currency of [
      { ...usdt, decimals: 8 },
      { ...usdt, code: 'USDC' },
      { ...usdt, id: 4 },
      { id: 4, code: 'sol', decimals: 8 },
      { id: 4, code: '', decimals: 8 },
      { id: 4, code: 'SOL', decimals: 13 },
      { id: 4, code: 'SOL', decimals: 1.5 },
      { id: 0, code: 'SOL', decimals: 8 },
      { id: 65_536, code: 'SOL', decimals: 8 },
    ]) {
      expect(s.refusal({ type: 'configureCurrency', currency })).toBe('invalid_currency');
    }
  });
});
