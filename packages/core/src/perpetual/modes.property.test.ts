import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Command } from '../command.ts';
import { Exchange } from '../exchange.ts';
import { assertCovering } from '../testing/assert-covering.ts';
import { BTC_USDT, USDT } from '../testing/demo-exchange.ts';
import { expectProjected } from '../testing/expect-projected.ts';
import { Projection } from '../testing/projection.ts';
import type { PositionMode } from './order-view.ts';
import { aimed, PERPETUAL_CUSTOMERS, perpetualSetup, perpetualStep } from './testing/arbitrary-perpetual.ts';

const START_MS = 1_700_000_000_000;
const MODES: Readonly<Record<number, PositionMode>> = { 1: 'hedge', 2: 'net', 3: 'net' };

/** What a customer has, as sums that no mode may change. */
function holdings(exchange: Exchange, customerId: number): unknown {
  const sums = { long: [0n, 0n, 0n], short: [0n, 0n, 0n] };
  for (const position of exchange.perpetual.positionsOf(customerId)) {
    const sum = sums[position.side];
    sum[0]! += BigInt(position.openedLots - position.closedLots);
    sum[1]! += position.entryValueMinor;
    sum[2]! += position.marginMinor;
  }
  const funds = exchange.balance({ ownerId: customerId, account: 'contract', currencyId: USDT });
  return { sums, funds, exposure: exchange.perpetual.exposureMinor(customerId, BTC_USDT) };
}

describe('in hedge and net mode, whatever customers, prices and time do', () => {
  it('every position and order follows from its fills, and no change of mode changes what is held', async () => {
    const seen = new Map<string, number>();
    const note = (what: string): void => void seen.set(what, (seen.get(what) ?? 0) + 1);
    const history = fc.array(perpetualStep, { minLength: 40, maxLength: 160, size: 'max' });
    await assertCovering(
      fc.property(history, steps => {
        const exchange = new Exchange();
        // Recomputes positions from fills, and throws if an order that only reduces has opened anything.
        const projection = new Projection();
        let nowMs = START_MS;
        const apply = (command: Command): void => {
          const sets = command.type === 'setPositionMode';
          const before = sets ? holdings(exchange, command.customerId) : null;
          const outcome = exchange.apply(command, nowMs);
          if (!outcome.ok) return;
          if (sets) expect(holdings(exchange, command.customerId)).toEqual(before);
          projection.command(outcome.events);
          exchange.checkInvariants('all');
          for (const event of outcome.events) {
            note(event.type);
            if (event.type === 'perpetualOrderChanged') note(`order ${event.order.endReason ?? 'waits'}`);
            if (event.type !== 'perpetualTraded' || event.makerEffect !== 'close') continue;
            const mode = exchange.perpetual.positionMode(event.makerCustomerId, event.marketId);
            note(`${mode} maker closes`);
          }
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
        expectProjected(projection, exchange, PERPETUAL_CUSTOMERS);
        const restored = Exchange.restore(exchange.snapshot());
        expect(restored.stateHash()).toBe(exchange.stateHash());
      }),
      { numRuns: 300, endOnFailure: true },
      () => seen,
      {
        positionsMerged: 1,
        positionLiquidated: 20,
        positionDeleveraged: 5,
        'net maker closes': 20,
        'hedge maker closes': 1,
        'order waits': 100,
        'order filled': 100,
        'order nothingToReduce': 5,
        'order openingRefused': 5,
        'order positionClosed': 5,
        'order selfTrade': 5,
        'order wouldBeLiquidated': 5,
      },
    );
  });
});
