import type { Command } from '@tallystick/core';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '@tallystick/core/durations';
import { lumaOffer } from '@tallystick/core/launch/testing/offer';
import { TEST_PERPETUAL } from '@tallystick/core/perpetual/testing/perpetual-scenario';
import {
  BTC,
  BTC_USDT,
  ETH,
  ETH_BTC,
  ETH_USDT,
  TEST_CURRENCIES,
  TEST_MARKETS,
  USDT,
} from '@tallystick/core/testing/demo-exchange';

/** The simulated exchange at its opening: markets of all products, customers with money, a house that can pay. */

export const CUSTOMERS = 200;
/** Quote both sides of everything; their ids follow the customers'. */
export const MAKERS = [CUSTOMERS + 1, CUSTOMERS + 2, CUSTOMERS + 3];
export const INDEX_MARKETS = [BTC_USDT, ETH_USDT] as const;
export const FIRST_PRICES: Readonly<Record<number, number>> = { [BTC_USDT]: 60_000, [ETH_USDT]: 3_000 };
/** Offers are known by their currency's and market's number, too. */
export const FIRST_OFFER = 101;
/** Withdrawals with smaller numbers are the back office's. */
export const FIRST_DIRECT_WITHDRAWAL = 25_000;

const OPENED_MS = Date.UTC(2026, 0, 5);

/** When a day's world begins: in the evening, so that a short one has a midnight, too, or at midnight. */
export function openedAt(day: number): number {
  return OPENED_MS + day * 2 * DAY_MS + (day % 2 === 0 ? 21 * HOUR_MS : 0);
}

export const CONTRACTS = [
  {
    ...TEST_PERPETUAL,
    fundingIntervalMs: HOUR_MS,
    staleAfterMs: 30_000,
    interestPpm: 300,
    maxOpenInterestLots: 400_000,
  },
  {
    ...TEST_PERPETUAL,
    marketId: ETH_USDT,
    tickSize: '0.01',
    lotSize: '0.01',
    fundingIntervalMs: HOUR_MS,
    staleAfterMs: 30_000,
    maxOpenInterestLots: 400_000,
  },
];

/** Of bitcoin's options few have an entry and an exit in time, of ether's most. */
export function optionTerms(marketId: number, payoutPpm = 850_000): Command {
  const [staleMs, first, second, third] =
    marketId === BTC_USDT ? ([2_900, 6, 30, 60] as const) : ([12_000, 30, 60, 90] as const);
  return {
    type: 'configureOptions',
    terms: {
      marketId,
      enabled: true,
      staleMs,
      times: [
        { seconds: first, payoutPpm },
        { seconds: second, payoutPpm: payoutPpm + 31_337 },
        { seconds: third, payoutPpm: 333_333 },
      ],
      currencies: [
        { currencyId: BTC, minStake: '0.0001', maxStake: '0.1', exposureLimit: '2' },
        { currencyId: USDT, minStake: '1', maxStake: '3000', exposureLimit: '1500' },
      ],
    },
  };
}

export function trustProduct(productId: number, enabled = true): Command {
  const inCoins = productId % 3 === 0;
  return {
    type: 'configureTrustProduct',
    productId,
    enabled,
    terms: {
      currencyId: inCoins ? BTC : USDT,
      cycleDays: productId % 2 === 0 ? 1 : 3,
      dailyYieldPpm: 1_321 + 7 * productId,
      penaltyPpm: 6_003,
      minimum: inCoins ? '0.001' : '10',
      maximum: inCoins ? '1' : '5000',
      capacity: inCoins ? '40' : '900000',
      customerLimit: inCoins ? '2' : '9000',
      opensAtMs: 0,
    },
  };
}

/** A launch that opens in a minute and ends within the hour; `number`: the how manieth of this world. */
export function launchOffer(number: number, nowMs: number): Command {
  const id = FIRST_OFFER + number;
  const luma = lumaOffer(nowMs);
  const startMs = nowMs + MINUTE_MS;
  const closeMs = startMs + 20 * MINUTE_MS;
  return {
    type: 'configureLaunchOffer',
    offer: {
      ...luma,
      offerId: id,
      currency: { ...luma.currency, id, code: `NEW${id}` },
      market: { ...luma.market, id },
      mode: number % 3 === 2 ? 'firstCome' : 'proRata',
      supply: '3000.000007',
      minimum: '5',
      cap: '400',
      startMs,
      closeMs,
      launchMs: closeMs + 5 * MINUTE_MS,
      releases: [
        { afterMs: 0, ppm: 333_333 },
        { afterMs: 7 * MINUTE_MS, ppm: 333_333 },
        { afterMs: 2 * HOUR_MS, ppm: 333_334 },
      ],
    },
  };
}

function money(
  customerId: number,
  account: 'spot' | 'option' | 'contract' | 'trust',
  id: number,
  minor: bigint,
): Command {
  return {
    type: 'credit',
    customerId,
    account,
    currencyId: id,
    amountMinor: minor,
    from: 'faucet',
    reference: `faucet:${customerId}`,
  };
}

function house(
  to: 'treasury' | 'insurance' | 'optionPool',
  currencyId: number,
  amountMinor: bigint,
): Command {
  return { type: 'fundHouse', from: 'faucet', to, currencyId, amountMinor, reference: 'setting:1' };
}

export function indexTick(marketId: number, price: number): Command {
  const priceE8 = Math.round(price * 100_000_000);
  return {
    type: 'recordIndexTick',
    marketId,
    priceE8,
    sources: [{ name: 'simulated', priceE8, atMs: 1 }],
  };
}

/** Customers and makers with money; every second customer was invited by an earlier one. */
function people(): Command[] {
  return Array.from({ length: CUSTOMERS + MAKERS.length }, (_, i) => i + 1).flatMap((id): Command[] => {
    const times = id > CUSTOMERS ? 1_000n : 1n;
    const opened: Command[] = [
      { type: 'openCustomer', customerId: id },
      money(id, 'spot', BTC, 50_000_000n * times),
      money(id, 'spot', ETH, 900_000_000n * times),
      money(id, 'spot', USDT, 40_000_000_000n * times),
      money(id, 'contract', USDT, (id % 5 === 0 ? 300_000_000n : 20_000_000_000n) * times),
    ];
    if (id > CUSTOMERS) return opened;
    return [
      ...opened,
      money(id, 'option', USDT, 3_000_000_000n),
      money(id, 'option', BTC, 10_000_000n),
      money(id, 'trust', USDT, 5_000_000_000n),
      money(id, 'trust', BTC, 30_000_000n),
      { type: 'resetPractice', customerId: id, currencyId: USDT, amountMinor: 1_000_000_000n },
      ...(id > 1 && id % 2 === 0
        ? [{ type: 'linkPromoter' as const, customerId: id, promoterId: Math.ceil(id / 3) }]
        : []),
    ];
  });
}

export function openingCommands(nowMs: number): Command[] {
  return [
    ...TEST_CURRENCIES.map((currency): Command => ({ type: 'configureCurrency', currency })),
    ...[...TEST_MARKETS, { ...ETH_BTC, makerFeePpm: 700, takerFeePpm: 1_300 }].map((market): Command => ({
      type: 'configureMarket',
      market,
    })),
    ...INDEX_MARKETS.map(id => indexTick(id, FIRST_PRICES[id]!)),
    ...CONTRACTS.map((perpetual): Command => ({ type: 'configurePerpetual', perpetual })),
    ...INDEX_MARKETS.map(id => indexTick(id, FIRST_PRICES[id]!)),
    ...INDEX_MARKETS.map(id => optionTerms(id)),
    house('optionPool', USDT, 400_000_000_000n),
    house('optionPool', BTC, 1_000_000_000n),
    house('treasury', USDT, 900_000_000_000n),
    house('treasury', BTC, 2_000_000_000n),
    house('insurance', USDT, 2_000_000_000n),
    ...[1, 2, 3, 4].map(id => trustProduct(id)),
    {
      type: 'configureDust',
      terms: {
        spreadPpm: 10_000,
        mostMinor: 6_000_000,
        customerDailyMinor: 80_000_000,
        dailyMinor: 9_000_000_000,
        staleMs: MINUTE_MS,
      },
    },
    { type: 'changeReferralTerms', terms: { firstPpm: 200_000, secondPpm: 50_000 }, noticeMs: DAY_MS },
    ...people(),
    launchOffer(0, nowMs),
  ];
}
