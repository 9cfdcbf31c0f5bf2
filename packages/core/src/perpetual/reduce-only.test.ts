import { beforeEach, describe, expect, it } from 'vitest';
import { Exchange } from '../exchange.ts';
import { MAX_REDUCING } from './merged-orders.ts';
import { PerpetualScenario } from './testing/perpetual-scenario.ts';

let s: PerpetualScenario;
beforeEach(() => {
  s = new PerpetualScenario();
  for (const customerId of [1, 2, 3, 4]) s.trader(customerId);
});

/** Books of customer 4, in mode `each`, on both sides. */
function quotes(bid: string, ask: string, lots = 500): void {
  s.must(s.limit(4, 'long', lots, bid));
  s.must(s.limit(4, 'short', lots, ask));
}

describe('orders that only reduce', () => {
  beforeEach(() => {
    s.must(s.mode(1, 'net'));
    quotes('59000', '61000');
    s.must(s.marketOf(1, 'long', 10));
  });
  const sell = (lots: number, price: string) => s.limit(1, 'short', lots, price, { reduceOnly: true });

  it('wait as a ladder within what is held, and the newest lose lots first', () => {
    const first = s.placed(sell(4, '62000')).orderId;
    const second = s.placed(sell(4, '61500')).orderId;
    const third = s.placed(sell(4, '61600'));
    expect(third).toMatchObject({ status: 'open', lots: 4, waitingLots: 2, waitingMinor: 0n });
    expect(s.refusal(sell(1, '61700'))).toBe('nothing_to_reduce');
    s.must(s.marketOf(1, 'short', 3));
    expect(s.orderChanges()).toMatchObject([
      { filledLots: 3, status: 'filled' },
      { orderId: third.orderId, status: 'ended', endReason: 'nothingToReduce' },
      { orderId: second, status: 'open', waitingLots: 3 },
    ]);
    s.must(s.limit(3, 'long', 600, '61500'));
    expect(s.orderChanges()).toMatchObject([
      { orderId: second, endReason: 'nothingToReduce', filledLots: 3 },
    ]);
    s.must(s.limit(3, 'long', 600, '62000'));
    expect(s.orderChanges()).toMatchObject([{ orderId: first, status: 'filled' }]);
    expect(s.exchange.perpetual.positionsOf(1)).toEqual([]);
  });

  it('are foreseen by a taker that meets an order which cuts those behind it', () => {
    s.must(sell(10, '61500'));
    // Closes the ten lots when it is filled, so that nothing is left for the order behind it.
    s.must(s.limit(1, 'short', 10, '61200'));
    s.must(s.limit(2, 'short', 10, '62500'));
    s.must(s.limit(3, 'long', 510, '62500', { multiple: 3 }));
    expect(s.held(3, 'long')).toMatchObject({
      openedLots: 510,
      entryValueMinor: (490n * 61_000n + 10n * 61_200n + 10n * 62_500n) * 1_000n,
      waitingLots: 0,
    });
    expect(s.exchange.perpetual.positionsOf(1)).toEqual([]);
    expect(s.orderChanges()).toMatchObject([
      { priceTicks: s.ticks('61200'), status: 'filled' },
      { priceTicks: s.ticks('61500'), endReason: 'nothingToReduce', filledLots: 0 },
    ]);
  });

  it('are at most a hundred', () => {
    s.must(s.marketOf(1, 'long', MAX_REDUCING));
    for (let i = 0; i < MAX_REDUCING; i++) s.must(sell(1, '62000'));
    expect(s.refusal(sell(1, '62000'))).toBe('too_many_open_orders');
    s.must({ type: 'cancelAllPerpetualOrders', customerId: 1, marketId: null });
    expect(s.orderChanges()).toHaveLength(MAX_REDUCING);
    s.must(sell(1, '62000'));
  });

  it('keep their place in the queue over a snapshot', () => {
    s.must(s.limit(2, 'short', 3, '62000'));
    const mine = s.placed(sell(4, '62000')).orderId;
    s.must(s.limit(2, 'short', 3, '62000'));
    s.exchange = Exchange.restore(s.exchange.snapshot());
    s.must(s.limit(3, 'long', 495, '62000', { multiple: 3 }));
    const makers = s.events.flatMap(event => (event.type === 'perpetualTraded' ? [event.makerOrderId] : []));
    expect(makers.slice(-2)).toEqual([mine - 1, mine]);
    expect(s.exchange.perpetual.ordersOf(1)).toMatchObject([
      { orderId: mine, waitingLots: 2, filledLots: 2 },
    ]);
  });

  it('end with a stop, as do the orders that would open more', () => {
    const { positionId } = s.held(1, 'long');
    s.must(sell(4, '62000'));
    const more = s.placed(s.limit(1, 'long', 5, '58900')).orderId;
    const other = s.placed(s.limit(1, 'short', 12, '62500')).orderId;
    const stops = { takeProfitTicks: null, stopLossTicks: s.ticks('59500') };
    s.must({ type: 'setStops', customerId: 1, positionId, ...stops });
    s.index('59200');
    expect(s.reported(positionId)).toMatchObject({ status: 'closed', closeReason: 'stopLoss' });
    expect(s.orderChanges()).toMatchObject([
      { endReason: 'positionClosed' },
      { orderId: more, endReason: 'positionClosed' },
    ]);
    expect(s.exchange.perpetual.ordersOf(1)).toMatchObject([{ orderId: other, waitingLots: 12 }]);
  });

  it('end with a liquidation, which a merged position meets as a whole', () => {
    s.index('61000');
    s.must(s.marketOf(1, 'long', 10, { multiple: 100 }));
    const { positionId, liquidationE8 } = s.held(1, 'long');
    s.must(sell(4, '62000'));
    s.fundInsurance('100000');
    s.index(String(liquidationE8! / 100_000_000 + 1));
    expect(s.held(1, 'long')).toMatchObject({ closedLots: 0 });
    s.must(s.limit(3, 'long', 20, '57700'));
    s.index(String(liquidationE8! / 100_000_000 - 1));
    expect(s.reported(positionId)).toMatchObject({
      status: 'closed',
      closeReason: 'liquidation',
      closedLots: 20,
    });
    expect(s.exchange.perpetual.ordersOf(1)).toEqual([]);
  });
});
