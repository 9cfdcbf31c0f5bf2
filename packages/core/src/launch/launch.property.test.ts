import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Command } from '../command.ts';
import type { EventOf } from '../event.ts';
import { Exchange } from '../exchange.ts';
import { configureCommands, fundedCustomerCommands } from '../testing/demo-exchange.ts';
import { isTimeDue } from '../testing/time-due.ts';
import { allocate } from './allocate.ts';
import { listRoot } from './allocation-list.ts';
import type { LaunchFigures } from './figures.ts';
import type { LaunchOrder } from './terms.ts';
import { launchStep, type LaunchStep } from './testing/arbitrary-launch.ts';
import { assertCovering } from '../testing/assert-covering.ts';

const START_MS = 1_700_000_000_000;
const SETUP: readonly Command[] = [
  ...configureCommands(),
  ...[1, 2, 3].flatMap(customerId => fundedCustomerCommands(customerId, 3_000_000_000n)),
];
const history = fc.array(launchStep, { minLength: 40, maxLength: 150, size: 'max' });

/** Totals computed from events alone. */
class Outsider {
  readonly balances = new Map<string, bigint>();
  readonly orders = new Map<number, LaunchOrder>();
  readonly committed = new Map<string, bigint>();

  posted({ entries }: EventOf<'posted'>): void {
    for (const { ownerId, account, currencyId, bucket, amountMinor } of entries) {
      const key = `${ownerId}/${account}/${currencyId}/${bucket}`;
      this.balances.set(key, (this.balances.get(key) ?? 0n) + amountMinor);
    }
  }

  commitment({ orderId, currencyId, amountMinor }: EventOf<'launchCommitted'>): void {
    const key = `${orderId}/${currencyId}`;
    this.committed.set(key, (this.committed.get(key) ?? 0n) + amountMinor);
  }
}

interface Run {
  readonly exchange: Exchange;
  readonly outsider: Outsider;
  /** Every accepted command with its time. */
  readonly timed: readonly (readonly [atMs: number, command: Command])[];
  readonly figures: ReadonlyMap<number, LaunchFigures>;
}

/** Runs the steps as the sequencer does: applies what is due before each command. */
function run(steps: readonly LaunchStep[], check: (exchange: Exchange) => void = () => {}): Run {
  const exchange = new Exchange();
  const outsider = new Outsider();
  const timed: (readonly [number, Command])[] = [];
  const figures = new Map<number, LaunchFigures>();
  let nowMs = START_MS;
  const apply = (command: Command): void => {
    timed.push([nowMs, command]);
    const outcome = exchange.apply(command, nowMs);
    if (!outcome.ok) return;
    for (const event of outcome.events) {
      if (event.type === 'posted') outsider.posted(event);
      else if (event.type === 'launchCommitted') outsider.commitment(event);
      else if (event.type === 'launchOrderChanged') outsider.orders.set(event.order.orderId, event.order);
      else if (event.type === 'launchOfferChanged') {
        const { offerId } = event.offer.terms;
        figures.set(offerId, exchange.launch.figures(offerId)!);
      }
    }
    check(exchange);
  };
  for (const command of SETUP) apply(command);
  for (const { waitMs, command } of steps) {
    nowMs += waitMs;
    while (isTimeDue(exchange, nowMs)) apply({ type: 'passTime' });
    apply(command(nowMs));
  }
  return { exchange, outsider, timed, figures };
}

describe('whatever is offered and committed', () => {
  it('the invariants hold after every command, and every balance and commitment follows from the events', async () => {
    let launched = 0;
    let cancelled = 0;
    await assertCovering(
      fc.property(history, steps => {
        const { exchange, outsider } = run(steps, now => now.checkInvariants('all'));
        for (const [key, amount] of outsider.balances) {
          const [ownerId, account, currencyId, bucket] = key.split('/');
          const held = exchange.balance({
            ownerId: Number(ownerId),
            account: account as 'spot',
            currencyId: Number(currencyId),
          });
          expect([key, bucket === 'frozen' ? held.frozenMinor : held.availableMinor]).toEqual([key, amount]);
        }
        for (const { orderId, committed } of outsider.orders.values()) {
          for (const { currencyId, amountMinor } of committed) {
            expect(outsider.committed.get(`${orderId}/${currencyId}`)).toBe(amountMinor);
          }
        }
        for (const { status } of exchange.launch.offers()) {
          if (status === 'launched' || status === 'released') launched++;
          if (status === 'cancelled') cancelled++;
        }
      }),
      { numRuns: 250, endOnFailure: true },
      () => ({ launched, cancelled }),
      { launched: 40, cancelled: 5 },
    );
  });

  it('every closed offer allocates by its list, and every ended one has returned or released everything', async () => {
    let closed = 0;
    await assertCovering(
      fc.property(history, steps => {
        const { exchange, outsider, figures } = run(steps);
        for (const { terms, status, result } of exchange.launch.offers()) {
          const orders = [...outsider.orders.values()].filter(order => order.offerId === terms.offerId);
          if (result !== null) {
            closed++;
            const own = figures.get(terms.offerId)!;
            expect(listRoot(own, orders)).toBe(result.root);
            const again = allocate(own, orders);
            expect(
              orders.toSorted((a, b) => a.orderId - b.orderId).map(order => order.allocatedMinor),
            ).toEqual(again.map(one => one.allocatedMinor));
          }
          if (status === 'cancelled') expect(orders.every(order => order.returned)).toBe(true);
          if (status === 'released') {
            expect(orders.every(order => order.releasedMinor === order.allocatedMinor)).toBe(true);
          }
        }
      }),
      { numRuns: 150, endOnFailure: true },
      () => ({ closed }),
      { closed: 40 },
    );
  });

  it('the same commands give the same state, also when the exchange is restored in between', () => {
    fc.assert(
      fc.property(history, fc.nat(200), (steps, cut) => {
        const { exchange, timed } = run(steps);
        let other = new Exchange();
        for (const [i, [atMs, command]] of timed.entries()) {
          if (i === cut % timed.length) other = Exchange.restore(other.snapshot());
          other.apply(command, atMs);
        }
        expect(other.stateHash()).toBe(exchange.stateHash());
        expect(other.dueAtMs()).toBe(exchange.dueAtMs());
      }),
      { numRuns: 150, endOnFailure: true },
    );
  });

  it('a refusal changes nothing', () => {
    fc.assert(
      fc.property(history, steps => {
        const { timed } = run(steps);
        const exchange = new Exchange();
        const changedBy: Command[] = [];
        let before = exchange.stateHash();
        for (const [atMs, command] of timed) {
          const outcome = exchange.apply(command, atMs);
          const after = exchange.stateHash();
          if (!outcome.ok && after !== before) changedBy.push(command);
          before = after;
        }
        expect(changedBy).toEqual([]);
      }),
      { numRuns: 25, endOnFailure: true },
    );
  });
});
