import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Command } from '../command.ts';
import { Exchange } from '../exchange.ts';
import type { Outcome } from '../outcome.ts';
import { BTC_USDT } from '../testing/demo-exchange.ts';
import { expectProjected } from '../testing/expect-projected.ts';
import { Projection } from '../testing/projection.ts';
import { initialMargin, liquidationPriceE8, survives, valueAtTicks } from './formulas.ts';
import type { ConditionalOrderView } from './conditional-view.ts';
import type { PositionView } from './position-view.ts';
import {
  aimed,
  PERPETUAL_CUSTOMERS,
  perpetualSetup,
  perpetualStep,
  type PerpetualStep,
} from './testing/arbitrary-perpetual.ts';
import { assertCovering } from '../testing/assert-covering.ts';

const START_MS = 1_700_000_000_000;
const history = fc.array(perpetualStep, { minLength: 20, maxLength: 160, size: 'max' });

/** A failure prints its seed without shrinking, which takes minutes for such long histories. */
function runs(numRuns: number) {
  return { numRuns, endOnFailure: true };
}

function started(): Exchange {
  const exchange = new Exchange();
  for (const command of perpetualSetup()) expect(exchange.apply(command, START_MS).ok).toBe(true);
  return exchange;
}

/** Runs the steps as the sequencer does: applies what is due before each command. */
function play(
  exchange: Exchange,
  steps: readonly PerpetualStep[],
  see: (command: Command, atMs: number, outcome: Outcome) => void,
): void {
  let nowMs = START_MS;
  const apply = (command: Command): void => see(command, nowMs, exchange.apply(command, nowMs));
  for (const step of steps) {
    nowMs += step.waitMs;
    while (exchange.dueAtMs() <= nowMs) apply({ type: 'passTime' });
    apply(aimed(step, exchange.perpetual));
  }
}

/** Waiting orders whose whole position the mark or index would liquidate: after a fresh mark there must be none. */
function waitingInVain({ perpetual }: Exchange): PositionView[] {
  const contract = perpetual.contract(BTC_USDT)!;
  if (perpetual.status(BTC_USDT) === 'halted') return [];
  const { markE8, indexE8 } = perpetual.mark(BTC_USDT)!;
  const waiting = PERPETUAL_CUSTOMERS.flatMap(customerId => perpetual.positionsOf(customerId));
  return waiting.filter(({ side, lots, multiple, maintenancePpm, priceTicks, waitingLots }) => {
    if (waitingLots === 0) return false;
    const entryValueMinor = valueAtTicks(contract, priceTicks!, lots);
    const marginMinor = initialMargin(entryValueMinor, multiple);
    const whole = { side, lots, entryValueMinor, marginMinor };
    const liquidationE8 = liquidationPriceE8(contract, whole, maintenancePpm);
    return liquidationE8 !== null && !survives(side, liquidationE8, markE8, indexE8);
  });
}

function noteConditional(order: ConditionalOrderView, note: (what: string) => void): void {
  note(`conditional ${order.endReason ?? order.status}`);
  if (order.status === 'fired' && order.trail !== null) note('conditional trailed');
}

describe('whatever customers, prices and time do', () => {
  it('every position follows from the events alone, and every rule of contracts holds', async () => {
    const seen = new Map<string, number>();
    const note = (what: string): void => void seen.set(what, (seen.get(what) ?? 0) + 1);
    await assertCovering(
      fc.property(history, steps => {
        const exchange = new Exchange();
        const projection = new Projection();
        const see = (command: Command, _atMs: number, outcome: Outcome): void => {
          if (!outcome.ok) return;
          projection.command(outcome.events);
          note(command.type);
          if (command.type === 'recordIndexTick') expect(waitingInVain(exchange)).toEqual([]);
          for (const event of outcome.events) {
            note(event.type);
            if (event.type === 'positionLiquidated') {
              if (event.insuredLots > 0) note('insured');
              if (event.returnedMinor > 0n) note('returned');
            }
            if (event.type === 'positionChanged' && event.position.triggered !== null) note('stop goes on');
            if (event.type === 'positionChanged') note(event.position.openingEndReason ?? 'waits');
            if (event.type === 'perpetualTraded' && event.makerEffect === 'close') note('limit close');
            if (event.type === 'perpetualOrderChanged') note(`order ${event.order.endReason ?? 'waits'}`);
            if (event.type === 'perpetualOrderChanged' && event.order.reduceOnly) note('reduce only');
            if (event.type === 'conditionalOrderChanged') noteConditional(event.order, note);
            if (event.type === 'positionModeSet') note(`mode ${event.mode}`);
            const changed = event.type === 'perpetualOrderChanged' ? event.order : null;
            const { asked } = changed ?? (event.type === 'positionChanged' ? event.position : {});
            if ((asked?.preventedLots ?? 0) > 0) note('prevented');
            if (asked?.instructions.timeInForce === 'FOK' && changed?.status === 'filled') note('order FOK');
          }
        };
        for (const command of perpetualSetup()) see(command, START_MS, exchange.apply(command, START_MS));
        play(exchange, steps, see);
        exchange.checkInvariants('cheap');
        exchange.checkInvariants('all');
        expectProjected(projection, exchange, PERPETUAL_CUSTOMERS);
      }),
      runs(400),
      () => seen,
      {
        perpetualTraded: 1,
        positionLiquidated: 1,
        positionDeleveraged: 1,
        positionsOffset: 1,
        stopTriggered: 1,
        fundingSettled: 1,
        fundingSkipped: 1,
        insured: 1,
        returned: 1,
        'stop goes on': 1,
        'limit close': 1,
        wouldBeLiquidated: 1,
        positionsMerged: 1,
        'mode each': 1,
        'mode hedge': 1,
        'mode net': 1,
        'reduce only': 1,
        'order waits': 1,
        'order filled': 1,
        'order nothingToReduce': 1,
        'order openingRefused': 1,
        'conditional waiting': 1,
        'conditional fired': 1,
        'conditional trailed': 1,
        'conditional positionClosed': 1,
        'conditional refused': 1,
        'conditional expired': 1,
        'order expired': 1,
        'order FOK': 1,
        expired: 1,
        cancelTimer: 1,
        prevented: 1,
        amendPerpetualOrder: 30,
        replacePerpetualOrder: 10,
        orderBatch: 10,
      },
    );
  });

  it('a refusal changes nothing', () => {
    fc.assert(
      fc.property(history, steps => {
        const exchange = started();
        let before = exchange.stateHash();
        const changedBy: Command[] = [];
        play(exchange, steps, (command, _atMs, outcome) => {
          const after = exchange.stateHash();
          if (!outcome.ok && after !== before) changedBy.push(command);
          before = after;
        });
        expect(changedBy).toEqual([]);
      }),
      runs(40),
    );
  });

  it('a dry run says what the command would be told, and changes nothing', () => {
    fc.assert(
      fc.property(history, steps => {
        const exchange = started();
        const differing: unknown[] = [];
        let nowMs = START_MS;
        for (const step of steps) {
          nowMs += step.waitMs;
          while (exchange.dueAtMs() <= nowMs) exchange.apply({ type: 'passTime' }, nowMs);
          const command = aimed(step, exchange.perpetual);
          if (command.type !== 'placePerpetualOrder' && command.type !== 'amendPerpetualOrder') {
            exchange.apply(command, nowMs);
            continue;
          }
          const before = exchange.stateHash();
          const said = exchange.check(command, nowMs);
          if (exchange.stateHash() !== before) differing.push(command);
          const outcome = exchange.apply(command, nowMs);
          const told = outcome.ok ? null : outcome.refusal;
          if (JSON.stringify(told) !== JSON.stringify(said)) differing.push([command, told, said]);
        }
        expect(differing).toEqual([]);
      }),
      runs(60),
    );
  });

  it('the same commands give the same events and the same state', () => {
    fc.assert(
      fc.property(history, steps => {
        const [first, second] = [started(), started()];
        play(first, steps, (command, atMs, outcome) => expect(second.apply(command, atMs)).toEqual(outcome));
        expect(second.stateHash()).toBe(first.stateHash());
      }),
      runs(60),
    );
  });

  it('a restored exchange behaves exactly like the original', () => {
    fc.assert(
      fc.property(history, fc.nat(150), (steps, cut) => {
        const original = started();
        let restored: Exchange | null = null;
        let count = 0;
        play(original, steps, (command, atMs, outcome) => {
          if (restored !== null) expect(restored.apply(command, atMs)).toEqual(outcome);
          if (count++ === cut) {
            restored = Exchange.restore(original.snapshot());
            expect(restored.snapshot()).toEqual(original.snapshot());
          }
        });
        if (restored !== null) expect((restored as Exchange).stateHash()).toBe(original.stateHash());
      }),
      runs(120),
    );
  });
});
