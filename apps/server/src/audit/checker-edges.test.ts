import { expect, test } from 'vitest';
import type { Command } from '@tallystick/core';
import { DAY_MS, HOUR_MS } from '@tallystick/core/durations';
import { lumaOffer } from '@tallystick/core/launch/testing/offer';
import { mixedSetup, MIXED_START_MS } from '@tallystick/core/testing/mixed-history';
import { TEST_MARKETS } from '@tallystick/core/testing/demo-exchange';
import { Comparison } from './testing/compare-history.ts';

/** What may be configured ends for core and checker at the same values, with the same refusals. */

const LAST_MS = 8_640_000_000_000_000;
const MOST_SAFE = Number.MAX_SAFE_INTEGER;

type Fields = Readonly<Record<string, unknown>>;

interface Edges {
  readonly command: Fields;
  /** Path of a field → values for it, each in turn. */
  readonly values: Readonly<Record<string, readonly unknown[]>>;
}

/** On both sides of the least and the most of a whole number. */
function around(least: number, most: number): readonly unknown[] {
  return [least - 1, least, most, most + 1, least + 0.5, Number.NaN, '1', null];
}

const TEXTS = ['', '0', '0.0000001', '1', '1.', '-1', '1e3', ' 1', '1234567890123456789012345678901'];

const option: Edges = {
  command: {
    type: 'configureOptions',
    terms: {
      marketId: 1,
      enabled: true,
      staleMs: 2_000,
      times: [{ seconds: 6, payoutPpm: 800_000 }],
      currencies: [{ currencyId: 3, minStake: '1', maxStake: '10', exposureLimit: '100' }],
    },
  },
  values: {
    'terms.marketId': [0, 2, 7],
    'terms.enabled': [false, 'yes'],
    'terms.staleMs': [...around(1, DAY_MS), 2_999, 3_000],
    'terms.times': [
      [],
      around(0, 2).map(payoutPpm => ({ seconds: 6, payoutPpm })),
      Array.from({ length: 20 }, (_, i) => ({ seconds: i + 6, payoutPpm: 1 + i })),
      Array.from({ length: 21 }, (_, i) => ({ seconds: i + 6, payoutPpm: 500_000 + i })),
      [
        { seconds: 6, payoutPpm: 1 },
        { seconds: 6, payoutPpm: 1 },
      ],
    ],
    'terms.times.0.seconds': [...around(5, 86_400), 4],
    'terms.times.0.payoutPpm': around(1, 1_000_000),
    'terms.currencies': [
      [],
      [1, 3].map(currencyId => ({ currencyId, minStake: '1', maxStake: '1', exposureLimit: '1' })),
      [3, 1].map(currencyId => ({ currencyId, minStake: '1', maxStake: '1', exposureLimit: '1' })),
      [3, 3].map(currencyId => ({ currencyId, minStake: '1', maxStake: '1', exposureLimit: '1' })),
    ],
    'terms.currencies.0.currencyId': [0, 2, 9],
    'terms.currencies.0.minStake': [...TEXTS, '0.000001', '0.000002', '10', '10.000001'],
    'terms.currencies.0.maxStake': [...TEXTS, '0.999999', '9007199254.740992', '9007199254.740993'],
    'terms.currencies.0.exposureLimit': [...TEXTS, '9007199254.740992', '9007199254.740993'],
  },
};

const trust: Edges = {
  command: {
    type: 'configureTrustProduct',
    productId: 7,
    enabled: false,
    terms: {
      currencyId: 3,
      cycleDays: 5,
      dailyYieldPpm: 4_000,
      penaltyPpm: 6_000,
      minimum: '10',
      maximum: '100',
      capacity: '500',
      customerLimit: '200',
      opensAtMs: 0,
    },
  },
  values: {
    productId: around(1, MOST_SAFE),
    enabled: [true, 'no'],
    'terms.currencyId': [0, 1, 9],
    'terms.cycleDays': around(1, 3_660),
    'terms.dailyYieldPpm': around(1, 1_000_000),
    'terms.penaltyPpm': around(0, 1_000_000),
    'terms.opensAtMs': around(0, LAST_MS),
    'terms.minimum': [...TEXTS, '0.00025', '0.000249', '100', '100.000001'],
    'terms.maximum': [...TEXTS, '10', '9.999999', '576460752303.423488', '576460752303.423489'],
    'terms.capacity': [...TEXTS, '10', '9.999999', '576460752303.423488', '576460752303.423489'],
    'terms.customerLimit': [...TEXTS, '10', '9.999999', '576460752303.423488', '576460752303.423489'],
  },
};

/** The treasury has 120 USDT, and what products 1 and 2 may still promise is 75.6175 USDT of it. */
const promise: Edges = {
  command: { ...trust.command, enabled: true },
  values: { 'terms.capacity': ['2219.125', '2219.12505', '2219.1251', '2219.126', '2220', '10'] },
};

const luma = lumaOffer(MIXED_START_MS);
const offer: Edges = {
  command: {
    type: 'configureLaunchOffer',
    offer: {
      ...luma,
      offerId: 9,
      currency: { ...luma.currency, id: 300, code: 'EDGE' },
      market: { ...luma.market, id: 300 },
    },
  },
  values: {
    'offer.offerId': [...around(1, MOST_SAFE), 2],
    'offer.currency.id': [...around(1, 65_535), 3, 101],
    'offer.currency.code': ['', 'edge', 'EDGE1234567890', 'BTC', 'NEW101', 7],
    'offer.currency.name': ['', ' a', 'a ', 'a'.repeat(40), 'a'.repeat(41), 'a\nb', 7],
    'offer.currency.decimals': around(0, 12),
    'offer.market.id': [0, 1, 101, 2 ** 31 - 1, 2 ** 31],
    'offer.market.quoteCurrencyId': [0, 1, 300],
    'offer.market.tickSize': TEXTS,
    'offer.market.priceBandPpm': around(0, 1_000_000),
    'offer.market.makerFeePpm': around(0, 100_000),
    'offer.issuePriceE8': [...around(1, MOST_SAFE), 10_000, 10_001, 100_000_000_000, 100_000_010_000],
    'offer.supply': [...TEXTS, '399.999999', '400', '144115188075.855872', '144115188075.855873'],
    'offer.mode': ['proRata', 'firstCome', 'auction'],
    'offer.minimum': [...TEXTS, '0.000001', '200', '200.000001', '200.000002'],
    'offer.cap': [...TEXTS, '19.999999', '20', '1000', '1000.000001'],
    'offer.accepted': [
      [],
      [{ currencyId: 3, rateE8: 100_000_001 }],
      [{ currencyId: 300, rateE8: 1 }],
      [{ currencyId: 9, rateE8: 1 }],
      [1, 1].map(currencyId => ({ currencyId, rateE8: 1 })),
      ...around(1, MOST_SAFE).map(rateE8 => [{ currencyId: 1, rateE8 }]),
    ],
    'offer.startMs': [...around(MIXED_START_MS, LAST_MS), luma.closeMs - 1, luma.closeMs],
    'offer.closeMs': [luma.startMs, luma.startMs + 1, luma.launchMs, luma.launchMs + 1],
    'offer.launchMs': [luma.closeMs - 1, luma.closeMs, LAST_MS - 20 * DAY_MS, LAST_MS - 20 * DAY_MS + 1],
    'offer.releases': [
      [],
      [{ afterMs: 0, ppm: 999_999 }],
      [{ afterMs: -1, ppm: 1_000_000 }],
      [0, 0].map(afterMs => ({ afterMs, ppm: 500_000 })),
      [1, 0].map(afterMs => ({ afterMs, ppm: 500_000 })),
      [0, 1].map(afterMs => ({ afterMs, ppm: afterMs * 1_000_000 })),
      Array.from({ length: 120 }, (_, i) => ({ afterMs: i, ppm: i === 0 ? 999_881 : 1 })),
      Array.from({ length: 121 }, (_, i) => ({ afterMs: i, ppm: i === 0 ? 999_880 : 1 })),
    ],
  },
};

const dust: Edges = {
  command: {
    type: 'configureDust',
    terms: { spreadPpm: 1, mostMinor: 2, customerDailyMinor: 3, dailyMinor: 4, staleMs: 5 },
  },
  values: {
    'terms.spreadPpm': around(0, 50_000),
    'terms.mostMinor': around(0, 1_000_000_000_000),
    'terms.dailyMinor': around(3, 1_000_000_000_000),
    'terms.customerDailyMinor': around(0, 4),
    'terms.staleMs': around(0, HOUR_MS),
  },
};

const referral: Edges = {
  command: {
    type: 'changeReferralTerms',
    terms: { firstPpm: 300_000, secondPpm: 200_000 },
    noticeMs: 12 * HOUR_MS,
  },
  values: {
    'terms.firstPpm': around(0, 500_000),
    'terms.secondPpm': around(0, 200_000),
    noticeMs: around(12 * HOUR_MS, 720 * HOUR_MS),
  },
};

const promoter: Edges = {
  command: { type: 'linkPromoter', customerId: 4, promoterId: 3 },
  values: { customerId: [0, 1, 2, 9], promoterId: [0, 4, 5, 1.5, null] },
};

const marketTerms: Edges = {
  command: { type: 'changeMarketTerms', market: TEST_MARKETS[0], noticeMs: 12 * HOUR_MS },
  values: {
    noticeMs: around(12 * HOUR_MS, 720 * HOUR_MS),
    'market.id': [0, 2, 7],
    'market.baseCurrencyId': [2, 9],
    'market.tickSize': ['0.10', '0.2', 'x'],
    'market.lotSize': ['0.000010', '0.1', 'x'],
    'market.minNotional': [...TEXTS, '4', '6'],
    'market.makerFeePpm': around(0, 5_000),
    'market.takerFeePpm': [...around(0, 5_000), 100_000, 100_001],
    'market.priceBandPpm': around(0, 1_000_000),
  },
};

const halt: Edges = {
  command: {
    type: 'haltTrading',
    line: 'spot',
    marketId: 1,
    mode: 'full',
    reason: 'prices',
    note: '',
    forMs: HOUR_MS,
    prolong: false,
  },
  values: {
    line: ['perpetual', 'option'],
    marketId: [0, 2, 7],
    mode: ['closeOnly', 'recovery'],
    reason: ['', 'legal'],
    note: ['a'.repeat(500), 'a'.repeat(501), null],
    forMs: around(60_000, 4 * HOUR_MS),
    prolong: [true],
  },
};

/** A copy with one field changed. */
function changed(command: unknown, path: readonly string[], value: unknown): unknown {
  const [name, ...rest] = path;
  if (name === undefined) return value;
  if (Array.isArray(command))
    return command.map((one: unknown, i) => (`${i}` === name ? changed(one, rest, value) : one));
  return { ...(command as Fields), [name]: changed((command as Fields)[name], rest, value) };
}

test.each(Object.entries({ option, trust, promise, offer, dust, referral, promoter, marketTerms, halt }))(
  'configured up to the same edge: %s',
  (_, { command, values }) => {
    const verdicts = new Set<string>();
    for (const [path, candidates] of Object.entries(values)) {
      for (const value of candidates) {
        const comparison = new Comparison();
        for (const one of mixedSetup()) comparison.apply(one, MIXED_START_MS);
        const outcome = comparison.exchange.apply(
          changed(command, path.split('.'), value) as Command,
          MIXED_START_MS,
        );
        const refusal = comparison.checker.apply(
          changed(command, path.split('.'), value) as Command,
          MIXED_START_MS,
        );
        const wanted = outcome.ok ? null : outcome.refusal.code;
        verdicts.add(wanted ?? 'accepted');
        if (refusal !== wanted)
          throw new Error(`${path} = ${JSON.stringify(value)}: core ${wanted}, checker ${refusal}`);
        const difference = comparison.compareLines();
        if (difference !== null)
          throw new Error(`${path}: core ${difference.core}, checker ${difference.checker}`);
      }
    }
    expect(verdicts.size).toBeGreaterThan(1);
  },
);
