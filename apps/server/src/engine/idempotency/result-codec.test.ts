import type { Event, OrderView } from '@tallystick/core';
import { spotCommands } from '@tallystick/core/testing/spot-commands';
import { Exchange } from '@tallystick/core';
import { PerpetualScenario } from '@tallystick/core/perpetual/testing/perpetual-scenario';
import { describe, expect, it } from 'vitest';
import { decodeEvents, encodeEvents, essentialEvents } from './result-codec.ts';

/** Commands with their events, of every kind that spot trading produces. */
function history() {
  const exchange = new Exchange();
  const { setup, commands } = spotCommands({ seed: 5, commands: 2_000, customers: 20, waitingOrders: 100 });
  return [...setup, ...commands].flatMap(({ command, atMs }) => {
    const outcome = exchange.apply(command, atMs);
    return outcome.ok ? [{ command, events: outcome.events }] : [];
  });
}

const traded = history();

describe('stored results', () => {
  it('read back as they were written', () => {
    for (const { events } of traded) expect(decodeEvents(encodeEvents(events))).toEqual(events);
  });

  it('are read as earlier versions wrote them, each field named', () => {
    const named = (events: readonly Event[]) =>
      JSON.stringify(events, (_key, value: unknown) =>
        typeof value === 'bigint' ? { $: `${value}` } : value,
      );
    for (const { events } of traded) expect(decodeEvents(named(events))).toEqual(events);
  });

  it('have all fields an order may have, and refuse unknown ones', () => {
    const order: OrderView = {
      orderId: 9_007_199_254_740_991,
      customerId: 2_147_483_647,
      marketId: 3,
      side: 'sell',
      orderType: 'stopMarket',
      timeInForce: 'IOC',
      postOnly: true,
      priceTicks: null,
      quantityLots: null,
      budgetMinor: 2n ** 63n - 1n,
      triggerTicks: 4,
      triggered: false,
      clientOrderId: '"],[\\ {"$":"1"} \u2028',
      status: 'cancelled',
      reason: 'selfTrade',
      filledLots: 5,
      filledQuoteMinor: -6n,
      feeMinor: 7n,
      frozenMinor: 8n,
      placedAtMs: 9,
      updatedAtMs: 10,
      triggeredAtMs: 11,
      preventedLots: 12,
      instructions: { selfTrade: 'decrement', guarded: true },
      listId: 13,
      parentOrderId: 14,
      exitsRefused: 'market_halted',
    };
    const event: Event = { type: 'orderChanged', order };
    expect(decodeEvents(encodeEvents([event, event]))).toEqual([event, event]);
    expect(() => decodeEvents('[["x",1]]')).toThrow('unknown kind');
    // Stored results exist: the order of the fields must not change.
    expect(encodeEvents([{ ...event, order: { ...order, clientOrderId: 'mine' } }])).toBe(
      '[["o",9007199254740991,2147483647,3,"sell","stopMarket","IOC",true,null,null,"9223372036854775807",4,false,' +
        '"mine","cancelled","selfTrade",5,"-6","7","8",9,10,11,12,{"selfTrade":"decrement","guarded":true},13,14,"market_halted"]]',
    );
    // Those from before orders had the last three.
    const [old] = decodeEvents(
      '[["o",1,2,3,"sell","limit","GTC",false,4,5,null,null,true,null,"waiting",null,0,"0","0","7",9,10]]',
    );
    expect(old).toMatchObject({ order: { triggeredAtMs: null, preventedLots: 0, instructions: null } });
    // And those from before order lists.
    const [unlinked] = decodeEvents(
      '[["o",1,2,3,"sell","limit","GTC",false,4,5,null,null,true,null,"waiting",null,0,"0","0","7",9,10,null,0,null]]',
    );
    expect(unlinked).toMatchObject({ order: { listId: null, parentOrderId: null, exitsRefused: null } });
    expect(() => decodeEvents('[["o",1,2,3,"give"]]')).toThrow('side');
  });

  it('have the fields of a trade in their order', () => {
    const trade: Event = {
      type: 'traded',
      tradeId: 1,
      marketId: 2,
      priceTicks: 3,
      quantityLots: 4,
      quoteMinor: 5n,
      takerSide: 'buy',
      takerOrderId: 6,
      takerCustomerId: 7,
      takerFeeMinor: 8n,
      makerOrderId: 9,
      makerCustomerId: 10,
      makerFeeMinor: 11n,
    };
    expect(encodeEvents([trade])).toBe('[["t",1,2,3,4,"5","buy",6,7,"8",9,10,"11"]]');
  });

  it('keep texts as they are', () => {
    const event: Event = {
      type: 'posted',
      postingId: 1,
      reason: 'deposit',
      reference: '"\\ {"$":"1"} \u2028',
      entries: [],
    };
    expect(decodeEvents(encodeEvents([event]))).toEqual([event]);
  });

  it('tell senders about their own orders and trades only', () => {
    let orders = 0;
    let trades = 0;
    for (const { command, events } of traded) {
      if (command.type !== 'placeOrder') continue;
      for (const event of essentialEvents(command, events)) {
        if (event.type === 'orderChanged') {
          orders++;
          expect(event.order.customerId).toBe(command.customerId);
        } else {
          expect(event.type).toBe('traded');
          trades++;
        }
      }
    }
    expect(orders).toBeGreaterThan(500);
    expect(trades).toBeGreaterThan(100);
  });

  it('leave out what an order caused for others: their stops, liquidations and postings', () => {
    const s = new PerpetualScenario();
    for (const customerId of [1, 2]) s.trader(customerId);
    s.must(s.limit(2, 'short', 20, '60000'));
    s.must(s.limit(1, 'long', 10, '60000', { stopLossTicks: 594_000 }));
    s.must(s.limit(1, 'long', 10, '60000', { multiple: 100 }));
    // The index triggers these orders while trading is halted: they wait for the next order.
    const { marketId } = s.limit(1, 'long', 10, '60000');
    s.must({ type: 'setPerpetualStatus', marketId, status: 'halted' });
    s.index('58800');
    s.must({ type: 'setPerpetualStatus', marketId, status: 'open' });
    const command = s.limit(2, 'long', 20, '58900');
    const events = s.must(command);
    const types = events.map(event => event.type);
    expect(types).toContain('stopTriggered');
    expect(types).toContain('positionLiquidated');
    const told = essentialEvents(command, events);
    // The sender's short was reduced against the liquidated long; the other long's stop sold to it.
    expect(told.map(event => event.type)).toEqual([
      'positionDeleveraged',
      'perpetualTraded',
      'positionChanged',
      'positionChanged',
    ]);
    expect(told).toMatchObject([
      { customerId: 2 },
      { makerCustomerId: 2 },
      { position: { customerId: 2 } },
      { position: { customerId: 2 } },
    ]);
  });
});
