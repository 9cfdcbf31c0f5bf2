import { beforeEach, describe, expect, it } from 'vitest';
import { PerpetualScenario } from './testing/perpetual-scenario.ts';
import { MINUTE_MS } from '../durations.ts';

const U = 1_000_000n;

let s: PerpetualScenario;
beforeEach(() => {
  s = new PerpetualScenario();
  for (const customerId of [1, 2, 3]) s.trader(customerId);
});

const stops = (
  positionId: number,
  takeProfitTicks: number | null,
  stopLossTicks: number | null,
  customerId = 1,
) => ({ type: 'setStops', customerId, positionId, takeProfitTicks, stopLossTicks }) as const;

/** Customer 3 quotes large amounts on both sides, 10 from the price. */
function quote(price: number): void {
  s.must({ type: 'cancelAllPerpetualOrders', customerId: 3, marketId: 1 });
  s.must(s.limit(3, 'long', 500, `${price - 10}`, { multiple: 1 }));
  s.must(s.limit(3, 'short', 500, `${price + 10}`, { multiple: 1 }));
}

describe('take-profit and stop-loss', () => {
  it('are set with the order and become active once lots are open', () => {
    const id = s.ordered(
      s.limit(1, 'long', 100, '60000', { takeProfitTicks: 610_000, stopLossTicks: 590_000 }),
    );
    // The mark passes the stop-loss of a pending order, which has no position to close yet.
    s.index('58900');
    expect(s.position(id)).toMatchObject({ status: 'pending', stopLossTicks: 590_000, triggered: null });
    s.index('60000');
    s.must(s.marketOf(2, 'short', 100));
    quote(59_000);
    s.index('59000');
    expect(s.eventsOf('stopTriggered')).toEqual([
      {
        type: 'stopTriggered',
        positionId: id,
        customerId: 1,
        marketId: 1,
        side: 'long',
        kind: 'stopLoss',
        triggerTicks: 590_000,
        lots: 100,
        mark: s.exchange.perpetual.mark(1),
        atMs: s.nowMs,
      },
    ]);
    expect(s.reported(id)).toMatchObject({
      status: 'closed',
      closeReason: 'stopLoss',
      realisedMinor: -101n * U,
      takeProfitTicks: null,
      stopLossTicks: null,
      triggered: null,
    });
  });

  it.each([
    ['long', 'takeProfit', 610_000, null, '60999.9', '61000'],
    ['long', 'stopLoss', null, 590_000, '59000.1', '59000'],
    ['short', 'takeProfit', 590_000, null, '59000.1', '59000'],
    ['short', 'stopLoss', null, 610_000, '60999.9', '61000'],
  ] as const)(
    '%s: %s fires at the mark of its trigger, not before',
    (side, kind, takeProfit, stopLoss, before, at) => {
      const opened = s.open(1, 2, 100, '60000');
      const customerId = side === 'long' ? 1 : 2;
      s.must(stops(opened[side], takeProfit, stopLoss, customerId));
      s.index(before);
      expect(s.eventsOf('stopTriggered')).toEqual([]);
      s.index(at);
      expect(s.eventsOf('stopTriggered')).toMatchObject([{ positionId: opened[side], kind }]);
    },
  );

  it('close what the book takes within the band, and retry the rest with every mark', () => {
    const { long } = s.open(1, 2, 100, '60000');
    s.must(stops(long, null, 590_000));
    s.must(s.limit(3, 'long', 30, '58900'));
    s.must(s.limit(3, 'long', 70, '57000', { multiple: 1 }));
    s.must({ type: 'cancelPerpetualOrder', customerId: 3, orderId: s.exchange.perpetual.lastPositionId });
    s.must(s.close(1, long, 50, '61000'));
    s.index('58990');
    expect(s.reported(long)).toMatchObject({
      closedLots: 30,
      triggered: 'stopLoss',
      stopLossTicks: null,
      closing: null,
    });
    expect(s.refusal(stops(long, null, 580_000))).toBe('stop_triggered');
    // Nothing was traded, so nothing is reported.
    s.index('58990');
    expect(s.changes()).toEqual([]);
    expect(s.position(long).closedLots).toBe(30);
    s.must(s.limit(3, 'long', 70, '58800', { multiple: 1 }));
    s.must({ type: 'setPerpetualStatus', marketId: 1, status: 'halted' });
    s.index('58990');
    expect(s.position(long).closedLots).toBe(30);
    s.must({ type: 'setPerpetualStatus', marketId: 1, status: 'open' });
    s.index('58990');
    expect(s.reported(long)).toMatchObject({ status: 'closed', closeReason: 'stopLoss', triggered: null });
  });

  it('can each be changed and removed separately', () => {
    const { long } = s.open(1, 2, 100, '60000');
    s.must(stops(long, 610_000, 590_000));
    s.must(stops(long, 620_000, 590_000));
    s.index('61500');
    expect(s.position(long).status).toBe('holding');
    s.must(stops(long, 620_000, null));
    s.index('58000');
    s.must(stops(long, null, null));
    s.index('63000');
    expect(s.position(long)).toMatchObject({ status: 'holding', takeProfitTicks: null, stopLossTicks: null });
  });

  it('a stop-loss may be set in profit', () => {
    const { long } = s.open(1, 2, 100, '60000');
    s.index('62000');
    s.must(stops(long, 650_000, 615_000));
    quote(61_500);
    s.index('61500');
    expect(s.reported(long)).toMatchObject({ closeReason: 'stopLoss', realisedMinor: 149n * U });
  });

  it('cancel the position’s waiting order before they close it', () => {
    const id = s.ordered(s.limit(1, 'long', 100, '60000', { stopLossTicks: 590_000 }));
    s.must(s.marketOf(2, 'short', 60));
    s.must(s.close(1, id, 20, '62000'));
    s.must(s.limit(3, 'long', 60, '58950'));
    s.index('58900');
    expect(s.reported(id)).toMatchObject({ status: 'closed', waitingLots: 0, closing: null, openedLots: 60 });
  });

  it('do not fire when the same jump liquidates: equity decides first', () => {
    const { long } = s.open(1, 2, 100, '60000', { long: 50, short: 1 });
    s.must(stops(long, null, 595_000));
    s.index('58000');
    expect(s.eventsOf('stopTriggered')).toEqual([]);
    expect(s.reported(long)).toMatchObject({ closeReason: 'liquidation', stopLossTicks: null });
  });

  it('and a close at the same time: the second finds nothing left', () => {
    const { long } = s.open(1, 2, 100, '60000');
    s.must(stops(long, null, 590_000));
    quote(59_000);
    s.index('59000');
    expect(s.refusal(s.close(1, long))).toBe('position_not_open');
    expect(s.refusal(stops(long, null, null))).toBe('position_not_open');

    const other = s.open(1, 2, 50, '59000').long;
    s.must(stops(other, null, 580_000));
    s.must(s.close(1, other));
    quote(58_000);
    s.index('57999');
    expect(s.eventsOf('stopTriggered')).toEqual([]);
  });

  it('of many fire by nearest trigger, then by oldest position', () => {
    const far = s.open(1, 2, 10, '60000').long;
    const near = s.open(1, 2, 10, '60000').long;
    const nearToo = s.open(3, 2, 10, '60000').long;
    s.must(stops(far, null, 590_000));
    s.must(stops(near, null, 595_000));
    s.must(stops(nearToo, null, 595_000, 3));
    s.index('58500');
    expect(s.eventsOf('stopTriggered').map(event => event.positionId)).toEqual([near, nearToo, far]);
  });

  it('wait while the index is stale or trading is halted, and fire with the next mark', () => {
    const { long } = s.open(1, 2, 100, '60000');
    s.must(stops(long, null, 590_000));
    quote(59_000);
    s.must({ type: 'setPerpetualStatus', marketId: 1, status: 'halted' });
    s.index('58990');
    expect(s.position(long).status).toBe('holding');
    s.must({ type: 'setPerpetualStatus', marketId: 1, status: 'open' });
    s.passTo(s.nowMs + MINUTE_MS);
    expect(s.position(long).status).toBe('holding');
    s.index('58990');
    expect(s.reported(long).status).toBe('closed');
  });

  it('fire at once for a position that opens beyond its trigger', () => {
    const id = s.ordered(s.limit(1, 'long', 10, '59500', { stopLossTicks: 594_000 }));
    s.index('59300');
    s.must(s.limit(3, 'long', 10, '59400'));
    s.must(s.marketOf(2, 'short', 10));
    expect(s.eventsOf('stopTriggered')).toMatchObject([{ positionId: id }]);
    expect(s.reported(id)).toMatchObject({
      status: 'closed',
      closeReason: 'stopLoss',
      realisedMinor: -1n * U,
    });
  });
});
