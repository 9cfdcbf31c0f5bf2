import { beforeEach, describe, expect, it } from 'vitest';
import { Exchange } from '../exchange.ts';
import { MINUTE_MS } from '../durations.ts';
import { MAX_CONDITIONAL } from './conditional-orders.ts';
import { PerpetualScenario } from './testing/perpetual-scenario.ts';

const ALL = { effect: 'reduce', lots: null } as const;

let s: PerpetualScenario;
beforeEach(() => {
  s = new PerpetualScenario();
  for (const customerId of [1, 2, 3, 4]) s.trader(customerId);
});

/** Customer 4 quotes large amounts on both sides of a price. */
function quote(price: number): void {
  s.must({ type: 'cancelAllPerpetualOrders', customerId: 4, marketId: 1 });
  s.must(s.limit(4, 'long', 900, `${price - 10}`, { multiple: 1 }));
  s.must(s.limit(4, 'short', 900, `${price + 10}`, { multiple: 1 }));
}

/** The market goes there, quotes first. */
function go(price: number): void {
  quote(price);
  s.index(`${price}`);
}

function cancelled(conditionalOrderId: number, customerId = 1) {
  return { type: 'cancelConditionalOrder', customerId, conditionalOrderId } as const;
}

function waiting(customerId = 1) {
  return s.exchange.perpetual.conditionalOrdersOf(customerId);
}

describe('a conditional order', () => {
  it('waits without freezing anything, then is placed, and keeps when it fired, by what price, and as which order', () => {
    s.must(s.conditional(1, 'long', '60500', { lots: 20, multiple: 10 }));
    expect(s.conditionalChanges()).toMatchObject([
      { conditionalOrderId: 1, side: 'buy', status: 'waiting', firedAtMs: null, orderId: null },
    ]);
    expect(s.contractFunds(1).frozen).toBe(0n);
    go(60_499);
    expect(s.conditionalChanges()).toEqual([]);
    go(60_500);
    const position = s.held(1, 'long');
    expect(position).toMatchObject({ openedLots: 20, multiple: 10 });
    expect(s.conditionalChanges()).toMatchObject([
      {
        status: 'fired',
        endReason: null,
        firedAtMs: s.nowMs,
        firedPriceE8: 6_050_000_000_000,
        orderId: position.positionId,
      },
    ]);
    expect(waiting()).toEqual([]);
  });

  it('has its direction from what it is: a stop buys above, a take-profit below, and what is past is refused', () => {
    for (const [side, kind, ahead, past] of [
      ['long', 'stop', '60100', '60000'],
      ['short', 'stop', '59900', '60000'],
      ['long', 'takeProfit', '59900', '60000'],
      ['short', 'takeProfit', '60100', '60000'],
    ] as const) {
      expect(s.refusal(s.conditional(1, side, past, { kind }))).toBe('trigger_would_fire');
      s.must(s.conditional(1, side, ahead, { kind }));
    }
  });

  it('places a limit order, which waits in the book', () => {
    s.must(s.conditional(1, 'short', '59500', { orderType: 'limit', priceTicks: 605_000, lots: 7 }));
    go(59_400);
    expect(s.held(1, 'short')).toMatchObject({ status: 'pending', waitingLots: 7, priceTicks: 605_000 });
  });

  it('ends with the code of the refusal if its order is refused', () => {
    s.trader(5, '1');
    s.must(s.conditional(5, 'long', '60500', { lots: 100, multiple: 10 }));
    go(60_600);
    expect(s.conditionalChanges()).toMatchObject([
      { status: 'ended', endReason: 'refused', refusal: 'insufficient_balance', orderId: null },
    ]);
    expect(s.conditionalChanges()[0]!.firedAtMs).toBe(s.nowMs);
  });

  it('watches the mark, the index or the last trade', () => {
    s.must(s.conditional(1, 'long', '60500', { triggerSource: 'index' }));
    expect(s.refusal(s.conditional(1, 'long', '60500', { triggerSource: 'last' }))).toBe('no_price_yet');
    s.open(2, 3, 1, '60000');
    s.must(s.conditional(1, 'long', '60500', { triggerSource: 'last' }));
    s.must(s.conditional(1, 'long', '60500', { triggerSource: 'mark' }));
    quote(60_000);
    // One trade at a price that mark and index have not.
    s.must(s.limit(2, 'short', 900, '60600'));
    s.must({ type: 'cancelAllPerpetualOrders', customerId: 4, marketId: 1 });
    s.must(s.limit(3, 'long', 1, '60600'));
    expect(s.conditionalChanges()).toMatchObject([
      { triggerSource: 'last', status: 'fired', firedPriceE8: 6_060_000_000_000 },
    ]);
    s.index('60550');
    expect(s.conditionalChanges().map(({ triggerSource }) => triggerSource)).toEqual(['index', 'mark']);
  });

  it('is looked at again after a halt and after a stale index; nothing fires meanwhile', () => {
    s.must(s.conditional(1, 'long', '60500'));
    s.must({ type: 'setPerpetualStatus', marketId: 1, status: 'halted' });
    s.index('60600');
    expect(waiting()).toHaveLength(1);
    s.must({ type: 'setPerpetualStatus', marketId: 1, status: 'open' });
    go(60_600);
    expect(waiting()).toHaveLength(0);
    s.must(s.conditional(1, 'short', '60500'));
    s.nowMs += 10_001;
    expect(s.refusal(s.conditional(1, 'short', '60500'))).toBe('index_stale');
    s.must(cancelled(2));
    expect(s.conditionalChanges()).toMatchObject([{ endReason: 'cancelledByCustomer' }]);
  });

  it('comes after liquidations and stops of positions; of several the oldest comes first', () => {
    quote(60_000);
    const stopped = s.ordered(s.marketOf(2, 'long', 5, { stopLossTicks: 595_000 }));
    s.must(s.conditional(1, 'short', '59800', { lots: 2 }));
    s.must(s.conditional(3, 'short', '59900', { lots: 3 }));
    go(59_000);
    const order = s.events.flatMap(event =>
      event.type === 'perpetualTraded' ? [[event.takerCustomerId, event.takerCause]] : [],
    );
    expect(order).toEqual([
      [2, 'stopLoss'],
      [1, 'order'],
      [3, 'order'],
    ]);
    expect(s.reported(stopped)).toMatchObject({ status: 'closed' });
  });

  it('fires another by its trade', () => {
    s.open(2, 3, 1, '60000');
    s.must(s.limit(4, 'short', 2, '60100', { multiple: 1 }));
    s.must(s.limit(4, 'short', 9, '60300', { multiple: 1 }));
    s.must(s.conditional(3, 'long', '60300', { triggerSource: 'last', lots: 1 }));
    s.must(s.conditional(1, 'long', '60050', { triggerSource: 'index', lots: 3 }));
    s.index('60060');
    expect(s.conditionalChanges().map(one => [one.customerId, one.status])).toEqual([
      [1, 'fired'],
      [3, 'fired'],
    ]);
  });

  it('ends when its time is over', () => {
    expect(s.refusal(s.conditional(1, 'long', '60500', { expiresAtMs: s.nowMs }))).toBe('expiry_in_past');
    s.must(s.conditional(1, 'long', '60500', { expiresAtMs: s.nowMs + MINUTE_MS - 1 }));
    s.pass(MINUTE_MS - 1);
    expect(s.conditionalChanges()).toMatchObject([{ status: 'ended', endReason: 'expired' }]);
  });

  it('has a name that is free again when it ends', () => {
    const named = s.conditional(1, 'long', '60500', { clientOrderId: 'mine' });
    s.must(named);
    expect(s.refusal(named)).toBe('duplicate_client_order_id');
    s.must({ ...named, customerId: 2 });
    s.must(cancelled(1));
    s.must(named);
  });

  it('is cancelled by its customer alone, one or all; orders in the book have a command of their own', () => {
    s.must(s.conditional(1, 'long', '60500'));
    s.must(s.limit(1, 'long', 1, '59000'));
    expect(s.refusal(cancelled(1, 2))).toBe('unknown_order');
    expect(s.refusal(cancelled(9))).toBe('unknown_order');
    s.must({ type: 'cancelAllPerpetualOrders', customerId: 1, marketId: null });
    expect(waiting()).toHaveLength(1);
    s.must(cancelled(1));
    expect(s.refusal(cancelled(1))).toBe('order_not_open');
    s.must(s.conditional(1, 'long', '60500'));
    s.must(s.conditional(1, 'short', '59500'));
    s.must({ type: 'cancelAllConditionalOrders', customerId: 1, marketId: 1 });
    expect(s.conditionalChanges()).toHaveLength(2);
    expect(s.refusal({ type: 'cancelAllConditionalOrders', customerId: 1, marketId: 7 })).toBe(
      'unknown_perpetual',
    );
  });

  it('is one of a hundred of its customer in a contract', () => {
    for (let left = MAX_CONDITIONAL; left > 0; left--) s.must(s.conditional(1, 'long', '60500'));
    expect(s.refusal(s.conditional(1, 'long', '60500'))).toBe('too_many_open_orders');
    s.must(s.conditional(2, 'long', '60500'));
  });

  it('survives a snapshot, with what it has followed', () => {
    s.must(s.conditional(1, 'short', null, { trail: { by: 'ticks', distance: 1_000 } }));
    s.must(
      s.conditional(1, 'short', '61000', { trail: { by: 'ppm', distance: 10_000 }, clientOrderId: 'b' }),
    );
    go(60_300);
    const restored = Exchange.restore(s.exchange.snapshot());
    expect(restored.snapshot()).toEqual(s.exchange.snapshot());
    expect([1, 2].map(id => restored.perpetual.conditionalExtremeTicks(id))).toEqual([603_000, null]);
    s.exchange = restored;
    go(60_200);
    expect(s.conditionalChanges()).toMatchObject([{ conditionalOrderId: 1, status: 'fired' }]);
  });

  it('must be well formed', () => {
    const trail = { by: 'ticks', distance: 10 } as const;
    for (const [change, code] of [
      [{ side: 'up' }, 'invalid_order'],
      [{ effect: 'flip' }, 'invalid_order'],
      [{ kind: 'oops' }, 'invalid_order'],
      [{ orderType: 'fok' }, 'invalid_order'],
      [{ triggerSource: 'moon' }, 'invalid_order'],
      [{ clientOrderId: 'no spaces' }, 'invalid_order'],
      [{ expiresAtMs: 1.5 }, 'invalid_order'],
      [{ positionId: 1 }, 'invalid_order'],
      [{ orderType: 'limit' }, 'price_required'],
      [{ orderType: 'limit', priceTicks: 0 }, 'invalid_price'],
      [{ priceTicks: 600_000 }, 'invalid_order'],
      [{ lots: null }, 'invalid_lots'],
      [{ lots: 100_001 }, 'too_many_lots'],
      [{ multiple: 101 }, 'multiple_not_offered'],
      [{ triggerTicks: null }, 'trigger_required'],
      [{ triggerTicks: -1 }, 'invalid_price'],
      [{ trail: { by: 'miles', distance: 1 } }, 'invalid_order'],
      [{ trail, kind: 'takeProfit' }, 'invalid_order'],
      [{ trail, triggerTicks: 0 }, 'invalid_price'],
      [{ side: 'short', triggerTicks: null, trail: { by: 'ticks', distance: 600_000 } }, 'invalid_order'],
      [{ marketId: 9 }, 'unknown_perpetual'],
      [{ customerId: 99 }, 'unknown_customer'],
      [{ effect: 'reduce', multiple: 10 }, 'invalid_order'],
    ] as const) {
      const order = { ...s.conditional(1, 'long', '60500'), ...change };
      expect([change, s.refusal(order as typeof order & { side: 'long' } as never)]).toEqual([change, code]);
    }
  });
});

describe('a conditional order that reduces, each order its own position', () => {
  let long: number;
  beforeEach(() => {
    quote(60_000);
    long = s.ordered(s.marketOf(1, 'long', 10));
  });
  const part = (lots: number | null, trigger: string, kind: 'stop' | 'takeProfit' = 'takeProfit') =>
    s.conditional(1, 'short', trigger, { effect: 'reduce', positionId: long, lots, kind });

  it('takes profit by parts, and the stop for all that is left ends with the position', () => {
    s.must(part(4, '60500'));
    s.must(part(6, '61000'));
    s.must(part(null, '59000', 'stop'));
    go(60_500);
    expect(s.position(long)).toMatchObject({ closedLots: 4 });
    go(61_000);
    expect(s.conditionalChanges()).toMatchObject([
      { lots: 6, status: 'fired', orderId: long },
      { lots: null, status: 'ended', endReason: 'positionClosed', firedAtMs: null },
    ]);
    expect(s.exchange.perpetual.position(long)).toBeNull();
  });

  it('closes at most what is held', () => {
    s.must(part(100, '60500'));
    go(60_500);
    expect(s.exchange.perpetual.position(long)).toBeNull();
    expect(s.conditionalChanges()).toMatchObject([{ status: 'fired' }]);
  });

  it('leaves a limit order that closes, and names it', () => {
    s.must({ ...part(4, '60500'), orderType: 'limit', priceTicks: 606_000 });
    go(60_500);
    const { closing } = s.position(long);
    expect(closing).toMatchObject({ lots: 4, priceTicks: 606_000 });
    expect(s.conditionalChanges()).toMatchObject([{ orderId: closing!.orderId }]);
  });

  it('names a position of its customer that is open and opposite', () => {
    expect(s.refusal({ ...part(1, '61000'), positionId: null })).toBe('invalid_order');
    expect(s.refusal({ ...part(1, '61000'), positionId: 99 })).toBe('unknown_position');
    expect(s.refusal({ ...part(1, '61000'), customerId: 2 })).toBe('unknown_position');
    expect(s.refusal({ ...part(1, '61000', 'stop'), side: 'long' })).toBe('invalid_order');
    s.must(s.close(1, long));
    expect(s.refusal(part(1, '61000'))).toBe('position_not_open');
  });

  it('keeps the position mode while it waits', () => {
    s.must(part(1, '61000'));
    expect(s.refusal(s.mode(1, 'net'))).toBe('orders_waiting');
  });

  it('may be placed by a frozen customer, whose risk goes on', () => {
    s.must({ type: 'setCustomerFrozen', customerId: 1, frozen: true });
    s.must(part(null, '59000', 'stop'));
    expect(s.refusal(s.conditional(1, 'long', '61000'))).toBe('customer_frozen');
    go(59_000);
    expect(s.exchange.perpetual.position(long)).toBeNull();
  });
});

describe('a conditional order that reduces, in net mode', () => {
  beforeEach(() => {
    s.must(s.mode(1, 'net'));
    quote(60_000);
  });
  const sell = (lots: number | null, trigger: string, kind: 'stop' | 'takeProfit' = 'takeProfit') =>
    s.conditional(1, 'short', trigger, { effect: 'reduce', lots, kind });

  it('works on what is held when it fires, and never opens', () => {
    s.must(sell(7, '60500'));
    s.must(s.marketOf(1, 'long', 5));
    go(60_500);
    expect(s.exchange.perpetual.positionsOf(1)).toEqual([]);
    expect(s.orderChanges()).toMatchObject([{ reduceOnly: true, filledLots: 5 }]);
    expect(s.conditionalChanges()).toMatchObject([{ status: 'fired' }]);
  });

  it('is refused if nothing is held by then', () => {
    s.must(sell(7, '60500'));
    go(60_500);
    expect(s.conditionalChanges()).toMatchObject([{ endReason: 'refused', refusal: 'nothing_to_reduce' }]);
  });

  it('for all that is held needs something held, and ends with it', () => {
    expect(s.refusal(s.conditional(1, 'short', '59000', ALL))).toBe('nothing_to_reduce');
    expect(s.refusal({ ...sell(null, '59000', 'stop'), positionId: 1 })).toBe('invalid_order');
    s.must(s.marketOf(1, 'long', 5));
    s.must(s.conditional(1, 'short', '59000', ALL));
    s.must(s.marketOf(1, 'long', 5));
    go(59_000);
    expect(s.conditionalChanges()).toMatchObject([{ status: 'fired' }]);
    expect(s.exchange.perpetual.positionsOf(1)).toEqual([]);
    s.must(s.marketOf(1, 'long', 5));
    s.must(s.conditional(1, 'short', '58000', ALL));
    s.must(s.marketOf(1, 'short', 5));
    expect(s.conditionalChanges()).toMatchObject([{ endReason: 'positionClosed' }]);
  });
});

describe('a trailing conditional order', () => {
  it('follows the mark and closes when it turns by the distance', () => {
    quote(60_000);
    const long = s.ordered(s.marketOf(1, 'long', 10));
    const trail = { by: 'ppm', distance: 10_000 } as const;
    s.must(s.conditional(1, 'short', null, { ...ALL, positionId: long, trail }));
    for (const price of [60_200, 61_000, 60_500, 60_391]) go(price);
    expect(s.exchange.perpetual.conditionalExtremeTicks(1)).toBe(610_000);
    go(60_390);
    expect(s.conditionalChanges()).toMatchObject([{ status: 'fired', firedPriceE8: 6_039_000_000_000 }]);
    expect(s.exchange.perpetual.position(long)).toBeNull();
  });

  it('buys above the lowest price, from its activation on', () => {
    s.must(s.conditional(1, 'long', '59000', { trail: { by: 'ticks', distance: 2_000 } }));
    for (const price of [59_100, 59_500]) go(price);
    expect(waiting()).toHaveLength(1);
    for (const price of [58_900, 58_500, 58_699]) go(price);
    expect(s.exchange.perpetual.conditionalExtremeTicks(1)).toBe(585_000);
    go(58_700);
    expect(s.conditionalChanges()).toMatchObject([{ status: 'fired' }]);
  });

  it('follows each trade of a command in its order', () => {
    s.open(2, 3, 1, '60000');
    s.must(s.conditional(1, 'short', null, { triggerSource: 'last', trail: { by: 'ticks', distance: 500 } }));
    s.must(s.limit(4, 'short', 1, '60100', { multiple: 1 }));
    s.must(s.limit(4, 'short', 1, '60200', { multiple: 1 }));
    s.must(s.limit(2, 'long', 2, '60200'));
    expect(s.exchange.perpetual.conditionalExtremeTicks(1)).toBe(602_000);
    s.must(s.limit(4, 'long', 9, '60150', { multiple: 1 }));
    s.must(s.limit(2, 'short', 1, '60150'));
    expect(s.conditionalChanges()).toMatchObject([{ status: 'fired', firedPriceE8: 6_015_000_000_000 }]);
  });
});
