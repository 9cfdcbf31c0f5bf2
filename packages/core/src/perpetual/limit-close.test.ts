import { beforeEach, describe, expect, it } from 'vitest';
import { PerpetualScenario } from './testing/perpetual-scenario.ts';
import { MINUTE_MS } from '../durations.ts';

describe('a limit close whose bankruptcy price moved because funding was paid', () => {
  let s: PerpetualScenario;
  let long: number;
  beforeEach(() => {
    s = new PerpetualScenario({ staleAfterMs: 2 * MINUTE_MS, fundingCapPpm: 3_000 });
    for (const customerId of [1, 2, 3, 4]) s.trader(customerId);
    long = s.open(1, 2, 100, '60000', { long: 100, short: 1 }).long;
    // Mid 1 % above the index: longs pay 0.3 % at 08:00, from a margin of 1 %.
    s.must(s.limit(4, 'long', 400, '60500'));
    s.must(s.limit(4, 'short', 400, '60700'));
    const eight = s.nowMs + 480 * MINUTE_MS;
    s.nowMs = eight - MINUTE_MS - 1_000;
    s.index('60000');
    s.passTo(eight - MINUTE_MS);
    s.must({ type: 'cancelAllPerpetualOrders', customerId: 4, marketId: null });
    // Its bankruptcy price before the funding reduces the margin.
    s.must(s.close(1, long, null, '59400'));
    s.passTo(eight);
  });

  it('still waits at a price where the margin no longer covers the loss', () => {
    expect(s.position(long)).toMatchObject({
      bankruptcyE8: 5_958_000_112_000,
      closing: { priceTicks: 594_000 },
    });
  });

  it('is cancelled by a taker that would trade with it', () => {
    s.must(s.limit(3, 'short', 10, '60100'));
    s.must(s.marketOf(4, 'long', 10));
    expect(s.eventsOf('perpetualTraded')).toMatchObject([{ priceTicks: 601_000, makerEffect: 'open' }]);
    expect(s.reported(long)).toMatchObject({ status: 'holding', closing: null, closedLots: 0 });
  });

  it('is cancelled by an opening order that comes to wait at its price', () => {
    s.must(s.limit(3, 'long', 10, '59500'));
    expect(s.reported(long).closing).toBeNull();
    expect(s.exchange.perpetual.depth(1, 9)).toEqual({ bids: [[595_000, 10]], asks: [] });
  });

  it('is cancelled by another limit close that comes to wait at its price', () => {
    const { short } = s.open(4, 3, 10, '59300');
    s.must(s.close(3, short, null, '59500'));
    expect(s.position(short).closing).toMatchObject({ priceTicks: 595_000, lots: 10 });
    expect(s.reported(long).closing).toBeNull();
  });
});
