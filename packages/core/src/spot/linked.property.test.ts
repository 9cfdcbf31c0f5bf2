import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Command } from '../command.ts';
import { Exchange } from '../exchange.ts';
import { BTC_USDT, configureCommands, fundedCustomerCommands } from '../testing/demo-exchange.ts';
import { emptyOrder } from '../testing/scenario.ts';
import { SELF_TRADE_MODES, type OrderView } from './order.ts';

const START_MS = 1_700_000_000_000;
const CUSTOMERS = [1, 2, 3];
const SETUP: readonly Command[] = [
  ...configureCommands(),
  ...CUSTOMERS.flatMap(customerId => fundedCustomerCommands(customerId, 80_000_000_000n)),
  {
    type: 'recordIndexTick',
    marketId: BTC_USDT,
    priceE8: 6_000_000_000_000,
    sources: [{ name: 'test', priceE8: 6_000_000_000_000, atMs: START_MS }],
  },
];

const customerId = fc.constantFrom(...CUSTOMERS);
const step = fc.integer({ min: -4, max: 4 });
const at = (steps: number): number => 600_000 + steps * 1_000;
const side = fc.constantFrom('buy' as const, 'sell' as const);
const quantityLots = fc.integer({ min: 20, max: 900 });
const selfTrade = fc.constantFrom(undefined, ...SELF_TRADE_MODES);

const list = fc
  .record({
    customerId,
    side,
    step,
    away: fc.integer({ min: 1, max: 4 }),
    quantityLots,
    byLimit: fc.boolean(),
  })
  .map(({ step: steps, away, byLimit, ...given }): Command => {
    const triggerTicks = at(steps + (given.side === 'buy' ? away : -away));
    const buysAtMarket = given.side === 'buy' && !byLimit;
    return {
      ...given,
      type: 'placeOrderList',
      marketId: BTC_USDT,
      priceTicks: at(steps),
      triggerTicks,
      stopPriceTicks: byLimit ? triggerTicks : null,
      budgetMinor: buysAtMarket ? BigInt(given.quantityLots) * 700_000n : null,
      clientOrderId: null,
      stopClientOrderId: null,
    };
  });

/** Limit orders, one in three with a bracket, an iceberg, or both; some cross. */
const order = fc
  .record({ customerId, side, step, quantityLots, what: fc.nat(5), mode: selfTrade, isShort: fc.boolean() })
  .map(({ customerId: id, side: way, step: steps, quantityLots: lots, what, mode, isShort }): Command => {
    const isBracket = way === 'buy' && (what === 0 || what === 2);
    const isIceberg = !isShort && (what === 1 || what === 2);
    const instructions = {
      ...(mode === undefined ? {} : { selfTrade: mode }),
      ...(isIceberg ? { visibleLots: Math.ceil(lots / 4) } : {}),
      ...(isBracket ? { takeProfitTicks: at(steps + 2), stopLossTicks: at(steps - 2) } : {}),
    };
    return {
      ...emptyOrder(id, way),
      orderType: 'limit',
      timeInForce: isShort ? 'IOC' : 'GTC',
      priceTicks: at(steps),
      quantityLots: lots,
      instructions,
    };
  });

const sale = fc
  .record({ customerId, quantityLots, mode: selfTrade })
  .map(({ customerId: id, quantityLots: lots, mode }): Command => ({
    ...emptyOrder(id, 'sell'),
    orderType: 'market',
    timeInForce: 'FOK',
    quantityLots: lots,
    ...(mode === undefined ? {} : { instructions: { selfTrade: mode } }),
  }));

const cancel = fc
  .record({ customerId, orderId: fc.integer({ min: 1, max: 90 }) })
  .map((given): Command => ({ ...given, type: 'cancelOrder' }));

const cancelAll = customerId.map((id): Command => ({
  type: 'cancelAllOrders',
  customerId: id,
  marketId: null,
}));

const commands = fc.array(
  fc.oneof(
    { weight: 5, arbitrary: list },
    { weight: 10, arbitrary: order },
    { weight: 3, arbitrary: sale },
    { weight: 3, arbitrary: cancel },
    { weight: 1, arbitrary: cancelAll },
  ),
  { minLength: 20, maxLength: 90, size: 'max' },
);

describe('whatever happens around order lists and brackets', () => {
  it('of two linked orders at most one trades, and exits sell no more than was received', () => {
    const seen = { limits: 0, stops: 0, exits: 0 };
    fc.assert(
      fc.property(commands, fc.nat(89), (played, cut) => {
        let exchange = new Exchange();
        for (const command of SETUP) expect(exchange.apply(command, START_MS).ok).toBe(true);
        const orders = new Map<number, OrderView>();
        played.forEach((command, i) => {
          // A snapshot in the middle changes nothing.
          if (i === cut) exchange = Exchange.restore(exchange.snapshot());
          const outcome = exchange.apply(command, START_MS + i);
          exchange.checkInvariants('all');
          if (!outcome.ok) return;
          for (const event of outcome.events)
            if (event.type === 'orderChanged') orders.set(event.order.orderId, event.order);
          for (const one of orders.values()) expectLinked(one, orders);
        });
        for (const { listId, orderId, filledLots, parentOrderId } of orders.values()) {
          if (parentOrderId !== null) seen.exits++;
          if (listId === null || filledLots === 0) continue;
          if (listId === orderId) seen.limits++;
          else seen.stops++;
        }
      }),
      { numRuns: 300, endOnFailure: true },
    );
    expect(Math.min(seen.limits, seen.stops, seen.exits)).toBeGreaterThan(100);
  });
});

function expectLinked(one: OrderView, orders: ReadonlyMap<number, OrderView>): void {
  if (one.listId === one.orderId) {
    const other = orders.get(one.orderId + 1)!;
    expect(one.filledLots === 0 || other.filledLots === 0).toBe(true);
    const traded = one.filledLots + one.preventedLots > 0 || one.status !== 'waiting';
    if (traded) expect(other.status === 'waiting' && !other.triggered).toBe(false);
    if (other.triggered) expect(one).toMatchObject({ status: 'cancelled', filledLots: 0, preventedLots: 0 });
  }
  if (one.parentOrderId === null) return;
  const parent = orders.get(one.parentOrderId)!;
  const receivedMinor = BigInt(parent.filledLots) * 1_000n - parent.feeMinor;
  expect(BigInt(one.quantityLots!) * 1_000n <= receivedMinor).toBe(true);
  expect(parent.status).not.toBe('waiting');
}
