import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Command } from '../command.ts';
import { MINUTE_MS } from '../durations.ts';
import { Exchange } from '../exchange.ts';
import type { IndexTick } from '../market/price-log.ts';
import { arbitraryCommand } from '../testing/arbitrary-commands.ts';
import { BTC_USDT, configureCommands, ETH_USDT, USDT } from '../testing/demo-exchange.ts';
import { TEST_TERMS } from '../testing/option-scenario.ts';
import type { OptionView } from './terms.ts';
import { settleOption } from './settlement.ts';

const START_MS = 1_700_000_000_000;
const CUSTOMERS = [1, 2, 3];
const TERMS = {
  ...TEST_TERMS,
  times: [
    { seconds: 30, payoutPpm: 777_777 },
    { seconds: 60, payoutPpm: 850_000 },
  ],
  currencies: [{ currencyId: USDT, minStake: '5', maxStake: '500', exposureLimit: '900' }],
};

const SETUP: readonly Command[] = [
  ...configureCommands(),
  { type: 'configureOptions', terms: TERMS },
  { type: 'configureOptions', terms: { ...TERMS, marketId: ETH_USDT } },
  ...CUSTOMERS.flatMap((customerId): Command[] => [
    { type: 'openCustomer', customerId },
    { ...money(2_000_000_000n), type: 'credit', customerId, account: 'option' },
    { type: 'resetPractice', customerId, currencyId: USDT, amountMinor: 1_000_000_000n },
  ]),
  { ...money(2_000_000_000n), type: 'fundHouse', to: 'optionPool' },
];

function money(amountMinor: bigint) {
  return { currencyId: USDT, amountMinor, from: 'faucet', reference: 'test:1' } as const;
}

const marketId = fc.constantFrom(BTC_USDT, BTC_USDT, BTC_USDT, ETH_USDT);

const buy: fc.Arbitrary<Command> = fc.record({
  type: fc.constant('buyOption' as const),
  customerId: fc.constantFrom(...CUSTOMERS),
  marketId,
  direction: fc.constantFrom('rise' as const, 'fall' as const),
  seconds: fc.constantFrom(30, 60, 61),
  currencyId: fc.constant(USDT),
  stakeMinor: fc.oneof(fc.bigInt(5_000_000n, 120_000_000n), fc.constantFrom(0n, 1n, 10n ** 20n)),
  termsVersion: fc.constantFrom(1, 1, 1, 1, 1, 2),
  practice: fc.constantFrom(false, false, false, true),
});

/** Few prices, so that some results are even. */
const tick: fc.Arbitrary<Command> = fc
  .record({ id: marketId, step: fc.integer({ min: -1, max: 1 }) })
  .map(({ id, step }) => {
    const priceE8 = 6_000_000_000_000 + step;
    return { type: 'recordIndexTick', marketId: id, priceE8, sources: [{ name: 'test', priceE8, atMs: 1 }] };
  });

const limits: fc.Arbitrary<Command> = fc.oneof(
  fc.record({
    type: fc.constant('setDailyLossLimit' as const),
    customerId: fc.constantFrom(...CUSTOMERS),
    limitMinor: fc.option(fc.bigInt(0n, 2_000_000_000n)),
  }),
  fc
    .record({ customerId: fc.constantFrom(...CUSTOMERS), ms: fc.integer({ min: 0, max: MINUTE_MS }) })
    .map(({ customerId, ms }): Command => ({ type: 'setCoolDown', customerId, untilMs: START_MS + ms })),
);

const reconfigure: fc.Arbitrary<Command> = fc
  .record({
    id: marketId,
    staleMs: fc.constantFrom(1, 5_000, 10_000),
    payoutPpm: fc.constantFrom(1, 850_000),
  })
  .map(({ id, staleMs, payoutPpm }) => ({
    type: 'configureOptions',
    terms: { ...TERMS, marketId: id, staleMs, times: [{ seconds: 60, payoutPpm: Math.max(payoutPpm, 10) }] },
  }));

/** Often no time, mostly a few seconds, sometimes long enough for the feed to become stale. */
const pause = fc.oneof(
  { weight: 4, arbitrary: fc.constant(0) },
  { weight: 8, arbitrary: fc.integer({ min: 1, max: 6_000 }) },
  { weight: 1, arbitrary: fc.integer({ min: 9_990, max: 90_000 }) },
);

const command = fc.oneof(
  { weight: 12, arbitrary: tick },
  { weight: 8, arbitrary: buy },
  { weight: 1, arbitrary: limits },
  { weight: 1, arbitrary: reconfigure },
);
const step = fc.record({ command, pause, restart: fc.constantFrom(...Array<boolean>(20).fill(false), true) });
const history = fc.array(step, { minLength: 20, maxLength: 200, size: 'max' });

interface Told {
  readonly ticks: IndexTick[];
  readonly bought: OptionView[];
  readonly settled: OptionView[];
  readonly exchange: Exchange;
}

/** `lazy`: time passes late, as after a crash; otherwise when something is due, as with the sequencer. */
function run(steps: readonly { command: Command; pause: number; restart: boolean }[], lazy: boolean): Told {
  let exchange = new Exchange();
  for (const each of SETUP) expect(exchange.apply(each, START_MS).ok).toBe(true);
  const ticks: IndexTick[] = [];
  const bought: OptionView[] = [];
  const settled: OptionView[] = [];
  let nowMs = START_MS;
  const apply = (each: Command): void => {
    const outcome = exchange.apply(each, nowMs);
    if (!outcome.ok) return;
    for (const event of outcome.events) {
      if (event.type === 'indexTicked') ticks.push(event);
      if (event.type !== 'optionChanged') continue;
      if (event.option.state === 'settled') settled.push(event.option);
      else if (event.option.state === 'pending') bought.push(event.option);
    }
    exchange.checkInvariants('cheap');
  };
  const pass = (): void => {
    while (exchange.dueAtMs() <= nowMs) apply({ type: 'passTime' });
  };
  for (const { command: next, pause: ms, restart } of steps) {
    nowMs += ms;
    if (restart) exchange = Exchange.restore(exchange.snapshot());
    if (!lazy) pass();
    apply(next);
  }
  exchange.checkInvariants('all');
  nowMs += 120_000;
  pass();
  exchange.checkInvariants('all');
  return { ticks, bought, settled, exchange };
}

/** The rules again, in the simplest form. */
function plainly(option: OptionView, ticks: readonly IndexTick[]): { result: string; payoutMinor: bigint } {
  const own = ticks.filter(t => t.marketId === option.marketId && t.number > option.chainHead.number);
  const refunded = (result: string) => ({ result, payoutMinor: option.stakeMinor });
  const [entry] = own;
  if (!entry || entry.atMs - option.boughtAtMs > option.staleMs) return refunded('staleEntry');
  const delivery = option.boughtAtMs + option.seconds * 1000;
  let exit = entry;
  for (const each of own) if (each.atMs <= delivery) exit = each;
  if (delivery - exit.atMs > option.staleMs) return refunded('staleExit');
  if (exit.priceE8 === entry.priceE8) return refunded('even');
  const result = exit.priceE8 > entry.priceE8 ? 'rise' : 'fall';
  const win = option.stakeMinor + (option.stakeMinor * BigInt(option.payoutPpm)) / 1_000_000n;
  return { result, payoutMinor: result === option.direction ? win : 0n };
}

describe('whatever happens', () => {
  it('each option settles once, by the rules applied to the whole price log, and money is conserved', () => {
    fc.assert(
      fc.property(history, fc.boolean(), (steps, lazy) => {
        const { ticks, bought, settled, exchange } = run(steps, lazy);
        expect(settled.map(option => option.optionId).toSorted((a, b) => a - b)).toEqual(
          bought.map(option => option.optionId),
        );
        for (const option of settled) {
          expect(option).toMatchObject(plainly(option, ticks));
          expect(settleOption(option, ticks)).toMatchObject({
            result: option.result,
            payoutMinor: option.payoutMinor,
          });
        }
        // Customers and pool together hold what they started with, and the escrow is empty.
        let held = 0n;
        for (const customerId of CUSTOMERS) held += balance(exchange, customerId, 'option');
        expect(held + balance(exchange, 0, 'optionPool')).toBe(8_000_000_000n);
        expect(balance(exchange, 0, 'optionEscrow')).toBe(0n);
        for (const customerId of CUSTOMERS) {
          const real = settled.filter(option => option.customerId === customerId && !option.practice);
          const result = real.reduce((sum, option) => sum + option.payoutMinor! - option.stakeMinor, 0n);
          expect(balance(exchange, customerId, 'option')).toBe(2_000_000_000n + result);
          expect(exchange.limits.standing(customerId, exchange.lastAtMs).atRiskMinor).toBe(0n);
        }
      }),
      { numRuns: 300, endOnFailure: true },
    );
  });

  it('only ticks and passing time change an option that was sold', () => {
    const other = arbitraryCommand.filter(({ type }) => type !== 'recordIndexTick' && type !== 'passTime');
    fc.assert(
      fc.property(fc.array(fc.oneof(other, limits, reconfigure), { maxLength: 60 }), commands => {
        const exchange = new Exchange();
        for (const each of SETUP) exchange.apply(each, START_MS);
        const apply = (each: Command, ms: number) =>
          expect(exchange.apply(each, START_MS + ms)).toMatchObject({ ok: true });
        const at = (price: number): Command => ({
          type: 'recordIndexTick',
          marketId: BTC_USDT,
          priceE8: price,
          sources: [{ name: 'test', priceE8: price, atMs: 1 }],
        });
        apply(at(6_000_000_000_000), 0);
        const wish = {
          type: 'buyOption',
          marketId: BTC_USDT,
          seconds: 60,
          currencyId: USDT,
          practice: false,
        } as const;
        apply({ ...wish, customerId: 1, direction: 'rise', stakeMinor: 50_000_000n, termsVersion: 1 }, 1);
        apply(at(6_000_000_000_000), 2);
        apply({ ...wish, customerId: 2, direction: 'fall', stakeMinor: 50_000_000n, termsVersion: 1 }, 3);
        const sold = exchange.option.open().slice();
        for (const each of commands) exchange.apply(each, START_MS + 3);
        expect(exchange.option.open().slice(0, sold.length)).toEqual(sold);
        apply(at(6_000_000_000_000), 4);
        apply(at(6_000_000_000_001), 59_000);
        const settled = new Map<number, OptionView>();
        while (exchange.dueAtMs() <= START_MS + 60_004) {
          const outcome = exchange.apply({ type: 'passTime' }, START_MS + 60_004);
          if (!outcome.ok) throw new Error('time did not pass');
          for (const event of outcome.events) {
            if (event.type === 'optionChanged') settled.set(event.option.optionId, event.option);
          }
        }
        expect(settled.get(1)).toMatchObject({ result: 'rise', payoutMinor: 92_500_000n });
        expect(settled.get(2)).toMatchObject({ result: 'rise', payoutMinor: 0n });
      }),
      { numRuns: 200, endOnFailure: true },
    );
  });
});

function balance(
  exchange: Exchange,
  ownerId: number,
  account: 'option' | 'optionPool' | 'optionEscrow',
): bigint {
  return exchange.balance({ ownerId, account, currencyId: USDT }).availableMinor;
}
