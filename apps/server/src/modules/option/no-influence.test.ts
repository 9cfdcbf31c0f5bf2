import { Exchange, type Command, type IndexTick, type OptionView } from '@tallystick/core';
import type { HashedTick } from '@tallystick/core/market/price-log';
import { settleOption, type SettlementTerms } from '@tallystick/core/option/settlement';
import { BTC_USDT, configureCommands, ETH_USDT, USDT } from '@tallystick/core/testing/demo-exchange';
import { TEST_TERMS } from '@tallystick/core/testing/option-scenario';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { EVERY_COMMAND } from '../../engine/testing/every-command.ts';
import { assertCovering } from '@tallystick/core/testing/assert-covering';

/**
 * no-result.test.ts searches for a switch by its name; this test finds one under any name. It gives the exchange every
 * command that exists, new ones included, before, between and after everything that decides an option. Operators and
 * settings can influence a running exchange only by commands.
 */

const START_MS = 1_700_000_000_000;
const ENTRY_MS = 2_000;
const EXIT_MS = 59_000;
const CUSTOMERS = [1, 2, 3];
const ONE = 6_000_000_000_000;

const money = { currencyId: USDT, amountMinor: 2_000_000_000n, from: 'faucet', reference: 'test:1' } as const;
const SETUP: readonly Command[] = [
  ...configureCommands(),
  { type: 'configureOptions', terms: TEST_TERMS },
  ...CUSTOMERS.flatMap((customerId): Command[] => [
    { type: 'openCustomer', customerId },
    { ...money, type: 'credit', customerId, account: 'option' },
    { type: 'resetPractice', customerId, currencyId: USDT, amountMinor: 1_000_000_000n },
  ]),
  { ...money, type: 'fundHouse', to: 'optionPool' },
];

/** Makes ids of existing customers, markets and options likely, and amounts small, so that commands have an effect. */
function near(value: unknown, key = ''): unknown {
  if (Array.isArray(value)) return value.map(item => near(item, key));
  if (typeof value === 'object' && value !== null) {
    return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, near(inner, name)]));
  }
  const isId = /^id$|Id$/.test(key);
  if (typeof value === 'number') return isId ? 1 + (value % 3) : value % 2 === 0 ? value % 100 : value;
  return typeof value === 'bigint' && value % 2n === 0n ? value % 1_000_000_000n : value;
}

const anyCommand = fc.oneof(...Object.values(EVERY_COMMAND)).map(command => near(command) as Command);
const phase = fc.array(anyCommand, { maxLength: 40, size: 'max' });
const phases = fc.record({ before: phase, sold: phase, entered: phase, ended: phase });

/** Records what a customer knows: the terms at purchase and the feed's prices. */
class Witness {
  readonly exchange = new Exchange();
  /** The feed's ticks with their times, and the resulting index: both must be equal. */
  readonly handedIn: HashedTick[] = [];
  readonly ticks: IndexTick[] = [];
  readonly bought = new Map<number, SettlementTerms>();
  readonly settled = new Map<number, OptionView>();
  nowMs = START_MS;

  /** Whether the command was accepted. */
  apply(command: Command): boolean {
    const terms = this.exchange.option.terms(BTC_USDT)!;
    const outcome = this.exchange.apply(command, this.nowMs);
    if (!outcome.ok) return false;
    if (command.type === 'recordIndexTick') {
      const { type: _, ...tick } = command;
      this.handedIn.push({ ...tick, number: this.handedIn.length + 1, atMs: this.nowMs });
    }
    for (const event of outcome.events) {
      if (event.type === 'indexTicked') this.ticks.push(event);
      if (event.type !== 'optionChanged') continue;
      const { option } = event;
      if (option.state === 'settled') this.settled.set(option.optionId, option);
      if (command.type !== 'buyOption' || option.state !== 'pending') continue;
      const { payoutPpm } = terms.times.find(time => time.seconds === command.seconds)!;
      this.bought.set(option.optionId, {
        ...command,
        payoutPpm,
        staleMs: terms.staleMs,
        boughtAtMs: this.nowMs,
        deliveryAtMs: this.nowMs + command.seconds * 1000,
        chainHead: { number: this.handedIn.length },
      });
    }
    return true;
  }

  price(priceE8: number, marketId = BTC_USDT): void {
    this.apply({ type: 'recordIndexTick', marketId, priceE8, sources: [{ name: 'test', priceE8, atMs: 1 }] });
  }

  buy(customerId: number, direction: 'rise' | 'fall', practice: boolean): void {
    const option = { marketId: BTC_USDT, direction, seconds: 60, currencyId: USDT, practice } as const;
    const termsVersion = this.exchange.option.terms(BTC_USDT)!.version;
    this.apply({ ...option, type: 'buyOption', customerId, stakeMinor: 20_000_000n, termsVersion });
  }

  passUntil(afterMs: number): void {
    this.nowMs = START_MS + afterMs;
    while (this.exchange.dueAtMs() <= this.nowMs) {
      if (!this.apply({ type: 'passTime' })) throw new Error('time did not pass');
    }
  }
}

it('no command under any name changes a price or an option’s result', async () => {
  let settled = 0;
  await assertCovering(
    fc.property(phases, fc.constantFrom(-1, 0, 1), ({ before, sold, entered, ended }, step) => {
      const witness = new Witness();
      for (const command of SETUP) expect(witness.apply(command)).toBe(true);
      witness.price(ONE);
      for (const command of before) witness.apply(command);
      witness.price(ONE + 1);
      witness.buy(1, 'rise', false);
      witness.buy(2, 'fall', false);
      witness.buy(3, 'rise', true);
      for (const command of sold) witness.apply(command);
      witness.passUntil(ENTRY_MS);
      witness.price(ONE, ETH_USDT);
      witness.price(ONE);
      for (const command of entered) witness.apply(command);
      witness.passUntil(EXIT_MS);
      witness.price(ONE + step);
      for (const command of ended) witness.apply(command);
      // Longer than any delay a command could ask for.
      witness.passUntil(90_000_000);
      expect(witness.ticks).toMatchObject(witness.handedIn);
      expect(witness.ticks).toHaveLength(witness.handedIn.length);
      expect([...witness.settled.keys()].toSorted((a, b) => a - b)).toEqual([...witness.bought.keys()]);
      for (const [optionId, option] of witness.settled) {
        const { result, payoutMinor } = settleOption(witness.bought.get(optionId)!, witness.handedIn);
        expect(option).toMatchObject({ result, payoutMinor });
        settled++;
      }
      witness.exchange.checkInvariants('all');
    }),
    { numRuns: 150, endOnFailure: true },
    // Commands must not prevent purchases: otherwise the test would pass without checking anything.
    () => ({ settled }),
    { settled: 150 },
  );
});
