import fc from 'fast-check';
import type { Command } from '../command.ts';
import type { Exchange } from '../exchange.ts';
import { launchStep } from '../launch/testing/arbitrary-launch.ts';
import { lumaOffer } from '../launch/testing/offer.ts';
import type { Outcome } from '../outcome.ts';
import { aimed, perpetualSetup, perpetualStep } from '../perpetual/testing/arbitrary-perpetual.ts';
import { arbitraryCommand } from './arbitrary-commands.ts';
import { arbitraryLimitCommand, arbitraryOptionCommand, optionSetup } from './arbitrary-options.ts';
import { arbitraryTrustCommand, trustSetup } from './arbitrary-trust.ts';
import { BTC_USDT, configureCommands, ETH_USDT, fundedCustomerCommands } from './demo-exchange.ts';
import { hasToPass } from './has-to-pass.ts';

/** Everything at once: all products, their customers, operators, prices and time in one history. */

export const MIXED_START_MS = 1_700_000_000_000;

/** What comes next, and how long nothing happens before it. */
export interface MixedStep {
  readonly waitMs: number;
  /** Aimed at what there is by then. */
  readonly command: (exchange: Pick<Exchange, 'perpetual'>, nowMs: number) => Command;
}

/** Customers 1 to 4, of whom the first three have something in every account, and two offers about to begin. */
function mixedSetup(): Command[] {
  const isNew = (command: Command): boolean =>
    command.type !== 'configureCurrency' &&
    command.type !== 'configureMarket' &&
    (command.type !== 'openCustomer' || command.customerId === 4);
  return [
    ...configureCommands(),
    ...[1, 2, 3].flatMap(customerId => fundedCustomerCommands(customerId, 60_000_000_000n)),
    ...optionSetup(),
    ...trustSetup(),
    ...perpetualSetup().filter(isNew),
    offer(1, 'proRata', 120_000),
    offer(2, 'firstCome', 600_000),
  ];
}

function offer(id: number, mode: 'proRata' | 'firstCome', openForMs: number): Command {
  const luma = lumaOffer(MIXED_START_MS);
  const startMs = MIXED_START_MS + 1_000;
  const closeMs = startMs + openForMs;
  return {
    type: 'configureLaunchOffer',
    offer: {
      ...luma,
      offerId: id,
      currency: { ...luma.currency, id: 100 + id, code: `NEW${100 + id}` },
      market: { ...luma.market, id: 100 + id },
      mode,
      minimum: '1',
      cap: '900',
      startMs,
      closeMs,
      launchMs: closeMs + 3_000,
      releases: [
        { afterMs: 0, ppm: 333_333 },
        { afterMs: 30_000, ppm: 666_667 },
      ],
    },
  };
}

/** Mostly so little that options find fresh prices; now and then long enough for offers, fundings and midnights. */
const waitMs = fc.oneof(
  { weight: 120, arbitrary: fc.integer({ min: 0, max: 500 }) },
  { weight: 8, arbitrary: fc.integer({ min: 0, max: 9_000 }) },
  { weight: 2, arbitrary: fc.integer({ min: 10_000, max: 200_000 }) },
  { weight: 1, arbitrary: fc.constantFrom(3_600_000, 90_000_000) },
);

/** So that there is a fresh price mostly. */
const tick: fc.Arbitrary<Command> = fc
  .record({ marketId: fc.constantFrom(BTC_USDT, ETH_USDT), price: fc.integer({ min: 59_500, max: 60_500 }) })
  .map(({ marketId, price }) => {
    const priceE8 = price * (marketId === ETH_USDT ? 10_000_000 : 100_000_000);
    return { type: 'recordIndexTick', marketId, priceE8, sources: [{ name: 'test', priceE8, atMs: 1 }] };
  });

const command: fc.Arbitrary<MixedStep['command']> = fc.oneof(
  { weight: 40, arbitrary: arbitraryCommand.map(one => () => one) },
  { weight: 25, arbitrary: tick.map(one => () => one) },
  { weight: 15, arbitrary: arbitraryOptionCommand.map(one => () => one) },
  { weight: 12, arbitrary: arbitraryTrustCommand.map(one => () => one) },
  { weight: 2, arbitrary: arbitraryLimitCommand.map(one => () => one) },
  {
    weight: 40,
    arbitrary: perpetualStep.map(
      (step): MixedStep['command'] =>
        exchange =>
          aimed(step, exchange.perpetual),
    ),
  },
  {
    weight: 30,
    arbitrary: launchStep.map(
      ({ command: at }): MixedStep['command'] =>
        (_exchange, nowMs) =>
          at(nowMs),
    ),
  },
);

export const mixedStep: fc.Arbitrary<MixedStep> = fc.record({ waitMs, command });
export const mixedHistory = fc.array(mixedStep, { minLength: 80, maxLength: 250, size: 'max' });

/** Plays the setup and the steps as the sequencer does: what is due happens before what comes later. */
export function playMixed(
  exchange: Exchange,
  steps: readonly MixedStep[],
  see: (command: Command, atMs: number, outcome: Outcome) => void,
): void {
  let nowMs = MIXED_START_MS;
  const apply = (one: Command): void => see(one, nowMs, exchange.apply(one, nowMs));
  for (const one of mixedSetup()) apply(one);
  for (const step of steps) {
    nowMs += step.waitMs;
    while (hasToPass(exchange, nowMs)) apply({ type: 'passTime' });
    apply(step.command(exchange, nowMs));
  }
}
