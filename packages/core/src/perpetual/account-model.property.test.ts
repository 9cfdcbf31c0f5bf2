import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Command } from '../command.ts';
import { Exchange } from '../exchange.ts';
import { assertCovering } from '../testing/assert-covering.ts';
import { BTC_USDT } from '../testing/demo-exchange.ts';
import { histories } from '../testing/histories.ts';
import type { PositionMode } from './order-view.ts';
import { AccountModel } from './testing/account-model.ts';
import { aimed, perpetualSetup, perpetualStep, type PerpetualStep } from './testing/arbitrary-perpetual.ts';
import { crossSetup, crossStep } from './testing/arbitrary-cross.ts';
import { compareAccounts } from './testing/compare-accounts.ts';
import { Difference } from './testing/paper-accounts.ts';

const START_MS = 1_700_000_000_000;
/** Which customers begin in; commands change them. The fourth has every order as a position of its own. */
const MODES: Readonly<Record<number, PositionMode>> = { 1: 'hedge', 2: 'net', 3: 'net' };

/** Commands with what was refused left out, as they were given. */
type Given = (readonly [atMs: number, command: Command])[];

/** Plays a history with the account on paper beside it. */
class Played {
  readonly exchange = new Exchange();
  readonly model = new AccountModel();
  readonly given: Given = [];
  nowMs = START_MS;
  readonly #note: (what: string) => void;

  constructor(setup: readonly Command[], note: (what: string) => void) {
    this.#note = note;
    for (const command of setup) this.apply(command);
    this.given.length = 0;
    for (const [customerId, mode] of Object.entries(MODES)) {
      this.apply({ type: 'setPositionMode', customerId: Number(customerId), marketId: BTC_USDT, mode });
    }
  }

  apply(command: Command): void {
    const outcome = this.exchange.apply(command, this.nowMs);
    if (!outcome.ok) return;
    this.given.push([this.nowMs - START_MS, command]);
    try {
      this.model.command(command, outcome.events, this.nowMs);
      compareAccounts(this.model, this.exchange, command);
    } catch (error) {
      if (!(error instanceof Difference)) throw error;
      throw new Difference(`${error.message}, after\n${this.given.map(one => fc.stringify(one)).join('\n')}`);
    }
    for (const event of outcome.events) {
      this.#note(event.type);
      if (event.type === 'positionLiquidated') {
        if (event.cross !== undefined) {
          this.#note('account liquidated');
          if (event.cross.positions.length > 1) this.#note('one of several positions');
        }
        if (event.remainingLots > 0) this.#note('nobody takes over');
        if (event.insuredLots > 0) this.#note('insured');
      }
      if (event.type === 'perpetualOrderChanged') this.#note(`order ${event.order.endReason ?? 'waits'}`);
      if (event.type !== 'perpetualTraded') continue;
      for (const role of ['taker', 'maker'] as const) {
        const mode = this.exchange.perpetual.positionMode(event[`${role}CustomerId`], event.marketId);
        this.#note(`${mode} ${role} ${event[`${role}Effect`]}s`);
      }
    }
  }

  step(step: PerpetualStep): void {
    this.nowMs += step.waitMs;
    while (this.exchange.dueAtMs() <= this.nowMs) this.apply({ type: 'passTime' });
    for (const command of partsOf(aimed(step, this.exchange.perpetual))) this.apply(command);
  }
}

const OF_PARTS = {
  placeContract: 'placePerpetualOrder',
  amendContract: 'amendPerpetualOrder',
  cancelContract: 'cancelPerpetualOrder',
} as const;

/** A batch does what its parts do alone (`several-orders.test.ts`): on paper they are taken one by one. */
function partsOf(command: Command): readonly Command[] {
  if (command.type !== 'orderBatch') return [command];
  const { customerId } = command;
  return command.parts.flatMap(part => {
    if (!Object.hasOwn(OF_PARTS, part.do)) return [];
    const { do: kind, ...asked } = part;
    return [{ ...asked, customerId, type: OF_PARTS[kind as keyof typeof OF_PARTS] } as Command];
  });
}

describe('contract accounts as they would be kept on paper', () => {
  it('agree with the core to the unit, whoever does what, in every position mode', async () => {
    const seen = new Map<string, number>();
    const note = (what: string): void => void seen.set(what, (seen.get(what) ?? 0) + 1);
    const history = fc.array(perpetualStep, { minLength: 40, maxLength: 160, size: 'max' });
    await assertCovering(
      fc.property(history, steps => {
        const played = new Played(perpetualSetup(), note);
        for (const step of steps) played.step(step);
        played.exchange.checkInvariants('all');
        const restored = Exchange.restore(played.exchange.snapshot());
        expect(restored.stateHash()).toBe(played.exchange.stateHash());
      }),
      histories(300),
      () => seen,
      {
        positionsMerged: 1,
        positionLiquidated: 20,
        positionDeleveraged: 5,
        positionToppedUp: 5,
        positionsOffset: 1,
        fundingSettled: 20,
        stopTriggered: 20,
        insured: 5,
        'each taker closes': 20,
        'each maker closes': 1,
        'hedge taker closes': 20,
        'hedge maker closes': 1,
        'net taker closes': 20,
        'net maker closes': 20,
        'net taker opens': 20,
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

  it('agree to the unit where accounts carry positions of two contracts, in every position mode', async () => {
    const seen = new Map<string, number>();
    const note = (what: string): void => void seen.set(what, (seen.get(what) ?? 0) + 1);
    const history = fc.array(crossStep, { minLength: 40, maxLength: 160, size: 'max' });
    await assertCovering(
      fc.property(history, steps => {
        const played = new Played(crossSetup(), note);
        for (const step of steps) played.step(step);
        played.exchange.checkInvariants('all');
      }),
      histories(200),
      () => seen,
      {
        marginTypeSet: 1,
        'account liquidated': 20,
        'one of several positions': 5,
        profitSettled: 5,
        positionDeleveraged: 5,
        fundingSettled: 1,
        'net taker closes': 20,
      },
    );
  });
});
