import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Command } from '../command.ts';
import { Exchange } from '../exchange.ts';
import type { Outcome } from '../outcome.ts';
import { assertCovering } from '../testing/assert-covering.ts';
import { USDT } from '../testing/demo-exchange.ts';
import { aimed, PERPETUAL_CUSTOMERS, type PerpetualStep } from './testing/arbitrary-perpetual.ts';
import { crossSetup, crossStep } from './testing/arbitrary-cross.ts';

const START_MS = 1_700_000_000_000;
const history = fc.array(crossStep, { minLength: 20, maxLength: 160, size: 'max' });

function runs(numRuns: number) {
  return { numRuns, endOnFailure: true };
}

/** As the sequencer does: what is due comes first. */
function play(
  exchange: Exchange,
  steps: readonly PerpetualStep[],
  see: (command: Command, atMs: number, outcome: Outcome) => void,
): void {
  let nowMs = START_MS;
  const apply = (command: Command): void => see(command, nowMs, exchange.apply(command, nowMs));
  for (const command of crossSetup()) apply(command);
  for (const step of steps) {
    nowMs += step.waitMs;
    while (exchange.dueAtMs() <= nowMs) apply({ type: 'passTime' });
    apply(aimed(step, exchange.perpetual));
  }
}

interface Naive {
  readonly equity: bigint;
  readonly maintenance: bigint;
  readonly canAct: boolean;
}

/** The account from public figures alone, with none of the core's formulas. */
function naive(
  { perpetual, balance }: Reading,
  customerId: number,
  set: ReadonlySet<number>,
  atMs: number,
): Naive {
  let equity = balance(customerId);
  let maintenance = 0n;
  let canAct = false;
  for (const one of perpetual.positionsOf(customerId)) {
    if (one.isCross !== true) continue;
    const lots = BigInt(one.openedLots - one.closedLots);
    const canNow = perpetual.status(one.marketId) !== 'halted' && !perpetual.isStale(one.marketId, atMs);
    if (one.waitingLots > 0) canAct = true;
    if (lots === 0n) continue;
    if (canNow && !set.has(one.positionId)) canAct = true;
    const { tickE8, quoteMinorPerTickLot } = perpetual.contract(one.marketId)!;
    const value = BigInt(perpetual.mark(one.marketId)!.markE8) * lots * quoteMinorPerTickLot;
    const entry = one.entryValueMinor * BigInt(tickE8);
    equity += (one.side === 'long' ? value - entry : entry - value) / BigInt(tickE8);
    maintenance += (value * BigInt(one.maintenancePpm)) / (BigInt(tickE8) * 1_000_000n);
  }
  return { equity, maintenance, canAct };
}

interface Reading {
  readonly perpetual: Exchange['perpetual'];
  readonly balance: (customerId: number) => bigint;
}

describe('accounts that carry cross positions', () => {
  it('are never liquidated late, never early, and never owe', async () => {
    const seen = new Map<string, number>();
    const note = (what: string): void => void seen.set(what, (seen.get(what) ?? 0) + 1);
    await assertCovering(
      fc.property(history, steps => {
        const exchange = new Exchange();
        const reading: Reading = {
          perpetual: exchange.perpetual,
          balance: ownerId =>
            exchange.balance({ ownerId, account: 'contract', currencyId: USDT }).availableMinor,
        };
        /** Those that found nobody once: whether the newest mark tried again is not to be seen. */
        const unfinished = new Set<number>();
        play(exchange, steps, (_command, atMs, outcome) => {
          if (!outcome.ok) {
            note(outcome.refusal.code);
            return;
          }
          for (const event of outcome.events) {
            if (event.type === 'marginTypeSet' || event.type === 'profitSettled') note(event.type);
            if (event.type !== 'positionLiquidated' || event.cross === undefined) continue;
            note('liquidated');
            if (event.cross.positions.length > 1) note('one of several');
            const markets = new Set(event.cross.positions.map(({ marketId }) => marketId));
            if (markets.size > 1) note('of two contracts');
            if (event.returnedMinor > 0n) note('returned');
            if (event.insurancePaidMinor > 0n) note('insured');
            if (event.deleveragedLots > 0) note('deleveraged');
            if (event.remainingLots > 0) unfinished.add(event.positionId);
            expect(event.cross.equityMinor).toBeLessThanOrEqual(event.cross.maintenanceMinor);
          }
          for (const customerId of PERPETUAL_CUSTOMERS) {
            const { equity, maintenance, canAct } = naive(reading, customerId, unfinished, atMs);
            const figures = exchange.perpetual.crossAccount(customerId, USDT);
            if (figures !== null) {
              expect([figures.equityMinor, figures.maintenanceMinor]).toEqual([equity, maintenance]);
            }
            if (maintenance > 0n && equity <= maintenance) {
              note('unhealthy at the end');
              expect(canAct).toBe(false);
            }
          }
        });
        exchange.checkInvariants('all');
      }),
      runs(300),
      () => seen,
      {
        liquidated: 1,
        'one of several': 1,
        'of two contracts': 1,
        returned: 1,
        deleveraged: 1,
        profitSettled: 1,
        marginTypeSet: 1,
        cross_margin_needed: 1,
        margin_type_in_use: 1,
        cross_margin: 1,
      },
    );
  });

  it('do at every command what they do if all of them are looked at', () => {
    fc.assert(
      fc.property(history, fc.nat(3), (steps, phase) => {
        const original = new Exchange();
        let before = original.snapshot();
        let count = 0;
        play(original, steps, (command, atMs, outcome) => {
          // Restored, an exchange has no thresholds: it looks at every account when the command ends.
          if (count++ % 4 === phase) {
            const naive = Exchange.restore(before);
            expect(naive.apply(command, atMs)).toEqual(outcome);
            expect(naive.stateHash()).toBe(original.stateHash());
          }
          if (count % 4 === phase) before = original.snapshot();
        });
      }),
      runs(60),
    );
  });
});
