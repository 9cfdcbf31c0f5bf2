import fc from 'fast-check';
import type { Command } from '@tallystick/core';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '@tallystick/core/durations';
import { lumaOffer } from '@tallystick/core/launch/testing/offer';
import { arbitraryCommand } from '@tallystick/core/testing/arbitrary-commands';
import { arbitraryConvertCommand } from '@tallystick/core/testing/arbitrary-convert';
import { ETH_BTC } from '@tallystick/core/testing/demo-exchange';
import type { MixedStep } from '@tallystick/core/testing/mixed-history';
import { arbitraryLimitCommand, arbitraryOptionCommand } from '@tallystick/core/testing/arbitrary-options';
import { arbitraryReferralCommand } from '@tallystick/core/testing/arbitrary-referral';
import { arbitraryTerms } from '@tallystick/core/testing/arbitrary-terms';
import { arbitraryTrustCommand } from '@tallystick/core/testing/arbitrary-trust';
import { ARBITRARY_PERPETUAL } from '@tallystick/core/perpetual/testing/arbitrary-perpetual';

/** Histories in which options, deposits, launches, conversions, rebates and terms happen more than in mixed ones. */

type Make = MixedStep['command'];

const LENGTH = { minLength: 150, maxLength: 400, size: 'max' } as const;
const aim = fc.oneof({ weight: 6, arbitrary: fc.nat(60) as fc.Arbitrary<number | null> }, fc.constant(null));
const customerId = fc.integer({ min: 1, max: 3 });

function fixed(commands: fc.Arbitrary<Command>): fc.Arbitrary<Make> {
  return commands.map(command => () => command);
}

function history(waitMs: fc.Arbitrary<number>, command: fc.Arbitrary<Make>): fc.Arbitrary<MixedStep[]> {
  return fc.array(fc.record({ waitMs, aim, command }), LENGTH);
}

function tick(spread: number): fc.Arbitrary<Make> {
  const step = fc.integer({ min: -spread, max: spread });
  return fixed(
    fc.tuple(fc.constantFrom(1, 1, 2), step).map(([marketId, steps]): Command => {
      const priceE8 =
        marketId === 1 ? 6_000_000_000_000 + steps * 20_000_000_000 : 600_000_000_000 + steps * 2_000_000_000;
      return {
        type: 'recordIndexTick',
        marketId,
        priceE8,
        sources: [{ name: 'test', priceE8, atMs: 1 }],
      };
    }),
  );
}

const offerId = fc.integer({ min: 1, max: 14 });
const mode = fc.constantFrom('proRata' as const, 'firstCome' as const);

/** Each offer has names of its own, so that all of them can be launched. */
const offer: fc.Arbitrary<Make> = fc
  .record({
    offerId,
    mode,
    supply: fc.constantFrom('1000', '400.5', '400.000001'),
    cap: fc.constantFrom('400', '400', '37', '5'),
    minimum: fc.constantFrom('1', '0.5', '18'),
    issuePriceE8: fc.constantFrom(50_000_000, 123_450_000),
    startMs: fc.integer({ min: 0, max: 1_000 }),
    openFor: fc.integer({ min: 1_000, max: 90_000 }),
    launchIn: fc.constantFrom(0, 1, 30_000),
    releases: fc.constantFrom(
      [{ afterMs: 0, ppm: 1_000_000 }],
      [
        { afterMs: 0, ppm: 333_333 },
        { afterMs: 9_000, ppm: 1 },
        { afterMs: 60_000, ppm: 666_666 },
      ],
    ),
    rateE8: fc.constantFrom(6_000_000_000_000, 6_050_000_000_001),
  })
  .map(({ offerId: id, startMs, openFor, launchIn, rateE8, ...rest }) => (nowMs: number): Command => {
    const luma = lumaOffer(nowMs);
    return {
      type: 'configureLaunchOffer',
      offer: {
        ...luma,
        ...rest,
        offerId: id,
        currency: { ...luma.currency, id: 200 + id, code: `NEW${200 + id}` },
        market: { ...luma.market, id: 200 + id },
        accepted: [
          { currencyId: 1, rateE8 },
          { currencyId: 3, rateE8: 100_000_000 },
        ],
        startMs: nowMs + startMs,
        closeMs: nowMs + startMs + openFor,
        launchMs: nowMs + startMs + openFor + launchIn,
      },
    };
  });

const commit = fixed(
  fc
    .record({
      type: fc.constant('commitToLaunch' as const),
      customerId: fc.integer({ min: 1, max: 4 }),
      offerId,
      paid: fc.oneof(
        fc.record({ currencyId: fc.constant(3), amountMinor: fc.bigInt(400_000n, 120_000_000n) }),
        fc.record({ currencyId: fc.constant(1), amountMinor: fc.bigInt(1_000n, 500_000n) }),
      ),
      rateGuard: fc.option(
        fc.constantFrom({ bandPpm: 8_000, staleMs: 60_000 }, { bandPpm: 100_000, staleMs: 500 }),
      ),
    })
    .map(({ paid, rateGuard, ...rest }): Command => ({
      ...rest,
      ...paid,
      ...(rateGuard === null ? {} : { rateGuard }),
    })),
);

const cancelOffer = fixed(fc.record({ type: fc.constant('cancelLaunchOffer' as const), offerId }));

/** New currencies are sold, launched and traded. */
const launches = history(
  fc.oneof(
    { weight: 30, arbitrary: fc.integer({ min: 0, max: 900 }) },
    { weight: 3, arbitrary: fc.integer({ min: 0, max: 30_000 }) },
  ),
  fc.oneof(
    { weight: 12, arbitrary: offer },
    { weight: 40, arbitrary: commit },
    { weight: 5, arbitrary: cancelOffer },
    { weight: 12, arbitrary: tick(2) },
    { weight: 12, arbitrary: fixed(arbitraryCommand) },
    { weight: 3, arbitrary: fixed(arbitraryLimitCommand) },
  ),
);

/** Days in which deposits earn, end and renew, and options in between. */
const savings = history(
  fc.oneof(
    { weight: 30, arbitrary: fc.integer({ min: 0, max: 900 }) },
    { weight: 2, arbitrary: fc.integer({ min: 0, max: 9_000 }) },
    { weight: 4, arbitrary: fc.integer({ min: 0, max: DAY_MS }) },
    { weight: 1, arbitrary: fc.constantFrom(2 * DAY_MS, 6 * DAY_MS) },
  ),
  fc.oneof(
    { weight: 30, arbitrary: fixed(arbitraryTrustCommand) },
    { weight: 20, arbitrary: fixed(arbitraryOptionCommand) },
    { weight: 25, arbitrary: tick(2) },
    { weight: 3, arbitrary: fixed(arbitraryLimitCommand) },
    { weight: 3, arbitrary: fixed(arbitraryCommand) },
  ),
);

/** Second options of all results, also late ones and without prices. */
const options = history(
  fc.oneof(
    { weight: 40, arbitrary: fc.integer({ min: 0, max: 700 }) },
    { weight: 4, arbitrary: fc.integer({ min: 1_900, max: 7_000 }) },
    { weight: 1, arbitrary: fc.constantFrom(5_999, 6_000, 6_001, 40_000) },
  ),
  fc.oneof(
    { weight: 30, arbitrary: fixed(arbitraryOptionCommand) },
    { weight: 40, arbitrary: tick(1) },
    { weight: 2, arbitrary: fixed(arbitraryLimitCommand) },
    { weight: 3, arbitrary: fixed(arbitraryCommand) },
  ),
);

const coinTerms: Command[] = [
  {
    type: 'configureOptions',
    terms: {
      marketId: 1,
      enabled: true,
      staleMs: 2_900,
      times: [{ seconds: 6, payoutPpm: 850_000 }],
      currencies: [
        { currencyId: 1, minStake: '0.0001', maxStake: '0.5', exposureLimit: '1' },
        { currencyId: 3, minStake: '1', maxStake: '3000', exposureLimit: '4000' },
      ],
    },
  },
  {
    type: 'configureTrustProduct',
    productId: 5,
    enabled: true,
    terms: {
      currencyId: 1,
      cycleDays: 2,
      dailyYieldPpm: 4_321,
      penaltyPpm: 60_000,
      minimum: '0.001',
      maximum: '2',
      capacity: '3',
      customerLimit: '3',
      opensAtMs: 0,
    },
  },
];

/** Bitcoin for the house's pool, its treasury, and customers' accounts. */
const coins = fc
  .record({
    to: fc.constantFrom('treasury' as const, 'optionPool' as const, 'option' as const, 'trust' as const),
    customerId,
    amountMinor: fc.bigInt(10_000_000n, 500_000_000n),
  })
  .map(({ to, customerId: id, amountMinor }): Command =>
    to === 'treasury' || to === 'optionPool'
      ? { type: 'fundHouse', from: 'faucet', to, currencyId: 1, amountMinor, reference: 'test:9' }
      : { type: 'transfer', customerId: id, currencyId: 1, from: 'spot', to, amountMinor },
  );

const coinOption = fc
  .record({
    customerId,
    direction: fc.constantFrom('rise' as const, 'fall' as const),
    stakeMinor: fc.bigInt(10_000n, 30_000_000n),
  })
  .map((one): Command => ({
    ...one,
    type: 'buyOption',
    marketId: 1,
    seconds: 6,
    currencyId: 1,
    termsVersion: 2,
    practice: false,
  }));

const coinDeposit = fc
  .record({ customerId, amountMinor: fc.bigInt(100_000n, 200_000_000n), autoRenew: fc.boolean() })
  .map((one): Command => ({ ...one, type: 'buyTrust', productId: 5, termsVersion: 1 }));

const redeem = fc
  .record({ customerId, orderId: fc.integer({ min: 1, max: 12 }) })
  .map((one): Command => ({ ...one, type: 'redeemTrust', maxPenaltyMinor: 10n ** 12n }));

const lossLimit = fc
  .record({ customerId, limitMinor: fc.bigInt(1_000_000_000n, 60_000_000_000n) })
  .map((one): Command => ({ ...one, type: 'setDailyLossLimit' }));

/** Options and deposits in coins, whose cost customers' own limits count. */
const inCoins = history(
  fc.oneof(
    { weight: 40, arbitrary: fc.integer({ min: 0, max: 700 }) },
    { weight: 2, arbitrary: fc.constantFrom(6_001, 40_000, DAY_MS) },
  ),
  fc.oneof(
    { weight: 4, arbitrary: fixed(fc.constantFrom(...coinTerms)) },
    { weight: 10, arbitrary: fixed(coins) },
    { weight: 20, arbitrary: fixed(coinOption) },
    { weight: 5, arbitrary: fixed(coinDeposit) },
    { weight: 4, arbitrary: fixed(redeem) },
    { weight: 4, arbitrary: fixed(lossLimit) },
    { weight: 30, arbitrary: tick(2) },
    { weight: 6, arbitrary: fixed(arbitraryCommand) },
  ),
);

/** A third market, so that there are two ways. */
const otherMarket = fixed(fc.constant({ type: 'configureMarket', market: ETH_BTC }));

const quote: fc.Arbitrary<Make> = fixed(
  fc
    .record({
      type: fc.constant('placeOrder' as const),
      customerId,
      market: fc.constantFrom([1, 600_000, 2_000], [2, 600_000, 2_000], [9, 10_000, 40]),
      side: fc.constantFrom('buy' as const, 'sell' as const),
      steps: fc.integer({ min: 0, max: 4 }),
      quantityLots: fc.integer({ min: 20, max: 20_000 }),
    })
    .map(({ market: [marketId, middle, tickStep], side, steps, ...rest }): Command => ({
      ...rest,
      side,
      marketId: marketId!,
      orderType: 'limit',
      timeInForce: 'GTC',
      postOnly: false,
      priceTicks: middle! + (side === 'buy' ? -steps : steps) * tickStep!,
      budgetMinor: null,
      triggerTicks: null,
      clientOrderId: null,
    })),
);

const convert: fc.Arbitrary<Make> = fc
  .record({
    customerId,
    pair: fc.constantFrom([1, 2], [2, 1], [1, 3], [3, 2], [3, 1], [2, 3]),
    amountMinor: fc.bigInt(20_000n, 4_000_000n),
    minReceivedMinor: fc.constantFrom(1n, 1n, 1_000_000n),
  })
  .map(({ pair: [from, to], amountMinor, ...rest }) => (nowMs: number): Command => ({
    ...rest,
    type: 'convert',
    fromCurrencyId: from!,
    toCurrencyId: to!,
    amountMinor: from === 3 ? amountMinor * 500n : amountMinor,
    expiresAtMs: nowMs + 8_000,
  }));

/** Conversions of one and two orders against books that are mostly deep enough. */
const conversions = history(
  fc.oneof({ weight: 40, arbitrary: fc.integer({ min: 0, max: 400 }) }, fc.constantFrom(HOUR_MS, MINUTE_MS)),
  fc.oneof(
    { weight: 1, arbitrary: otherMarket },
    { weight: 30, arbitrary: quote },
    { weight: 30, arbitrary: convert },
    { weight: 10, arbitrary: arbitraryConvertCommand },
    { weight: 15, arbitrary: tick(2) },
    { weight: 5, arbitrary: fixed(arbitraryReferralCommand) },
    { weight: 2, arbitrary: fixed(arbitraryTerms(ARBITRARY_PERPETUAL)) },
    { weight: 2, arbitrary: fixed(arbitraryLimitCommand) },
    { weight: 3, arbitrary: fixed(arbitraryCommand) },
  ),
);

/** Terms that are announced and take effect, and halts that end, while orders wait. */
const announcements = history(
  fc.oneof(
    { weight: 30, arbitrary: fc.integer({ min: 0, max: 2_000 }) },
    { weight: 8, arbitrary: fc.integer({ min: 0, max: 12 * MINUTE_MS }) },
    { weight: 3, arbitrary: fc.integer({ min: 0, max: 13 * HOUR_MS }) },
  ),
  fc.oneof(
    { weight: 30, arbitrary: fixed(arbitraryTerms(ARBITRARY_PERPETUAL)) },
    { weight: 20, arbitrary: quote },
    { weight: 10, arbitrary: tick(1) },
    { weight: 10, arbitrary: fixed(arbitraryReferralCommand) },
    { weight: 10, arbitrary: fixed(arbitraryCommand) },
  ),
);

export const OTHER_HISTORIES: readonly fc.Arbitrary<MixedStep[]>[] = [
  launches,
  savings,
  options,
  conversions,
  announcements,
  inCoins,
];
