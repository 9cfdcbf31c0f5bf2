import type { Event } from '@tallystick/core';
import { spotCommands } from '@tallystick/core/testing/spot-commands';
import { Exchange } from '@tallystick/core';
import { describe, expect, it } from 'vitest';
import { decodeEvents, encodeEvents, essentialEvents } from './result-codec.ts';

/** Every kind of event a day of trading brings, with its command. */
function history() {
  const exchange = new Exchange();
  const { setup, commands } = spotCommands({ seed: 5, commands: 2_000, customers: 20, waitingOrders: 100 });
  return [...setup, ...commands].flatMap(({ command, atMs }) => {
    const outcome = exchange.apply(command, atMs);
    return outcome.ok ? [{ command, events: outcome.events }] : [];
  });
}

describe('stored results', () => {
  it('read back as they were written', () => {
    for (const { events } of history()) expect(decodeEvents(encodeEvents(events))).toEqual(events);
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

  it('tell a sender about their own orders and trades, and nothing of the others', () => {
    let orders = 0;
    let trades = 0;
    for (const { command, events } of history()) {
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
});
