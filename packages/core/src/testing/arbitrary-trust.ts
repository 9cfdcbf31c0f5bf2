import fc from 'fast-check';
import type { Command } from '../command.ts';
import type { TrustTermsConfig } from '../trust/terms.ts';
import { USDT } from './demo-exchange.ts';

/** Locked deposits, for the properties of the whole exchange. Some are invalid. */

const customerId = fc.oneof(
  { weight: 30, arbitrary: fc.integer({ min: 1, max: 3 }) },
  fc.constantFrom(0, 9, -1, 1.5),
);
const productId = fc.constantFrom(1, 1, 1, 2, 2, 9);
const orderId = fc.oneof({ weight: 20, arbitrary: fc.integer({ min: 1, max: 12 }) }, fc.constantFrom(0, NaN));

/** Small capacity and a low limit, so that both are reached. */
function configure(product: number, enabled: boolean, change: Partial<TrustTermsConfig> = {}): Command {
  return {
    type: 'configureTrustProduct',
    productId: product,
    enabled,
    terms: {
      currencyId: USDT,
      cycleDays: product === 1 ? 2 : 5,
      dailyYieldPpm: 4_321,
      penaltyPpm: 6_000,
      minimum: '10',
      maximum: '900',
      capacity: '2500',
      customerLimit: '1500',
      opensAtMs: 0,
      ...change,
    },
  };
}

/** Two products, a treasury that covers them, and some money in the trust accounts of customers 1 to 3. */
export function trustSetup(): Command[] {
  const money = { currencyId: USDT, from: 'faucet', reference: 'test:6' } as const;
  return [
    { type: 'fundHouse', to: 'treasury', amountMinor: 120_000_000n, ...money },
    configure(1, true),
    configure(2, true),
    ...[1, 2, 3].map((id): Command => ({
      type: 'credit',
      customerId: id,
      account: 'trust',
      amountMinor: 3_000_000_000n,
      ...money,
    })),
  ];
}

const buy: fc.Arbitrary<Command> = fc.record({
  type: fc.constant('buyTrust' as const),
  customerId,
  productId,
  termsVersion: fc.constantFrom(1, 1, 1, 1, 2),
  amountMinor: fc.oneof(
    { weight: 20, arbitrary: fc.bigInt(10_000_000n, 900_000_000n) },
    fc.constantFrom(0n, -1n, 9_999_999n, 10n ** 30n),
  ),
  autoRenew: fc.boolean(),
});

const redeem: fc.Arbitrary<Command> = fc.record({
  type: fc.constant('redeemTrust' as const),
  customerId,
  orderId,
  maxPenaltyMinor: fc.constantFrom(10n ** 12n, 10n ** 12n, 10n ** 12n, 0n, -1n),
});

const renewal: fc.Arbitrary<Command> = fc.record({
  type: fc.constant('setTrustRenewal' as const),
  customerId,
  orderId,
  autoRenew: fc.boolean(),
});

const open: fc.Arbitrary<Command> = fc.record({
  type: fc.constant('setTrustOpen' as const),
  open: fc.constantFrom(true, true, true, false),
});

const change: fc.Arbitrary<Command> = fc
  .record({ productId, enabled: fc.boolean(), dailyYieldPpm: fc.constantFrom(4_321, 4_321, 4_321, 5_000, 0) })
  .map(({ productId: id, enabled, dailyYieldPpm }) => configure(id, enabled, { dailyYieldPpm }));

export const arbitraryTrustCommand: fc.Arbitrary<Command> = fc.oneof(
  { weight: 10, arbitrary: buy },
  { weight: 4, arbitrary: redeem },
  { weight: 2, arbitrary: renewal },
  { weight: 1, arbitrary: change },
  { weight: 1, arbitrary: open },
);
