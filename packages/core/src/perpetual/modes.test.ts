import { beforeEach, describe, expect, it } from 'vitest';
import { Exchange } from '../exchange.ts';
import { BTC_USDT } from '../testing/demo-exchange.ts';
import { PerpetualScenario } from './testing/perpetual-scenario.ts';
import type { PositionView } from './position-view.ts';

const U = 1_000_000n;

let s: PerpetualScenario;
beforeEach(() => {
  s = new PerpetualScenario();
  for (const customerId of [1, 2, 3, 4]) s.trader(customerId);
});

/** What must be the same before and after a change of mode, summed over the customer's positions. */
function sums(customerId: number) {
  const positions = s.exchange.perpetual.positionsOf(customerId);
  const sum = (of: (position: PositionView) => bigint | number) =>
    positions.reduce((total, position) => total + BigInt(of(position)), 0n);
  return {
    lots: sum(one => one.openedLots - one.closedLots),
    entry: sum(one => one.entryValueMinor),
    margin: sum(one => one.marginMinor),
    exposure: s.exchange.perpetual.exposureMinor(customerId, BTC_USDT),
    ...s.contractFunds(customerId),
  };
}

/** Books of customer 4, in mode `each`, on both sides. */
function quotes(bid: string, ask: string, lots = 500): void {
  s.must(s.limit(4, 'long', lots, bid));
  s.must(s.limit(4, 'short', lots, ask));
}

describe('setting the mode', () => {
  it('makes one position of a side out of several, and loses or gains nothing', () => {
    s.open(1, 2, 7, '60000', { long: 3 });
    s.open(1, 2, 11, '60100.3', { long: 5 });
    s.open(3, 1, 13, '59999.9');
    const before = sums(1);
    s.must(s.mode(1, 'hedge'));
    expect(sums(1)).toEqual(before);
    expect(s.held(1, 'long')).toMatchObject({ positionId: 1, openedLots: 18, multiple: 4 });
    expect(s.held(1, 'short')).toMatchObject({ openedLots: 13 });
    const merged = s.changes().find(({ closeReason }) => closeReason === 'merged')!;
    expect(merged).toMatchObject({ positionId: 3, status: 'closed', realisedMinor: 0n, marginMinor: 0n });
    s.must(s.mode(1, 'each'));
    expect(sums(1)).toEqual(before);
    expect(s.exchange.perpetual.positionsOf(1)).toHaveLength(2);
  });

  it('gives the merged position the mean rate of its lots, without losing what division leaves', () => {
    s = new PerpetualScenario({
      tiers: [
        { maxNotional: '120000', maintenancePpm: 4_000, maxMultiple: 100 },
        { maxNotional: '5000000', maintenancePpm: 4_900, maxMultiple: 20 },
      ],
    });
    for (const customerId of [1, 4]) s.trader(customerId);
    s.must(s.mode(1, 'net'));
    quotes('59000', '60000', 3_000);
    s.must(s.marketOf(1, 'long', 2_000));
    expect(s.held(1, 'long')).toMatchObject({ maintenancePpm: 4_000 });
    // One by one they would never raise a truncated mean.
    for (let i = 0; i < 10; i++) s.must(s.marketOf(1, 'long', 1));
    const mean = Math.floor((2_000 * 4_000 + 10 * 4_900) / 2_010);
    expect(s.held(1, 'long')).toMatchObject({ maintenancePpm: mean, openedLots: 2_010 });
    s.must(s.marketOf(1, 'short', 1_500));
    expect(s.held(1, 'long')).toMatchObject({ maintenancePpm: mean });
    expect(Exchange.restore(s.exchange.snapshot()).stateHash()).toBe(s.exchange.stateHash());
  });

  it('keeps the nearer of both stops', () => {
    const first = s.open(1, 2, 10, '60000').long;
    const second = s.open(1, 2, 10, '60000').long;
    const stop = (positionId: number, takeProfit: string | null, stopLoss: string | null) =>
      s.must({
        type: 'setStops',
        customerId: 1,
        positionId,
        takeProfitTicks: takeProfit === null ? null : s.ticks(takeProfit),
        stopLossTicks: stopLoss === null ? null : s.ticks(stopLoss),
      });
    stop(first, '61000', null);
    stop(second, '60500', '59500');
    s.must(s.mode(1, 'net'));
    expect(s.held(1, 'long')).toMatchObject({
      takeProfitTicks: s.ticks('60500'),
      stopLossTicks: s.ticks('59500'),
    });
    s.must(s.limit(4, 'long', 20, '59400'));
    s.index('59400');
    expect(s.reported(first)).toMatchObject({ status: 'closed', closeReason: 'stopLoss', closedLots: 20 });
  });

  it('is refused while something waits, and for net with both sides', () => {
    const waiting = s.ordered(s.limit(1, 'long', 1, '59000'));
    expect(s.refusal(s.mode(1, 'net'))).toBe('orders_waiting');
    s.must({ type: 'cancelPerpetualOrder', customerId: 1, orderId: waiting });
    const { long } = s.open(1, 2, 5, '60000');
    s.must(s.close(1, long, 5, '60500'));
    expect(s.refusal(s.mode(1, 'hedge'))).toBe('orders_waiting');
    s.must({ type: 'cancelAllPerpetualOrders', customerId: 1, marketId: null });
    s.open(2, 1, 4, '60000');
    expect(s.refusal(s.mode(1, 'net'))).toBe('positions_opposite');
    s.must(s.mode(1, 'hedge'));
    expect(s.refusal(s.mode(1, 'net'))).toBe('positions_opposite');
    s.must(s.limit(1, 'long', 1, '59000'));
    expect(s.refusal(s.mode(1, 'each'))).toBe('orders_waiting');
    expect(s.refusal({ ...s.mode(1, 'net'), marketId: 9 } as never)).toBe('unknown_perpetual');
    expect(s.refusal(s.mode(1, 'all' as never))).toBe('invalid_order');
    expect(s.refusal(s.mode(9, 'net'))).toBe('unknown_customer');
  });

  it('is refused while a stop is closing a position', () => {
    const { long } = s.open(1, 2, 10, '60000');
    const stops = { takeProfitTicks: null, stopLossTicks: s.ticks('59500') };
    s.must({ type: 'setStops', customerId: 1, positionId: long, ...stops });
    s.index('59000');
    expect(s.position(long)).toMatchObject({ triggered: 'stopLoss', openedLots: 10 });
    expect(s.refusal(s.mode(1, 'net'))).toBe('position_closing');
  });
});

describe('hedge mode', () => {
  beforeEach(() => {
    s.must(s.mode(1, 'hedge'));
    quotes('59000', '61000');
  });

  it('has one position a side; orders have ids of their own', () => {
    const order = s.placed(s.marketOf(1, 'long', 10));
    s.must(s.marketOf(1, 'long', 20));
    s.must(s.marketOf(1, 'short', 5));
    expect(order).toMatchObject({ status: 'filled', side: 'buy', positionSide: 'long', filledLots: 10 });
    const long = s.held(1, 'long');
    expect(long).toMatchObject({ openedLots: 30, entryValueMinor: 30n * 61n * U });
    expect(long.positionId).not.toBe(order.orderId);
    expect(s.held(1, 'short')).toMatchObject({ openedLots: 5, entryValueMinor: 5n * 59n * U });
    const trade = s.events.find(event => event.type === 'perpetualTraded')!;
    expect(trade.takerPositionId).toBe(s.held(1, 'short').positionId);
    expect(trade.takerOrderId).not.toBe(trade.takerPositionId);
  });

  it('closes only what says that it reduces', () => {
    s.must(s.marketOf(1, 'long', 10));
    expect(s.refusal(s.marketOf(1, 'long', 5, { reduceOnly: true }))).toBe('nothing_to_reduce');
    const order = s.placed(s.marketOf(1, 'short', 15, { reduceOnly: true }));
    expect(order).toMatchObject({
      status: 'ended',
      positionSide: 'long',
      filledLots: 10,
      endReason: 'immediateRemainder',
      realisedMinor: -20n * U,
    });
    expect(s.exchange.perpetual.positionsOf(1)).toEqual([]);
  });

  it('offsets its two positions', () => {
    s.must(s.marketOf(1, 'long', 10));
    s.must(s.marketOf(1, 'short', 4));
    const [long, short] = [s.held(1, 'long').positionId, s.held(1, 'short').positionId];
    s.must({
      type: 'offsetPositions',
      customerId: 1,
      longPositionId: long,
      shortPositionId: short,
      lots: null,
    });
    expect(s.held(1, 'long')).toMatchObject({ closedLots: 4 });
    s.must(s.marketOf(1, 'short', 3));
    expect(s.held(1, 'short').positionId).not.toBe(short);
  });
});

describe('net mode', () => {
  beforeEach(() => {
    s.must(s.mode(1, 'net'));
    quotes('59000', '61000');
  });

  it('closes first and opens with the rest, through zero in one order', () => {
    s.must(s.marketOf(1, 'long', 10));
    const first = s.held(1, 'long').positionId;
    const order = s.placed(s.marketOf(1, 'short', 25));
    expect(order).toMatchObject({
      status: 'filled',
      positionSide: null,
      filledLots: 25,
      realisedMinor: -20n * U,
      filledValueMinor: 25n * 59n * U,
    });
    expect(s.reported(first)).toMatchObject({ status: 'closed', closeReason: 'customer' });
    expect(s.held(1, 'short')).toMatchObject({ openedLots: 15, marginMinor: (15n * 59n * U) / 10n });
  });

  it('needs no margin to close, and closes what a customer may who may open nothing', () => {
    s.trader(5, '620');
    s.must(s.mode(5, 'net'));
    s.must(s.marketOf(5, 'long', 100));
    expect(s.contractFunds(5).available).toBeLessThan(10n * U);
    // The half that closes is done, the half that would open is not.
    expect(s.refusal(s.marketOf(5, 'long', 10))).toBe('insufficient_balance');
    expect(s.placed(s.marketOf(5, 'short', 250))).toMatchObject({
      status: 'ended',
      filledLots: 100,
      endReason: 'openingRefused',
    });
    s.must(s.marketOf(1, 'long', 40));
    s.must({ type: 'setCustomerFrozen', customerId: 1, frozen: true });
    expect(s.refusal(s.marketOf(1, 'long', 1))).toBe('customer_frozen');
    expect(s.placed(s.marketOf(1, 'short', 10))).toMatchObject({ status: 'filled' });
    s.must({ type: 'setCustomerFrozen', customerId: 1, frozen: false });
    s.must({ type: 'setPerpetualStatus', marketId: BTC_USDT, status: 'cancelOnly' });
    expect(s.refusal(s.marketOf(1, 'long', 1))).toBe('market_cancel_only');
    expect(s.placed(s.marketOf(1, 'short', 10))).toMatchObject({ status: 'filled' });
    s.must({ type: 'setPerpetualStatus', marketId: BTC_USDT, status: 'open' });
    s.nowMs += 60_000;
    expect(s.refusal(s.marketOf(1, 'long', 1))).toBe('index_stale');
    expect(s.placed(s.marketOf(1, 'short', 30))).toMatchObject({
      filledLots: 20,
      endReason: 'openingRefused',
    });
    s.must({ type: 'setPerpetualStatus', marketId: BTC_USDT, status: 'halted' });
    expect(s.refusal(s.marketOf(1, 'short', 1))).toBe('market_halted');
  });

  it('lets an order that may not open wait to close, for what nothing else closes', () => {
    s.must(s.marketOf(1, 'long', 10));
    s.must({ type: 'setCustomerFrozen', customerId: 1, frozen: true });
    const first = s.placed(s.limit(1, 'short', 6, '61500'));
    expect(first).toMatchObject({ status: 'open', waitingLots: 6, waitingMinor: 0n, reduceOnly: false });
    const second = s.placed(s.limit(1, 'short', 9, '61600'));
    expect(second).toMatchObject({ status: 'open', waitingLots: 4, waitingMinor: 0n });
    expect(s.refusal(s.limit(1, 'short', 1, '61700'))).toBe('customer_frozen');
    s.must(s.limit(3, 'long', 500, '61500'));
    s.must(s.limit(3, 'long', 20, '61600', { multiple: 5 }));
    expect(s.orderChanges()).toMatchObject([
      { orderId: second.orderId, status: 'ended', filledLots: 4, endReason: 'openingRefused' },
    ]);
    expect(s.exchange.perpetual.positionsOf(1)).toEqual([]);
  });

  it('fills a waiting order against a position opened meanwhile, as a limit close would be', () => {
    const waiting = s.placed(s.limit(1, 'long', 30, '59500'));
    expect(waiting.waitingMinor).toBeGreaterThan(178n * U);
    s.must(s.limit(3, 'long', 10, '59600'));
    s.must(s.marketOf(1, 'short', 10));
    const short = s.held(1, 'short').positionId;
    s.must(s.marketOf(2, 'short', 12));
    const trades = s.events.filter(event => event.type === 'perpetualTraded');
    expect(trades).toMatchObject([
      { quantityLots: 10, makerEffect: 'close', makerPositionId: short, makerOrderId: waiting.orderId },
      { quantityLots: 2, makerEffect: 'open', makerOrderId: waiting.orderId },
    ]);
    expect(trades[0]!.makerRealisedMinor).toBe(U);
    expect(s.held(1, 'long')).toMatchObject({ openedLots: 2, marginMinor: 11_900_000n });
    const [now] = s.exchange.perpetual.ordersOf(1);
    expect(now).toMatchObject({ waitingLots: 18, filledLots: 12, realisedMinor: U });
    // Margin and fee of 18 lots at the multiple of 10, no more.
    expect(now!.waitingMinor).toBe((18n * 595n * U) / 100n + 18n * 11_900n);
  });

  it('closes nothing for more than the margin', () => {
    s.must(s.marketOf(1, 'long', 10, { multiple: 25 }));
    // Bankrupt at 58,560.
    expect(s.refusal(s.limit(1, 'short', 20, '58500'))).toBe('price_beyond_bankruptcy');
    s.must(s.limit(1, 'short', 20, '58560'));
    expect(s.held(1, 'short')).toMatchObject({ openedLots: 10 });
  });

  it('reverses, closes and closes all by orders', () => {
    s.must(s.marketOf(1, 'long', 10, { multiple: 3 }));
    const { positionId } = s.held(1, 'long');
    s.must({ type: 'reversePosition', customerId: 1, positionId, worstPriceTicks: null });
    expect(s.orderChanges()).toMatchObject([
      { reduceOnly: true, status: 'filled', filledLots: 10 },
      { reduceOnly: false, status: 'filled', filledLots: 10, multiple: 3 },
    ]);
    const short = s.held(1, 'short').positionId;
    s.must(s.close(1, short, 4));
    expect(s.orderChanges()).toMatchObject([{ reduceOnly: true, side: 'buy', filledLots: 4 }]);
    s.must(s.close(1, short, 3, '58500'));
    s.must(s.close(1, short, null, '58600'));
    expect(s.exchange.perpetual.ordersOf(1)).toMatchObject([{ waitingLots: 3 }, { waitingLots: 3 }]);
    expect(s.held(1, 'short').closing).toMatchObject({ lots: 3, priceTicks: s.ticks('58500') });
    expect(s.refusal(s.close(1, short, 1, '58700'))).toBe('nothing_to_reduce');
    s.must({ type: 'closeAllPositions', customerId: 1, marketId: null });
    expect(s.exchange.perpetual.positionsOf(1)).toEqual([]);
    expect(s.orderChanges().map(({ endReason }) => endReason)).toEqual([
      'cancelledByCustomer',
      'cancelledByCustomer',
      'filled',
    ]);
  });

  it('gives the stops of an order to the position with its first lots', () => {
    const stops = { takeProfitTicks: s.ticks('63000'), stopLossTicks: s.ticks('58000') };
    s.must(s.limit(1, 'long', 4, '59500', stops));
    s.must(s.marketOf(1, 'long', 1, { stopLossTicks: s.ticks('59000') }));
    expect(s.held(1, 'long')).toMatchObject({ takeProfitTicks: null, stopLossTicks: s.ticks('59000') });
    s.must(s.marketOf(3, 'short', 1));
    expect(s.held(1, 'long')).toMatchObject(stops);
    // Set by the customer since: the order has given its own already.
    const { positionId } = s.held(1, 'long');
    s.must({ type: 'setStops', customerId: 1, positionId, takeProfitTicks: null, stopLossTicks: null });
    s.must(s.marketOf(3, 'short', 3));
    expect(s.held(1, 'long')).toMatchObject({ openedLots: 5, takeProfitTicks: null, stopLossTicks: null });
    s.must(s.limit(3, 'long', 10, '58000'));
    s.must({ type: 'setStops', customerId: 1, positionId, ...stops });
    s.index('57999');
    expect(s.reported(positionId)).toMatchObject({ closeReason: 'stopLoss', status: 'closed' });
    const wrong = s.limit(1, 'long', 1, '57000', { stopLossTicks: s.ticks('57500') });
    expect(s.refusal(wrong)).toBe('stop_wrong_side');
  });

  it('refuses stops with what only reduces, and a position id that is an order’s', () => {
    s.must(s.marketOf(1, 'long', 2));
    const stops = { takeProfitTicks: s.ticks('50000'), reduceOnly: true };
    expect(s.refusal(s.marketOf(1, 'short', 1, stops))).toBe('invalid_order');
    const loss = { stopLossTicks: s.ticks('69000'), reduceOnly: true };
    expect(s.refusal(s.marketOf(1, 'short', 1, loss))).toBe('invalid_order');
    const { orderId } = s.placed(s.limit(1, 'long', 1, '59500'));
    expect(s.refusal(s.close(1, orderId))).toBe('unknown_position');
    expect(s.refusal(s.marketOf(2, 'long', 1, { reduceOnly: true }))).toBe('invalid_order');
    expect(s.refusal(s.marketOf(1, 'long', 1, { reduceOnly: 1 as never }))).toBe('invalid_order');
  });
});

it('with five hundred waiting orders a position is still reversed, and its fills still open', () => {
  s.must(s.mode(1, 'net'));
  quotes('59000', '61000');
  s.must(s.marketOf(1, 'long', 10));
  for (let i = 0; i < 499; i++) s.must(s.limit(1, 'long', 1, '58900'));
  expect(s.refusal(s.limit(1, 'long', 1, '58900'))).toBe('too_many_positions');
  expect(s.placed(s.marketOf(1, 'short', 15))).toMatchObject({ status: 'filled', filledLots: 15 });
  expect(s.held(1, 'short')).toMatchObject({ openedLots: 5 });
  // Each of them closes, and the last ones open again.
  s.must(s.limit(3, 'short', 600, '58900'));
  expect(s.held(1, 'long').openedLots).toBeGreaterThan(0);
});
