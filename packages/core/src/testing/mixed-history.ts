import fc from 'fast-check';
import type { Command } from '../command.ts';
import { DAY_MS, HOUR_MS } from '../durations.ts';
import type { Exchange, ReadonlyExchange } from '../exchange.ts';
import { launchStep } from '../launch/testing/arbitrary-launch.ts';
import { lumaOffer } from '../launch/testing/offer.ts';
import type { Outcome } from '../outcome.ts';
import {
  aimed,
  ARBITRARY_PERPETUAL,
  perpetualSetup,
  perpetualStep,
} from '../perpetual/testing/arbitrary-perpetual.ts';
import { arbitraryConvertCommand, aimedDust, convertSetup } from './arbitrary-convert.ts';
import { arbitraryCommand } from './arbitrary-commands.ts';
import { arbitraryLimitCommand, arbitraryOptionCommand, optionSetup } from './arbitrary-options.ts';
import { aimedProfit, arbitraryProfitCommand, numberedProfit } from './arbitrary-profit.ts';
import { arbitraryTerms } from './arbitrary-terms.ts';
import { arbitraryReferralCommand } from './arbitrary-referral.ts';
import { arbitraryTrustCommand, trustSetup } from './arbitrary-trust.ts';
import { BTC_USDT, configureCommands, ETH_USDT, fundedCustomerCommands } from './demo-exchange.ts';
import { isTimeDue } from './time-due.ts';

/** One history with all products, customers, operators, prices and time. */

export const MIXED_START_MS = 1_700_000_000_000;

/** The next command and the pause before it. */
export interface MixedStep {
  readonly waitMs: number;
  /** Index of the existing object to use instead of the ids in the command; null: those ids. */
  readonly aim: number | null;
  readonly command: (nowMs: number) => Command;
}

/** The step's command, mostly with an existing object's id, so that few commands fail by unknown ids and versions. */
export function mixedCommand(
  { waitMs, aim, command: make }: MixedStep,
  exchange: ReadonlyExchange,
  nowMs: number,
): Command {
  const made = make(nowMs);
  const command = made.type === 'withdrawProfit' ? numberedProfit(made, exchange) : made;
  if (aim === null) return command;
  const pick = <T>(among: readonly T[]): T | undefined => among[aim % among.length];
  switch (command.type) {
    case 'placeOrderList':
    case 'placeOrder': {
      const { instructions } = command;
      if (instructions?.expiresAtMs === undefined) return command;
      return {
        ...command,
        instructions: { ...instructions, expiresAtMs: nowMs + (instructions.expiresAtMs % 100_000) },
      };
    }
    case 'amendOrder':
    case 'cancelOrder': {
      const order = pick([1, 2, 3].flatMap(customerId => exchange.openOrders(customerId)));
      return order === undefined
        ? command
        : { ...command, customerId: order.customerId, orderId: order.orderId };
    }
    case 'replaceOrder': {
      const order = pick([1, 2, 3].flatMap(customerId => exchange.openOrders(customerId)));
      if (order === undefined) return command;
      const { customerId, marketId, orderId: cancelOrderId } = order;
      return { ...command, customerId, marketId, cancelOrderId };
    }
    case 'releaseWithdrawal':
    case 'settleWithdrawal':
      return {
        ...command,
        withdrawalId: pick(exchange.openWithdrawals())?.withdrawalId ?? command.withdrawalId,
      };
    case 'buyOption': {
      const terms = exchange.option.terms(command.marketId);
      return terms === null ? command : { ...command, termsVersion: terms.version };
    }
    case 'buyTrust': {
      const product = pick(exchange.trust.products().filter(one => one.enabled));
      return product === undefined
        ? command
        : { ...command, productId: product.productId, termsVersion: product.version };
    }
    case 'redeemTrust':
    case 'setTrustRenewal': {
      const order = pick(exchange.trust.openOrders());
      return order === undefined
        ? command
        : { ...command, customerId: order.customerId, orderId: order.orderId };
    }
    case 'commitToLaunch': {
      const offer = pick(exchange.launch.offers().filter(({ status }) => status === 'open'));
      return offer === undefined ? command : { ...command, offerId: offer.terms.offerId };
    }
    case 'convertDust':
      return aimedDust(command, exchange, nowMs);
    case 'withdrawProfit':
      return aimedProfit(command, exchange, aim);
    case 'setCustomerFrozen':
      return { ...command, frozen: aim % 8 === 0 };
    default:
      return aimed({ waitMs, aim, command }, exchange.perpetual);
  }
}

/**
 * Customers 1 to 4, the first three with money in every account and a referral chain, and two offers that begin soon.
 */
export function mixedSetup(): Command[] {
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
    ...referralSetup(),
    ...convertSetup(),
  ];
}

/** 1 invited 2, and 2 invited 3, so that their fees make rebates from the beginning. */
function referralSetup(): Command[] {
  return [
    { type: 'linkPromoter', customerId: 2, promoterId: 1 },
    { type: 'linkPromoter', customerId: 3, promoterId: 2 },
    { type: 'changeReferralTerms', terms: { firstPpm: 200_000, secondPpm: 50_000 }, noticeMs: DAY_MS },
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

/** Mostly so short that prices are fresh for options; sometimes long enough for offers, fundings and midnights. */
const waitMs = fc.oneof(
  { weight: 120, arbitrary: fc.integer({ min: 0, max: 500 }) },
  { weight: 8, arbitrary: fc.integer({ min: 0, max: 9_000 }) },
  { weight: 2, arbitrary: fc.integer({ min: 10_000, max: 200_000 }) },
  { weight: 1, arbitrary: fc.constantFrom(HOUR_MS, 25 * HOUR_MS) },
);

const tick: fc.Arbitrary<Command> = fc
  .record({ marketId: fc.constantFrom(BTC_USDT, ETH_USDT), price: fc.integer({ min: 59_500, max: 60_500 }) })
  .map(({ marketId, price }) => {
    const priceE8 = price * (marketId === ETH_USDT ? 10_000_000 : 100_000_000);
    return { type: 'recordIndexTick', marketId, priceE8, sources: [{ name: 'test', priceE8, atMs: 1 }] };
  });

const fixed = (commands: fc.Arbitrary<Command>): fc.Arbitrary<MixedStep['command']> =>
  commands.map(command => () => command);

const mixedStep: fc.Arbitrary<MixedStep> = fc.record({
  waitMs,
  aim: fc.oneof({ weight: 6, arbitrary: fc.nat(60) as fc.Arbitrary<number | null> }, fc.constant(null)),
  command: fc.oneof(
    { weight: 40, arbitrary: fixed(arbitraryCommand) },
    { weight: 25, arbitrary: fixed(tick) },
    { weight: 12, arbitrary: fixed(arbitraryOptionCommand) },
    { weight: 10, arbitrary: fixed(arbitraryTrustCommand) },
    { weight: 2, arbitrary: fixed(arbitraryLimitCommand) },
    { weight: 4, arbitrary: fixed(arbitraryTerms(ARBITRARY_PERPETUAL)) },
    { weight: 4, arbitrary: fixed(arbitraryReferralCommand) },
    { weight: 12, arbitrary: arbitraryConvertCommand },
    { weight: 4, arbitrary: arbitraryProfitCommand },
    { weight: 40, arbitrary: fixed(perpetualStep.map(({ command }) => command)) },
    { weight: 25, arbitrary: launchStep.map(({ command }) => command) },
  ),
});

export const mixedHistory = fc.array(mixedStep, { minLength: 150, maxLength: 500, size: 'max' });

/** Runs setup and steps as the sequencer does: applies what is due before each command. */
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
    while (isTimeDue(exchange, nowMs)) apply({ type: 'passTime' });
    apply(mixedCommand(step, exchange, nowMs));
  }
}
