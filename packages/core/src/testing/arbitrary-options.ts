import fc from 'fast-check';
import type { Command } from '../command.ts';
import type { OptionTermsConfig } from '../option/terms.ts';
import { BTC_USDT, ETH_USDT, USDT } from './demo-exchange.ts';

/** Second options and limits of their buyers, for the properties of the whole exchange. Some are invalid. */

const customerId = fc.oneof(
  { weight: 30, arbitrary: fc.integer({ min: 1, max: 3 }) },
  fc.constantFrom(0, 9, -1, 1.5),
);
const marketId = fc.oneof(
  { weight: 30, arbitrary: fc.constantFrom(BTC_USDT, ETH_USDT) },
  fc.constantFrom(0, 7),
);
const currencyId = fc.constantFrom(USDT, USDT, USDT, USDT, 1, 99);

/** Few seconds, so that options end within short histories. */
function terms(marketId: number, change: Partial<OptionTermsConfig> = {}): Command {
  return {
    type: 'configureOptions',
    terms: {
      marketId,
      enabled: true,
      staleMs: 2_900,
      times: [
        { seconds: 6, payoutPpm: 850_000 },
        { seconds: 30, payoutPpm: 900_000 },
      ],
      currencies: [{ currencyId: USDT, minStake: '1', maxStake: '3000', exposureLimit: '4000' }],
      ...change,
    },
  };
}

/** Options on both markets, a pool, an index, and some money in the option accounts of customers 1 to 3. */
export function optionSetup(): Command[] {
  const money = { currencyId: USDT, from: 'faucet', reference: 'test:5' } as const;
  return [
    ...[BTC_USDT, ETH_USDT].map(marketId => terms(marketId)),
    { type: 'fundHouse', to: 'optionPool', amountMinor: 6_000_000_000n, ...money },
    ...[1, 2, 3].flatMap((customerId): Command[] => [
      { type: 'credit', customerId, account: 'option', amountMinor: 3_000_000_000n, ...money },
      { type: 'resetPractice', customerId, currencyId: USDT, amountMinor: 1_000_000_000n },
    ]),
    ...[BTC_USDT, ETH_USDT].map((marketId): Command => {
      const priceE8 = marketId === ETH_USDT ? 600_000_000_000 : 6_000_000_000_000;
      return { type: 'recordIndexTick', marketId, priceE8, sources: [{ name: 'test', priceE8, atMs: 1 }] };
    }),
  ];
}

const configure: fc.Arbitrary<Command> = fc
  .record({
    marketId,
    enabled: fc.constantFrom(true, true, true, true, false),
    staleMs: fc.constantFrom(1_900, 2_900, 0, 3_000),
    payoutPpm: fc.constantFrom(850_000, 333_333, 1_000_000, 0),
  })
  .map(({ marketId: id, enabled, staleMs, payoutPpm }) =>
    terms(id, { enabled, staleMs, times: [{ seconds: 6, payoutPpm }] }),
  );

const buy: fc.Arbitrary<Command> = fc.record({
  type: fc.constant('buyOption' as const),
  customerId,
  marketId,
  direction: fc.constantFrom('rise' as const, 'fall' as const),
  seconds: fc.constantFrom(6, 6, 6, 6, 30, 5),
  currencyId,
  stakeMinor: fc.oneof(
    { weight: 20, arbitrary: fc.bigInt(1_000_000n, 900_000_000n) },
    fc.constantFrom(0n, -1n, 10n ** 30n),
  ),
  termsVersion: fc.constantFrom(1, 1, 1, 2, 3),
  practice: fc.constantFrom(false, false, true),
});

const practice: fc.Arbitrary<Command> = fc.record({
  type: fc.constant('resetPractice' as const),
  customerId,
  currencyId,
  amountMinor: fc.oneof(fc.bigInt(1n, 5_000_000_000n), fc.constantFrom(0n, -1n, 10n ** 30n)),
});

const lossLimit: fc.Arbitrary<Command> = fc.record({
  type: fc.constant('setDailyLossLimit' as const),
  customerId,
  limitMinor: fc.oneof(fc.bigInt(0n, 3_000_000_000n), fc.constantFrom(null, -1n, 10n ** 30n)),
});

const coolDown: fc.Arbitrary<Command> = fc.record({
  type: fc.constant('setCoolDown' as const),
  customerId,
  untilMs: fc.oneof(
    fc.integer({ min: 0, max: 200_000 }).map(ms => 1_700_000_000_000 + ms),
    fc.constantFrom(0, -1, NaN),
  ),
});

/** Limits that customers set themselves, in all products. */
export const arbitraryLimitCommand: fc.Arbitrary<Command> = fc.oneof(lossLimit, coolDown);

/** Money for the option account, and a pool that covers the options. */
const funding: fc.Arbitrary<Command> = fc.oneof(
  fc.record({
    type: fc.constant('transfer' as const),
    customerId,
    currencyId: fc.constant(USDT),
    from: fc.constant('spot' as const),
    to: fc.constant('option' as const),
    amountMinor: fc.bigInt(1n, 5_000_000_000n),
  }),
  fc.record({
    type: fc.constant('fundHouse' as const),
    from: fc.constant('faucet' as const),
    to: fc.constant('optionPool' as const),
    currencyId: fc.constant(USDT),
    amountMinor: fc.bigInt(1n, 5_000_000_000n),
    reference: fc.constant('test:4'),
  }),
);

export const arbitraryOptionCommand: fc.Arbitrary<Command> = fc.oneof(
  { weight: 10, arbitrary: buy },
  { weight: 1, arbitrary: configure },
  { weight: 2, arbitrary: funding },
  { weight: 1, arbitrary: practice },
  { weight: 2, arbitrary: arbitraryLimitCommand },
);
