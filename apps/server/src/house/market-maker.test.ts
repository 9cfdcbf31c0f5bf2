import { describe, expect, test } from 'vitest';
import { SimulatedPath } from '../feeds/simulated-path.ts';
import { MarketMaker } from './market-maker.ts';
import type { QuoteSettings } from './quote-settings.ts';
import { SpotVenue } from './spot-venue.ts';
import { CUSTOMER, HOUSE, MARKET, houseExchange } from './testing/house-exchange.ts';

const SETTINGS: QuoteSettings = {
  spreadPpm: 400,
  levels: 5,
  stepPpm: 200,
  levelValue: 1000,
  inventoryValue: 100_000,
  requotePpm: 100,
};
const PRICE_E8 = 100_000e8;

function setup(settings: Partial<QuoteSettings> | null = {}) {
  const on = houseExchange();
  const warnings: object[] = [];
  const maker = new MarketMaker({
    bus: on.bus,
    venue: new SpotVenue({ exchange: on.exchange, customerId: HOUSE, neutralLots: () => 10_000_000 }),
    settingsOf: () => settings && { ...SETTINGS, ...settings },
    log: { warn: details => warnings.push(details) },
  });
  const tick = async (price: number) => {
    const priceE8 = Math.round(price);
    on.index(priceE8);
    maker.indexTicked(MARKET, priceE8);
    await maker.settled();
    return on.takeSubmitted();
  };
  const order = (side: 'buy' | 'sell', priceTicks: number, quantityLots: number) =>
    on.apply({
      type: 'placeOrder',
      customerId: CUSTOMER,
      marketId: MARKET,
      side,
      orderType: 'limit',
      timeInForce: 'GTC',
      postOnly: false,
      priceTicks,
      quantityLots,
      budgetMinor: null,
      triggerTicks: null,
      clientOrderId: null,
    });
  const best = () => {
    const { bids, asks } = on.exchange.depth(MARKET, 1);
    return [bids[0]?.[0], asks[0]?.[0]];
  };
  const houseOrders = () => on.exchange.openOrders(HOUSE, MARKET).length;
  return { ...on, maker, tick, order, best, houseOrders, warnings };
}

describe('the market maker', () => {
  test('quotes both sides around the index, all accepted', async () => {
    const { tick, best, houseOrders } = setup();
    const submitted = await tick(PRICE_E8);
    expect(submitted).toHaveLength(1);
    expect(submitted.every(({ outcome }) => outcome.ok)).toBe(true);
    expect(best()).toEqual([999_800, 1_000_200]);
    expect(houseOrders()).toBe(10);
  });

  test('does nothing while the index moves less than the threshold', async () => {
    const { tick } = setup();
    await tick(PRICE_E8);
    expect(await tick(PRICE_E8 * 1.00009)).toEqual([]);
    expect(await tick(PRICE_E8 * 0.99991)).toEqual([]);
    expect((await tick(PRICE_E8 * 1.00021)).length).toBeGreaterThan(0);
  });

  test('follows a jump completely, without trading with itself', async () => {
    const { tick, best, houseOrders, exchange } = setup();
    await tick(PRICE_E8);
    for (const priceE8 of [PRICE_E8 * 1.02, PRICE_E8 * 0.97]) {
      const submitted = await tick(priceE8);
      expect(submitted.every(({ outcome }) => outcome.ok)).toBe(true);
      expect(houseOrders()).toBe(10);
      expect(best()).toEqual([Math.floor((priceE8 / 1e7) * 0.9998), Math.ceil((priceE8 / 1e7) * 1.0002)]);
    }
    expect(exchange.lastPriceTicks(MARKET)).toBeNull();
  });

  test('replaces what was taken, and trades with orders waiting at its price', async () => {
    const { tick, order, houseOrders, exchange } = setup();
    await tick(PRICE_E8);
    order('buy', 1_000_200, 1000);
    expect(houseOrders()).toBe(9);
    const submitted = await tick(PRICE_E8);
    expect(submitted.map(({ command }) => command.type)).toEqual(['replaceOrders']);
    expect(houseOrders()).toBe(10);
    order('buy', 1_000_000, 500);
    await tick(PRICE_E8 * 0.999);
    expect(exchange.openOrders(CUSTOMER, MARKET)).toEqual([]);
    expect(exchange.lastPriceTicks(MARKET)).toBe(1_000_000);
  });

  test('cancels everything when the index is stale, and quotes again when it is fresh', async () => {
    const { tick, maker, houseOrders, takeSubmitted } = setup();
    await tick(PRICE_E8);
    maker.indexStale(MARKET);
    await maker.settled();
    expect(houseOrders()).toBe(0);
    expect(takeSubmitted().map(({ command }) => command.type)).toEqual(['cancelAllOrders']);
    maker.indexStale(MARKET);
    await maker.settled();
    expect(takeSubmitted()).toEqual([]);
    await tick(PRICE_E8);
    expect(houseOrders()).toBe(10);
  });

  test('cancels everything when stopped, even in the middle of a change, and quotes no more', async () => {
    const { maker, index, tick, houseOrders, takeSubmitted } = setup();
    index(PRICE_E8);
    maker.indexTicked(MARKET, PRICE_E8);
    await maker.stop();
    expect(houseOrders()).toBe(0);
    takeSubmitted();
    expect(await tick(PRICE_E8 * 1.01)).toEqual([]);
  });

  test('uses the newest index when several came during a change', async () => {
    const { maker, index, best } = setup();
    for (const factor of [1, 1.01, 1.02, 1.005]) {
      const priceE8 = Math.round(PRICE_E8 * factor);
      index(priceE8);
      maker.indexTicked(MARKET, priceE8);
    }
    await maker.settled();
    expect(best()).toEqual([Math.floor(1_005_000 * 0.9998), Math.ceil(1_005_000 * 1.0002)]);
  });

  test('takes over the orders an earlier run left in the book', async () => {
    const { tick, bus, exchange, maker, houseOrders } = setup();
    await tick(PRICE_E8);
    const next = new MarketMaker({
      bus,
      venue: new SpotVenue({ exchange, customerId: HOUSE, neutralLots: () => 10_000_000 }),
      settingsOf: () => SETTINGS,
      log: { warn() {} },
    });
    next.indexTicked(MARKET, Math.round(PRICE_E8 * 1.03));
    await next.settled();
    expect(houseOrders()).toBe(10);
    await maker.stop();
  });

  test('does not quote a closed or excluded market', async () => {
    const closed = setup();
    await closed.tick(PRICE_E8);
    closed.apply({ type: 'setMarketStatus', marketId: MARKET, status: 'cancelOnly' });
    await closed.tick(PRICE_E8);
    expect(closed.houseOrders()).toBe(0);
    const off = setup(null);
    expect(await off.tick(PRICE_E8)).toEqual([]);
  });

  test('retries when the bus refuses its commands', async () => {
    const { tick, maker, bus, index, warnings, houseOrders } = setup();
    const { submit } = bus;
    bus.submit = () => Promise.reject(new Error('busy'));
    index(PRICE_E8);
    maker.indexTicked(MARKET, PRICE_E8);
    await maker.settled();
    expect(warnings).toHaveLength(1);
    bus.submit = submit;
    await tick(PRICE_E8);
    expect(houseOrders()).toBe(10);
  });

  test('needs few commands in an ordinary hour, and is never far from the index', async () => {
    const { tick, best, takeSubmitted } = setup({ levels: 15 });
    const path = new SimulatedPath(1, 'BTC');
    const start = Date.UTC(2026, 5, 1, 12);
    await tick(Math.round(path.priceAt(start)));
    takeSubmitted();
    let commands = 0;
    let worst = 0;
    for (let second = 1; second <= 3600; second++) {
      const priceE8 = Math.round(path.priceAt(start + second * 1000));
      commands += (await tick(priceE8)).length;
      const [bid = 0, ask = Infinity] = best();
      const priceTicks = priceE8 / 1e7;
      worst = Math.max(
        worst,
        bid / priceTicks - 1,
        1 - ask / priceTicks,
        1 - bid / priceTicks,
        ask / priceTicks - 1,
      );
    }
    expect(commands / 3600).toBeLessThan(1);
    expect(worst).toBeLessThan(0.0006);
  });
});
