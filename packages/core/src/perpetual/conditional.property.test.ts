import fc from 'fast-check';
import { it } from 'vitest';
import type { Command } from '../command.ts';
import type { Event } from '../event.ts';
import { Exchange } from '../exchange.ts';
import { assertCovering } from '../testing/assert-covering.ts';
import { BTC_USDT } from '../testing/demo-exchange.ts';
import type { PositionMode } from './order-view.ts';
import { aimed, perpetualSetup, perpetualStep } from './testing/arbitrary-perpetual.ts';

const START_MS = 1_700_000_000_000;
const MODES: Readonly<Record<number, PositionMode>> = { 1: 'hedge', 2: 'net' };

/** Orders that conditional ones placed to reduce, by id, and whether each of their fills did. */
class Reducing {
  readonly #orders = new Set<number>();

  /** Throws at a fill that opened something. */
  command(events: readonly Event[], note: (what: string) => void): void {
    const closedAtOnce = new Set<number>();
    for (const event of events) {
      if (event.type !== 'conditionalOrderChanged' || event.order.effect !== 'reduce') continue;
      const { status, orderId, positionId, priceTicks } = event.order;
      note(`${status} to reduce`);
      if (status !== 'fired') continue;
      if (orderId === positionId) closedAtOnce.add(positionId!);
      else this.#orders.add(orderId!);
      note(`${positionId === null ? 'merged' : 'each'} ${priceTicks === null ? 'market' : 'limit'}`);
    }
    for (const event of events) {
      if (event.type !== 'perpetualTraded') continue;
      const { takerOrderId, takerEffect, makerOrderId, makerEffect, takerCause } = event;
      const isWrong =
        (this.#orders.has(takerOrderId) && takerEffect === 'open') ||
        (this.#orders.has(makerOrderId) && makerEffect === 'open');
      if (isWrong) throw new Error(`fill ${event.tradeId} opens for an order that only reduces`);
      if (closedAtOnce.has(takerOrderId) && takerCause === 'close') note('closed at once');
    }
  }
}

it('a conditional order that reduces never opens anything, whatever happens before and after it fires', async () => {
  const seen = new Map<string, number>();
  const note = (what: string): void => void seen.set(what, (seen.get(what) ?? 0) + 1);
  const history = fc.array(perpetualStep, { minLength: 60, maxLength: 200, size: 'max' });
  await assertCovering(
    fc.property(history, steps => {
      const exchange = new Exchange();
      const reducing = new Reducing();
      let nowMs = START_MS;
      const apply = (command: Command): void => {
        const lots = command.type === 'recordIndexTick' ? openLots(exchange) : null;
        const outcome = exchange.apply(command, nowMs);
        if (!outcome.ok) return;
        reducing.command(outcome.events, note);
        if (lots !== null && !opens(outcome.events)) expectNoMore(exchange, lots);
      };
      for (const command of perpetualSetup()) apply(command);
      for (const [customerId, mode] of Object.entries(MODES)) {
        apply({ type: 'setPositionMode', customerId: Number(customerId), marketId: BTC_USDT, mode });
      }
      for (const step of steps) {
        nowMs += step.waitMs;
        while (exchange.dueAtMs() <= nowMs) apply({ type: 'passTime' });
        apply(aimed(step, exchange.perpetual));
      }
    }),
    { numRuns: 300, endOnFailure: true },
    () => seen,
    {
      'fired to reduce': 100,
      'closed at once': 10,
      'merged market': 10,
      'merged limit': 10,
      'each market': 10,
      'each limit': 10,
    },
  );
});

/** Lots by customer and side. */
function openLots({ perpetual }: Exchange): Map<string, number> {
  const lots = new Map<string, number>();
  for (const customerId of [1, 2, 3, 4]) {
    for (const { side, openedLots, closedLots } of perpetual.positionsOf(customerId)) {
      const key = `${customerId} ${side}`;
      lots.set(key, (lots.get(key) ?? 0) + openedLots - closedLots);
    }
  }
  return lots;
}

/** Whether orders that open, conditional ones or makers, were filled. */
function opens(events: readonly Event[]): boolean {
  return events.some(
    event =>
      event.type === 'perpetualTraded' && (event.takerEffect === 'open' || event.makerEffect === 'open'),
  );
}

/** A price after which nothing opened has left nobody with more, on either side. */
function expectNoMore(exchange: Exchange, before: ReadonlyMap<string, number>): void {
  for (const [key, lots] of openLots(exchange)) {
    if (lots > (before.get(key) ?? 0)) throw new Error(`${key}: ${lots} lots by a price alone`);
  }
}
