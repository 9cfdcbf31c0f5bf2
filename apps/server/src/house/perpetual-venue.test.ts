import type { PerpetualConfig } from '@tallystick/core';
import { describe, expect, test } from 'vitest';
import { readSettings } from '../config/settings.ts';
import { DemoTraders } from './demo-traders.ts';
import { quoteSettings } from './house-settings.ts';
import { MarketMaker } from './market-maker.ts';
import { PerpetualDesk } from './perpetual-desk.ts';
import { PerpetualVenue } from './perpetual-venue.ts';
import type { QuoteSettings } from './quote-settings.ts';
import { CUSTOMER, HOUSE, MARKET, houseExchange } from './testing/house-exchange.ts';

const SETTINGS: QuoteSettings = {
  spreadPpm: 400,
  levels: 5,
  stepPpm: 200,
  levelValue: 1_000,
  inventoryValue: 20_000,
  requotePpm: 100,
};
const PRICE_E8 = 100_000e8;

async function setup(settings: Partial<QuoteSettings> = {}, contract: Partial<PerpetualConfig> = {}) {
  const on = houseExchange();
  on.listContract(contract);
  const { exchange, bus, nowMs } = on;
  const maker = new MarketMaker({
    bus,
    venue: new PerpetualVenue({ exchange, customerId: HOUSE, now: nowMs }),
    settingsOf: () => ({ ...SETTINGS, ...settings }),
    log: { warn() {} },
  });
  const tick = async (price: number) => {
    const priceE8 = Math.round(price);
    on.index(priceE8);
    maker.indexTicked(MARKET, priceE8);
    await maker.settled();
    return on.takeSubmitted();
  };
  const market = (side: 'long' | 'short', lots: number) =>
    on.apply({
      type: 'placePerpetualOrder',
      customerId: CUSTOMER,
      marketId: MARKET,
      side,
      orderType: 'market',
      lots,
      multiple: 5,
      priceTicks: null,
      worstPriceTicks: null,
      postOnly: false,
      takeProfitTicks: null,
      stopLossTicks: null,
      clientOrderId: null,
    });
  const held = (customerId = HOUSE) =>
    exchange.perpetual
      .positionsOf(customerId, MARKET)
      .map(({ side, openedLots, closedLots }) => (side === 'long' ? 1 : -1) * (openedLots - closedLots))
      .filter(lots => lots !== 0);
  await tick(PRICE_E8);
  return { ...on, maker, tick, market, held };
}

describe('the house in a contract', () => {
  test('quotes both sides around the index, all accepted', async () => {
    const { exchange, tick } = await setup();
    const { bids, asks } = exchange.perpetual.depth(MARKET, 10);
    expect([bids.length, asks.length]).toEqual([5, 5]);
    expect([bids[0], asks[0]]).toEqual([
      [999_800, 10],
      [1_000_200, 9],
    ]);
    const moved = await tick(PRICE_E8 * 1.01);
    expect(moved.every(({ outcome }) => outcome.ok)).toBe(true);
    expect(exchange.perpetual.depth(MARKET, 1).bids[0]?.[0]).toBe(1_009_798);
  });

  test('gives the book a mid price by default, also at the highest leverage', async () => {
    const defaults = quoteSettings(readSettings({}), { symbol: 'BTC/USDT' }, 1);
    const highest = {
      multiples: [1, 2, 100],
      tiers: [{ maxNotional: '10000000', maintenancePpm: 5_000, maxMultiple: 100 }],
      staleAfterMs: 120_000,
    };
    const { exchange } = await setup(defaults ?? {}, highest);
    expect(exchange.apply({ type: 'passTime' }, 60_000).ok).toBe(true);
    expect(exchange.perpetual.funding(MARKET)?.samples).toBe(1);
    const meagre = await setup({ levels: 1, levelValue: 8_000 }, highest);
    meagre.exchange.apply({ type: 'passTime' }, 60_000);
    expect(meagre.exchange.perpetual.funding(MARKET)?.samples).toBe(0);
  });

  test('closes its longs against its shorts, so that only the difference stays', async () => {
    const { market, tick, held, exchange } = await setup();
    market('long', 6);
    market('short', 4);
    expect(held().toSorted()).toEqual([-6, 4]);
    const submitted = await tick(PRICE_E8);
    expect(submitted[0]?.command.type).toBe('offsetPositions');
    expect(held()).toEqual([-2]);
    expect(exchange.perpetual.openInterestLots(MARKET)).toBe(6);
    exchange.checkInvariants('all');
  });

  test('shifts quotes against its inventory, and beyond its limit quotes only the reducing side', async () => {
    const { market, tick, exchange } = await setup({ inventoryValue: 3_000 });
    market('short', 15);
    await tick(PRICE_E8 * 1.01);
    const leaning = exchange.perpetual.depth(MARKET, 1);
    expect(leaning.asks[0]?.[0]).toBeLessThan(1_010_202);
    expect(leaning.bids[0]?.[0]).toBeLessThan(1_009_798);
    await tick(PRICE_E8);
    market('short', 20);
    await tick(PRICE_E8);
    const full = exchange.perpetual.depth(MARKET, 10);
    expect(full.bids).toEqual([]);
    expect(full.asks.length).toBe(5);
    market('long', 30);
    await tick(PRICE_E8);
    expect(exchange.perpetual.depth(MARKET, 10).bids.length).toBe(5);
  });

  test('cancels quotes when the index is stale or the contract is halted, and quotes again afterwards', async () => {
    const { maker, tick, exchange, apply } = await setup();
    maker.indexStale(MARKET);
    await maker.settled();
    expect(exchange.perpetual.positionsOf(HOUSE, MARKET)).toEqual([]);
    await tick(PRICE_E8);
    expect(exchange.perpetual.depth(MARKET, 10).bids.length).toBe(5);
    apply({ type: 'setPerpetualStatus', marketId: MARKET, status: 'cancelOnly' });
    await tick(PRICE_E8);
    expect(exchange.perpetual.depth(MARKET, 10).bids).toEqual([]);
  });
});

test('keeps quoting in close-only, for customers who reduce', async () => {
  const { apply, tick, market, held, exchange } = await setup();
  market('long', 6);
  const line = { line: 'perpetual', marketId: MARKET } as const;
  const why = { reason: 'prices', note: '', forMs: null, prolong: false } as const;
  apply({ type: 'haltTrading', ...line, mode: 'closeOnly', ...why });
  await tick(PRICE_E8 * 1.01);
  expect(exchange.perpetual.depth(MARKET, 10).bids.length).toBe(5);
  const [position] = exchange.perpetual.positionsOf(CUSTOMER, MARKET);
  apply({
    type: 'closePosition',
    customerId: CUSTOMER,
    positionId: position!.positionId,
    lots: null,
    priceTicks: null,
    worstPriceTicks: null,
  });
  expect(held(CUSTOMER)).toEqual([]);
});

describe('demo traders in contracts', () => {
  test('hold few positions at a time, both ways, and trade', async () => {
    const { exchange, bus, nowMs, tick, held, takeSubmitted } = await setup({ levels: 10 });
    const traders = new DemoTraders({
      bus,
      desk: new PerpetualDesk({ exchange, now: nowMs, typicalValue: 500 }),
      customerIds: [CUSTOMER],
      ordersPerSecond: 1,
      seed: 3,
      log: { warn() {} },
    });
    const sides = new Set<number>();
    let accepted = 0;
    for (let i = 0; i < 200; i++) {
      await traders.act();
      accepted += takeSubmitted().filter(({ outcome }) => outcome.ok).length;
      for (const lots of held(CUSTOMER)) sides.add(Math.sign(lots));
      expect(exchange.perpetual.positionsOf(CUSTOMER, MARKET).length).toBeLessThanOrEqual(3);
      await tick(PRICE_E8 * (1 + (i % 7) / 5_000));
    }
    expect(sides).toEqual(new Set([1, -1]));
    expect(accepted).toBeGreaterThan(150);
    expect(exchange.perpetual.lastPriceTicks(MARKET)).not.toBeNull();
    exchange.checkInvariants('all');
  });
});
