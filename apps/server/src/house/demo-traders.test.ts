import { describe, expect, test, vi } from 'vitest';
import { DemoTraders } from './demo-traders.ts';
import { MarketMaker } from './market-maker.ts';
import { SpotDesk } from './spot-desk.ts';
import { SpotVenue } from './spot-venue.ts';
import { CUSTOMER, HOUSE, MARKET, houseExchange } from './testing/house-exchange.ts';

const PRICE_E8 = 100_000e8;

async function setup(seed = 1) {
  const on = houseExchange();
  const maker = new MarketMaker({
    bus: on.bus,
    venue: new SpotVenue({ exchange: on.exchange, customerId: HOUSE, neutralLots: () => 10_000_000 }),
    settingsOf: () => ({
      spreadPpm: 400,
      levels: 10,
      stepPpm: 200,
      levelValue: 10_000,
      inventoryValue: 1_000_000,
      requotePpm: 100,
    }),
    log: { warn() {} },
  });
  const quote = async () => {
    on.index(PRICE_E8);
    maker.indexTicked(MARKET, PRICE_E8);
    await maker.settled();
    on.takeSubmitted();
  };
  const traders = new DemoTraders({
    bus: on.bus,
    desk: new SpotDesk({ exchange: on.exchange, marketIds: [MARKET], typicalValue: () => 200 }),
    customerIds: [CUSTOMER],
    ordersPerSecond: 5,
    seed,
    log: { warn() {} },
  });
  await quote();
  return { ...on, traders, quote };
}

describe('demo traders', () => {
  test('trade, both ways, with small orders that are accepted', async () => {
    const { traders, quote, takeSubmitted, exchange } = await setup();
    const sides = new Set<string>();
    let trades = 0;
    for (let i = 0; i < 300; i++) {
      await traders.act();
      for (const { command, outcome } of takeSubmitted()) {
        expect(outcome.ok).toBe(true);
        if (command.type === 'placeOrder') sides.add(command.side);
        if (outcome.ok) trades += outcome.events.filter(event => event.type === 'traded').length;
      }
      if (i % 10 === 0) await quote();
    }
    expect(sides).toEqual(new Set(['buy', 'sell']));
    expect(trades).toBeGreaterThan(100);
    expect(exchange.openOrders(CUSTOMER, MARKET).length).toBeLessThanOrEqual(5);
    exchange.checkInvariants('all');
  });

  test('make the same orders for the same seed', async () => {
    const run = async (seed: number) => {
      const { traders, takeSubmitted } = await setup(seed);
      for (let i = 0; i < 20; i++) await traders.act();
      return takeSubmitted().map(({ command }) => command);
    };
    expect(await run(7)).toEqual(await run(7));
    expect(await run(7)).not.toEqual(await run(8));
  });

  test('stay away from an empty book and from a closed market', async () => {
    const { traders, apply, takeSubmitted } = await setup();
    apply({ type: 'cancelAllOrders', customerId: HOUSE, marketId: null });
    await traders.act();
    apply({ type: 'setMarketStatus', marketId: MARKET, status: 'halted' });
    await traders.act();
    expect(takeSubmitted()).toEqual([]);
  });

  test('act about as often as configured, until they are stopped', async () => {
    vi.useFakeTimers();
    try {
      const { traders } = await setup();
      const act = vi.spyOn(traders, 'act').mockResolvedValue();
      traders.start();
      await vi.advanceTimersByTimeAsync(60_000);
      expect(act.mock.calls.length).toBeGreaterThan(240);
      expect(act.mock.calls.length).toBeLessThan(360);
      await traders.stop();
      const calls = act.mock.calls.length;
      await vi.advanceTimersByTimeAsync(60_000);
      expect(act).toHaveBeenCalledTimes(calls);
    } finally {
      vi.useRealTimers();
    }
  });
});
