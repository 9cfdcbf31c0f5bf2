import fc from 'fast-check';
import type { Command } from '../../command.ts';
import { BTC, ETH, USDT } from '../../testing/demo-exchange.ts';
import type { LaunchConfig } from '../terms.ts';
import { lumaOffer } from './offer.ts';

/** A command and the pause before it. An offer's times count from its announcement. */
export interface LaunchStep {
  readonly waitMs: number;
  readonly command: (nowMs: number) => Command;
}

/** At most two offers at a time, short enough to end within a history. Some are invalid. */
const offerId = fc.oneof(
  { weight: 20, arbitrary: fc.integer({ min: 1, max: 4 }) },
  fc.constantFrom(0, -1, 1.5),
);
const customerId = fc.oneof(
  { weight: 30, arbitrary: fc.integer({ min: 1, max: 3 }) },
  fc.constantFrom(0, 9, -1),
);
const currencyId = fc.constantFrom(USDT, USDT, USDT, BTC, ETH, 101, 99);
const amountMinor = fc.oneof(
  { weight: 10, arbitrary: fc.bigInt(1n, 900_000_000n) },
  { weight: 2, arbitrary: fc.bigInt(1n, 50_000n) },
  fc.constantFrom(0n, -1n, 10n ** 30n),
);

const configure: fc.Arbitrary<LaunchStep['command']> = fc
  .record({
    offerId,
    /** Two names for four offers, so that some names are already used. */
    name: fc.integer({ min: 101, max: 102 }),
    mode: fc.constantFrom('proRata' as const, 'firstCome' as const),
    cap: fc.constantFrom('400', '37.5', '1000', '0.000001', '2000'),
    minimum: fc.constantFrom('10', '1', '0.000001'),
    issuePriceE8: fc.constantFrom(50_000_000, 10_000, 123_450_000, 50_000_001),
    startIn: fc.integer({ min: 0, max: 3 }),
    openFor: fc.integer({ min: 0, max: 20 }),
    launchIn: fc.integer({ min: 0, max: 8 }),
    releases: fc.constantFrom(
      [{ afterMs: 0, ppm: 1_000_000 }],
      [
        { afterMs: 0, ppm: 333_333 },
        { afterMs: 4_000, ppm: 333_333 },
        { afterMs: 9_000, ppm: 333_334 },
      ],
      [{ afterMs: 2_000, ppm: 999_999 }],
    ),
  })
  .map(({ offerId: id, name, startIn, openFor, launchIn, ...rest }) => nowMs => {
    const startMs = nowMs + startIn * 1_000;
    const closeMs = startMs + openFor * 1_000;
    const luma = lumaOffer(nowMs);
    const offer: LaunchConfig = {
      ...luma,
      ...rest,
      offerId: id,
      currency: { ...luma.currency, id: name, code: `NEW${name}` },
      market: { ...luma.market, id: name },
      startMs,
      closeMs,
      launchMs: closeMs + launchIn * 1_000,
    };
    return { type: 'configureLaunchOffer', offer };
  });

const fixed = (command: fc.Arbitrary<Command>): fc.Arbitrary<LaunchStep['command']> =>
  command.map(one => () => one);

const command: fc.Arbitrary<LaunchStep['command']> = fc.oneof(
  { weight: 10, arbitrary: configure },
  {
    weight: 30,
    arbitrary: fixed(
      fc.record({
        type: fc.constant('commitToLaunch' as const),
        customerId,
        offerId,
        currencyId,
        amountMinor,
      }),
    ),
  },
  { weight: 4, arbitrary: fixed(fc.record({ type: fc.constant('cancelLaunchOffer' as const), offerId })) },
  { weight: 3, arbitrary: fixed(fc.constant({ type: 'passTime' })) },
  {
    weight: 3,
    arbitrary: fixed(
      fc.record({
        type: fc.constant('setCustomerFrozen' as const),
        customerId,
        frozen: fc.constantFrom(true, false, false),
      }),
    ),
  },
  {
    weight: 3,
    arbitrary: fixed(
      fc.constantFrom(101, 102).map(id => ({
        type: 'configureCurrency',
        currency: { id, code: `NEW${id}`, decimals: 6, name: `New ${id}` },
      })),
    ),
  },
  {
    weight: 10,
    arbitrary: fixed(
      fc
        .record({
          customerId,
          marketId: fc.constantFrom(101, 102),
          side: fc.constantFrom('buy' as const, 'sell' as const),
          priceTicks: fc.constantFrom(5_000, 5_100, 4_900, 9_000),
          quantityLots: fc.integer({ min: 50, max: 400 }),
        })
        .map(order => ({
          type: 'placeOrder' as const,
          orderType: 'limit' as const,
          timeInForce: 'GTC' as const,
          postOnly: false,
          budgetMinor: null,
          triggerTicks: null,
          clientOrderId: null,
          ...order,
        })),
    ),
  },
);

export const launchStep: fc.Arbitrary<LaunchStep> = fc.record({
  waitMs: fc.oneof(
    { weight: 4, arbitrary: fc.integer({ min: 0, max: 900 }) },
    fc.integer({ min: 0, max: 15_000 }),
  ),
  command,
});
