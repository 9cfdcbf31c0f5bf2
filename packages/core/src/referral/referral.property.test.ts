import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Command } from '../command.ts';
import { HOUR_MS, MINUTE_MS } from '../durations.ts';
import type { Event, EventOf } from '../event.ts';
import { Exchange } from '../exchange.ts';
import { aimed, perpetualSetup, perpetualStep } from '../perpetual/testing/arbitrary-perpetual.ts';
import { BTC, BTC_USDT, configureCommands, fundedCustomerCommands, USDT } from '../testing/demo-exchange.ts';
import { isTimeDue } from '../testing/time-due.ts';
import { MAX_REBATE_PPM } from './terms.ts';
import { assertCovering } from '../testing/assert-covering.ts';

/** Shortly before a UTC midnight. */
const START_MS = Date.parse('2028-02-28T22:30:00Z');
const CUSTOMERS = [1, 2, 3, 4, 5, 6];

interface Step {
  readonly waitMs: number;
  readonly aim: number | null;
  readonly command: Command;
}

const customerId = fc.constantFrom(...CUSTOMERS);
const waitMs = fc.oneof(
  { weight: 12, arbitrary: fc.integer({ min: 0, max: MINUTE_MS }) },
  { weight: 2, arbitrary: fc.integer({ min: 10 * MINUTE_MS, max: 2 * HOUR_MS }) },
);

const order: fc.Arbitrary<Command> = fc
  .record({
    customerId,
    buys: fc.boolean(),
    ticks: fc.integer({ min: -3, max: 3 }),
    lots: fc.integer({ min: 100, max: 7_777 }),
  })
  .map(({ customerId: id, buys, ticks, lots }) => ({
    type: 'placeOrder',
    customerId: id,
    marketId: BTC_USDT,
    side: buys ? 'buy' : 'sell',
    orderType: 'limit',
    timeInForce: 'GTC',
    postOnly: false,
    priceTicks: 600_000 + ticks,
    quantityLots: lots,
    budgetMinor: null,
    triggerTicks: null,
    clientOrderId: null,
  }));

const freeze: fc.Arbitrary<Command> = fc.record({
  type: fc.constant('setCustomerFrozen' as const),
  customerId: fc.constantFrom(1, 2),
  frozen: fc.boolean(),
});

const standing: fc.Arbitrary<Command> = fc.record({
  type: fc.constant('setReferralStanding' as const),
  customerId,
  standing: fc.constantFrom('open' as const, 'open' as const, 'stopped' as const, 'house' as const),
});

const ratios = fc.record({
  firstPpm: fc.integer({ min: 0, max: MAX_REBATE_PPM }),
  secondPpm: fc.integer({ min: 0, max: MAX_REBATE_PPM }),
});
const terms: fc.Arbitrary<Command> = ratios.map(one => ({
  type: 'changeReferralTerms',
  terms: { ...one, secondPpm: Math.min(one.secondPpm, MAX_REBATE_PPM - one.firstPpm) },
  noticeMs: 12 * HOUR_MS,
}));

const step: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 20,
    arbitrary: fc.record({ waitMs, aim: fc.constant(null), command: order }),
  },
  {
    weight: 2,
    arbitrary: fc.record({ waitMs, aim: fc.constant(null), command: fc.oneof(freeze, standing, terms) }),
  },
  {
    weight: 20,
    arbitrary: fc.record({ waitMs, aim: fc.nat(60), command: perpetualStep.map(one => one.command) }),
  },
);

/** Customers 2 to 6 were invited, some of them by invited customers. */
const history = fc.record({
  promoters: fc.tuple(...[1, 2, 3, 4, 5].map(most => fc.integer({ min: 1, max: most }))),
  first: terms,
  steps: fc.array(step, { minLength: 60, maxLength: 250, size: 'max' }),
});
type History = typeof history extends fc.Arbitrary<infer T> ? T : never;

function setup({ promoters, first }: History): Command[] {
  return [
    ...configureCommands(),
    ...CUSTOMERS.flatMap(id => fundedCustomerCommands(id, 60_000_000_000_000n)),
    ...perpetualSetup().filter(
      command => !['configureCurrency', 'configureMarket', 'openCustomer'].includes(command.type),
    ),
    ...CUSTOMERS.map((id): Command => ({
      type: 'credit',
      customerId: id,
      account: 'contract',
      currencyId: USDT,
      amountMinor: 9_000_000_000n,
      from: 'faucet',
      reference: 'test:1',
    })),
    ...promoters.map((promoterId, i): Command => ({ type: 'linkPromoter', customerId: i + 2, promoterId })),
    first,
  ];
}

interface Played {
  readonly exchange: Exchange;
  readonly events: Event[];
  /** The commands applied, with their times. */
  readonly commands: (readonly [atMs: number, command: Command])[];
}

/** Runs the history as the sequencer does: applies what is due before each command, and the backlog in between. */
function play(of: History, workOff: (i: number) => boolean = () => true, restartAt = -1): Played {
  let exchange = new Exchange();
  const events: Event[] = [];
  const commands: (readonly [number, Command])[] = [];
  let nowMs = START_MS;
  const apply = (command: Command): void => {
    commands.push([nowMs, command]);
    const outcome = exchange.apply(command, nowMs);
    if (outcome.ok) events.push(...outcome.events);
  };
  for (const command of setup(of)) apply(command);
  of.steps.forEach((one, i) => {
    nowMs += one.waitMs;
    while (exchange.dueAtMs() <= nowMs || (workOff(i) && isTimeDue(exchange, nowMs)))
      apply({ type: 'passTime' });
    if (i === restartAt) exchange = Exchange.restore(exchange.snapshot());
    apply(aimed({ ...one, aim: one.aim }, exchange.perpetual));
    exchange.checkInvariants('cheap');
  });
  // Perpetual steps may freeze customers.
  for (const id of CUSTOMERS) apply({ type: 'setCustomerFrozen', customerId: id, frozen: false });
  nowMs += 2 * HOUR_MS;
  while (isTimeDue(exchange, nowMs)) apply({ type: 'passTime' });
  exchange.checkInvariants('all');
  return { exchange, events, commands };
}

function of<T extends Event['type']>(type: T, events: readonly Event[]): EventOf<T>[] {
  return events.filter((event): event is EventOf<T> => event.type === type);
}

/** Sums grouped by `keyOf`. */
function sums<T>(
  all: readonly T[],
  keyOf: (one: T) => string,
  minorOf: (one: T) => bigint,
): Map<string, bigint> {
  const added = new Map<string, bigint>();
  for (const one of all) added.set(keyOf(one), (added.get(keyOf(one)) ?? 0n) + minorOf(one));
  return added;
}

const byPromoter = (one: { promoterId: number; currencyId: number }): string =>
  `${one.promoterId}/${one.currencyId}`;
const runs = (numRuns: number) => ({ numRuns, endOnFailure: true });

describe('rebates', () => {
  it('are at most half of each fee, taken by the fee’s own posting', async () => {
    let seen = 0;
    await assertCovering(
      fc.property(history, one => {
        const { events } = play(one);
        const rebates = of('rebateAccrued', events);
        seen += rebates.length;
        const perFee = sums(
          rebates,
          r => `${r.line}/${r.tradeId}/${r.role}`,
          r => r.amountMinor,
        );
        const fees = feesOf(events);
        for (const [fee, minor] of perFee) expect(minor * 2n <= fees.get(fee)!).toBe(true);
        const forced = of('perpetualTraded', events).filter(trade => trade.takerCause === 'liquidation');
        for (const { tradeId } of forced) {
          expect(rebates.some(r => r.line === 'perpetual' && r.tradeId === tradeId)).toBe(false);
        }
        const postings = new Map(of('posted', events).map(posting => [posting.postingId, posting]));
        const perPosting = sums(
          rebates,
          r => `${r.postingId}/${r.currencyId}`,
          r => r.amountMinor,
        );
        for (const [key, minor] of perPosting) {
          const [postingId, currencyId] = key.split('/').map(Number);
          const entries = postings.get(postingId!)!.entries.filter(entry => entry.currencyId === currencyId);
          const into = (account: string): bigint =>
            entries.filter(e => e.account === account).reduce((sum, e) => sum + e.amountMinor, 0n);
          expect(into('referral')).toBe(minor);
          expect(into('fees') >= minor).toBe(true);
        }
      }),
      runs(25),
      () => ({ rebates: seen }),
      { rebates: 100 },
    );
  });

  it('are paid once: paid plus pending equals earned, in every currency', () => {
    fc.assert(
      fc.property(history, one => {
        const { exchange, events } = play(one);
        const earned = sums(of('rebateAccrued', events), byPromoter, r => r.amountMinor);
        const paid = sums(of('rebateSettled', events), byPromoter, r => r.amountMinor);
        // At the end nobody is frozen, and the last hour has ended.
        expect(paid).toEqual(earned);
        for (const currencyId of [BTC, USDT]) {
          const key = { ownerId: 0, account: 'referral', currencyId } as const;
          expect(exchange.balance(key).availableMinor).toBe(0n);
        }
        const ofOneHour = of('rebateSettled', events).map(r => `${byPromoter(r)}/${r.untilMs}`);
        expect(new Set(ofOneHour).size).toBe(ofOneHour.length);
      }),
      runs(25),
    );
  });

  it('are the same whenever promoters are paid and the exchange is restored', () => {
    fc.assert(
      fc.property(history, fc.nat(250), fc.nat(3), (one, restartAt, pause) => {
        const prompt = play(one);
        const late = play(one, i => i % 5 > pause, restartAt);
        for (const type of ['rebateAccrued', 'rebateSettled'] as const) {
          expect(sums(of(type, late.events), byPromoter, r => r.amountMinor)).toEqual(
            sums(of(type, prompt.events), byPromoter, r => r.amountMinor),
          );
        }
        for (const promoterId of CUSTOMERS) {
          expect(late.exchange.balancesOf(promoterId)).toEqual(prompt.exchange.balancesOf(promoterId));
        }
      }),
      runs(15),
    );
  });

  it('replay to the same state', () => {
    fc.assert(
      fc.property(history, one => {
        const { exchange, commands } = play(one);
        const again = new Exchange();
        for (const [atMs, command] of commands) again.apply(command, atMs);
        expect(again.stateHash()).toBe(exchange.stateHash());
      }),
      runs(5),
    );
  });
});

/** Fees by line, trade and role. */
function feesOf(events: readonly Event[]): Map<string, bigint> {
  const fees = new Map<string, bigint>();
  for (const trade of of('traded', events)) {
    fees.set(`spot/${trade.tradeId}/taker`, trade.takerFeeMinor);
    fees.set(`spot/${trade.tradeId}/maker`, trade.makerFeeMinor);
  }
  for (const trade of of('perpetualTraded', events)) {
    fees.set(`perpetual/${trade.tradeId}/taker`, trade.takerFeeMinor);
    fees.set(`perpetual/${trade.tradeId}/maker`, trade.makerFeeMinor);
  }
  return fees;
}

describe('10,000 invitees', () => {
  /** For 2,000 promoters each hour ends with 4,000 payments, in commands of at most 100. */
  it('are paid in bounded steps', () => {
    const exchange = new Exchange();
    let nowMs = START_MS;
    const must = (command: Command): readonly Event[] => {
      const outcome = exchange.apply(command, nowMs);
      if (!outcome.ok) throw new Error(`${command.type}: ${JSON.stringify(outcome.refusal)}`);
      return outcome.events;
    };
    const maker = 1;
    for (const command of [...configureCommands(), ...fundedCustomerCommands(maker, 2n ** 52n)]) {
      must(command);
    }
    for (let promoterId = 2; promoterId <= 2_001; promoterId++)
      must({ type: 'openCustomer', customerId: promoterId });
    const invited = Array.from({ length: 10_000 }, (_, i) => 3_000 + i);
    invited.forEach((id, i) => {
      must({ type: 'openCustomer', customerId: id });
      must({
        type: 'credit',
        customerId: id,
        account: 'spot',
        currencyId: USDT,
        amountMinor: 1_000_000_000n,
        from: 'faucet',
        reference: 'test:2',
      });
      must({ type: 'linkPromoter', customerId: id, promoterId: 2 + (i % 2_000) });
    });
    must({
      type: 'changeReferralTerms',
      terms: { firstPpm: 300_000, secondPpm: 0 },
      noticeMs: 12 * HOUR_MS,
    });
    const place = (id: number, side: 'buy' | 'sell', lots: number): Command => ({
      type: 'placeOrder',
      customerId: id,
      marketId: BTC_USDT,
      side,
      orderType: 'limit',
      timeInForce: 'GTC',
      postOnly: false,
      priceTicks: 600_000,
      quantityLots: lots,
      budgetMinor: null,
      triggerTicks: null,
      clientOrderId: null,
    });
    must(place(maker, 'sell', 100 * invited.length));
    const beganAt = performance.now();
    let earned = 0n;
    for (const id of invited) {
      nowMs += 10;
      for (const event of must(place(id, 'buy', 100)))
        if (event.type === 'rebateAccrued') earned += event.amountMinor;
    }
    const tradedAt = performance.now();
    nowMs += HOUR_MS;
    let paid = 0n;
    let steps = 0;
    let longestMs = 0;
    while (isTimeDue(exchange, nowMs)) {
      const stepAt = performance.now();
      const settled = must({ type: 'passTime' }).filter(event => event.type === 'rebateSettled');
      longestMs = Math.max(longestMs, performance.now() - stepAt);
      expect(settled.length).toBeLessThanOrEqual(100);
      for (const { amountMinor } of settled) paid += amountMinor;
      steps++;
    }
    expect(paid).toBe(earned);
    expect(paid > 0n).toBe(true);
    expect(steps).toBe(20);
    exchange.checkInvariants('all');
    const trading = `${((tradedAt - beganAt) / invited.length).toFixed(3)} ms a trade`;
    console.log(
      `10,000 invitees of 2,000 promoters: ${trading}, ${steps} steps, the longest ${longestMs.toFixed(1)} ms`,
    );
  });
});
