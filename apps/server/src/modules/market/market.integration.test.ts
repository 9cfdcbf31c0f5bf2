import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { DAY_MS, MINUTE_MS } from '@tallystick/core/durations';
import { TestServer, type TestCustomer } from '../../testing/test-server.ts';
import { STALE_MS } from '../../testing/test-server-parts.ts';
import { BTC_USDT, ETH_USDT, Traders } from '../../testing/traders.ts';

let server: TestServer;
let traders: Traders;
let maker: TestCustomer;
let taker: TestCustomer;
beforeAll(async () => {
  server = await TestServer.start();
  traders = new Traders(server);
});
afterAll(() => server.close());
beforeEach(async () => {
  await traders.begin();
  maker = await traders.join();
  taker = await traders.join();
});

async function tradeAt(price: string, quantity = '0.001'): Promise<void> {
  await traders.place(maker, { side: 'sell', price, quantity });
  await traders.place(taker, { price, quantity });
}

async function quotation(marketId: number) {
  const { items } = await server.call('GET currency/quotation_new', {});
  const item = items.find(({ market }) => market.id === marketId);
  if (item === undefined) throw new Error(`market ${marketId} is not quoted`);
  return item;
}

function candles(interval: string, more: { limit?: number; to_ms?: number } = {}) {
  return server.call('GET currency/new_timeshar', { market_id: BTC_USDT, interval, ...more });
}

describe('quotations', () => {
  it('name every market with its steps, limits and fees', async () => {
    const { items } = await server.call('GET currency/quotation_new', {});
    expect(items.map(({ market }) => market.symbol)).toEqual([
      'BTC/USDT',
      'ETH/USDT',
      'BNB/USDT',
      'SOL/USDT',
      'XRP/USDT',
      'DOGE/USDT',
      'ADA/USDT',
      'ETH/BTC',
    ]);
    expect(items[0]?.market).toEqual({
      id: 1,
      symbol: 'BTC/USDT',
      base: { id: 1, code: 'BTC', name: 'Bitcoin', decimals: 8, display_decimals: 6 },
      quote: { id: 3, code: 'USDT', name: 'Tether USD', decimals: 6, display_decimals: 2 },
      tick_size: '0.1',
      lot_size: '0.00001',
      min_notional: '5',
      maker_fee_percent: '0.1',
      taker_fee_percent: '0.1',
      price_band_percent: '10',
      status: 'open',
      announced: null,
      halt: null,
    });
  });

  it('give only the index for a market without trades', async () => {
    expect((await quotation(ETH_USDT)).ticker).toEqual({
      market_id: ETH_USDT,
      last: null,
      open_24h: null,
      high_24h: null,
      low_24h: null,
      volume_24h: '0',
      quote_volume_24h: '0',
      change_24h: null,
      trades_24h: 0,
      first_trade_id: null,
      last_trade_id: null,
      index_price: '3000.00',
      stale: false,
      at_ms: server.clock.nowMs,
    });
  });

  it('sum up a day’s trades and drop older ones', async () => {
    await tradeAt('60000', '0.001');
    server.clock.nowMs += MINUTE_MS;
    await traders.begin();
    await tradeAt('60600', '0.002');
    await tradeAt('59400', '0.001');
    expect((await quotation(BTC_USDT)).ticker).toMatchObject({
      last: '59400.0',
      open_24h: '60000.0',
      high_24h: '60600.0',
      low_24h: '59400.0',
      volume_24h: '0.004',
      quote_volume_24h: '240.6',
      change_24h: '-1.00',
    });
    server.clock.nowMs += DAY_MS + MINUTE_MS;
    await traders.begin();
    await tradeAt('61200', '0.001');
    expect((await quotation(BTC_USDT)).ticker).toMatchObject({ volume_24h: '0.001', high_24h: '61200.0' });
  });

  it('mark an index that has stopped as stale, and the house stops quoting', async () => {
    expect((await quotation(BTC_USDT)).ticker.stale).toBe(false);
    server.clock.nowMs += STALE_MS + 1;
    expect((await quotation(BTC_USDT)).ticker.stale).toBe(true);
    expect((await quotation(3)).ticker).toMatchObject({ index_price: null, stale: true });
  });

  it('show a market’s state', async () => {
    await server.submit({ type: 'setMarketStatus', marketId: 7, status: 'cancelOnly' });
    expect((await quotation(7)).market.status).toBe('cancel_only');
  });

  it('carry a day of closes for the small chart', async () => {
    // The chart is rebuilt at most every ten seconds.
    server.clock.nowMs += 10_000;
    await tradeAt('60100');
    expect((await quotation(BTC_USDT)).sparkline.at(-1)).toBe('60100.0');
  });
});

describe('a market’s page', () => {
  it('has the book best first, the newest trades first, and the ticker', async () => {
    await tradeAt('60000', '0.002');
    await tradeAt('60010', '0.001');
    for (const [side, price] of [
      ['buy', '59000'],
      ['buy', '59500'],
      ['buy', '59500'],
      ['sell', '61000'],
      ['sell', '60500'],
    ] as const) {
      await traders.place(maker, { side, price, quantity: '0.001' });
    }
    const { depth, trades, ticker } = await server.call('GET currency/deal', { market_id: BTC_USDT });
    expect(depth.bids).toEqual([
      ['59500.0', '0.002'],
      ['59000.0', '0.001'],
    ]);
    expect(depth.asks).toEqual([
      ['60500.0', '0.001'],
      ['61000.0', '0.001'],
    ]);
    expect(trades.slice(0, 2)).toMatchObject([
      { price: '60010.0', quantity: '0.001', side: 'buy', at_ms: server.clock.nowMs },
      { price: '60000.0', quantity: '0.002', side: 'buy' },
    ]);
    expect(ticker.last).toBe('60010.0');
  });
});

describe('candles', () => {
  it('of all seven intervals begin on their borders in UTC', async () => {
    await tradeAt('60000');
    const { nowMs } = server.clock;
    const date = new Date(nowMs);
    const monday = Math.floor((nowMs / DAY_MS + 3) / 7) * 7 - 3;
    const opens = {
      '1m': nowMs - (nowMs % MINUTE_MS),
      '3m': nowMs - (nowMs % (3 * MINUTE_MS)),
      '5m': nowMs - (nowMs % (5 * MINUTE_MS)),
      '15m': nowMs - (nowMs % (15 * MINUTE_MS)),
      '30m': nowMs - (nowMs % (30 * MINUTE_MS)),
      '1h': nowMs - (nowMs % (60 * MINUTE_MS)),
      '8h': nowMs - (nowMs % (8 * 60 * MINUTE_MS)),
      '3d': nowMs - (nowMs % (3 * DAY_MS)),
      '1d': nowMs - (nowMs % DAY_MS),
      '1w': monday * DAY_MS,
      '1M': Date.UTC(date.getUTCFullYear(), date.getUTCMonth(), 1),
    };
    for (const [interval, openMs] of Object.entries(opens)) {
      const { interval: of, items } = await candles(interval);
      expect({ of, ...items.at(-1) }).toMatchObject({ of: interval, open_ms: openMs, close: '60000.0' });
    }
  });

  it('have the first, highest, lowest and last price, and the volume', async () => {
    server.clock.nowMs += 10 * MINUTE_MS;
    server.clock.nowMs -= server.clock.nowMs % MINUTE_MS;
    await traders.begin();
    for (const price of ['60000', '60300', '59700', '60100']) await tradeAt(price);
    const { items } = await candles('1m', { limit: 1 });
    expect(items).toEqual([
      {
        open_ms: server.clock.nowMs - (server.clock.nowMs % MINUTE_MS),
        open: '60000.0',
        high: '60300.0',
        low: '59700.0',
        close: '60100.0',
        volume: '0.004',
        quote_volume: '240.1',
        trades: 4,
        taker_buy_volume: '0.004',
        taker_buy_quote_volume: '240.1',
      },
    ]);
  });

  it('page back in time without gaps or repetitions', async () => {
    server.clock.nowMs += 60 * MINUTE_MS;
    for (let i = 0; i < 5; i++) {
      server.clock.nowMs += MINUTE_MS;
      await traders.begin();
      await tradeAt(`6000${i}`);
    }
    const whole = (await candles('1m', { limit: 5 })).items;
    expect(whole.map(({ close }) => close)).toEqual(['60000.0', '60001.0', '60002.0', '60003.0', '60004.0']);
    const late = (await candles('1m', { limit: 2 })).items;
    const early = (await candles('1m', { limit: 3, to_ms: late[0]?.open_ms ?? 0 })).items;
    expect([...early, ...late]).toEqual(whole);
    expect(whole.map(({ open_ms: ms }) => ms - (whole[0]?.open_ms ?? 0))).toEqual(
      [0, 1, 2, 3, 4].map(minute => minute * MINUTE_MS),
    );
  });

  it('refuse an invalid interval', async () => {
    for (const interval of ['2m', '1H', '', 'constructor']) {
      const input = { market_id: BTC_USDT, interval };
      expect((await server.refused('GET currency/new_timeshar', input)).code).toBe('interval_unknown');
    }
  });
});

describe('conversion', () => {
  it('uses last prices, else the index; goes across markets; truncates', async () => {
    await tradeAt('60300');
    const convert = (from: number, to: number, amount?: string) =>
      server.call('GET coin/convert', { from, to, ...(amount === undefined ? {} : { amount }) });
    expect(await convert(1, 3, '0.5')).toEqual({
      from: 1,
      to: 3,
      amount: '0.5',
      value: '30150',
      rate: '60300',
    });
    // ETH has no trades, so it is worth the index, 3000; converted by way of USDT.
    expect(await convert(2, 1)).toMatchObject({ value: '0.04975124', rate: '0.049751243781094527' });
    expect(await convert(3, 1, '0.000001')).toMatchObject({ value: '0' });
    expect(await convert(3, 3, '7')).toMatchObject({ value: '7', rate: '1' });
  });

  it('is unknown without a connecting price', async () => {
    expect(await server.call('GET coin/convert', { from: 8, to: 3 })).toMatchObject({
      value: null,
      rate: null,
    });
  });

  it.each([
    [{ from: 99, to: 3 }, 'unknown_currency'],
    [{ from: 3, to: 9999 }, 'unknown_currency'],
    [{ from: 3, to: 1, amount: '0.0000001' }, 'invalid_amount'],
    [{ from: 3, to: 1, amount: '-1' }, 'invalid_amount'],
  ])('%o: %s', async (input, code) => {
    expect((await server.refused('GET coin/convert', input)).code).toBe(code);
  });
});
