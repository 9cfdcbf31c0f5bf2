import type { Command } from '@tallystick/core';
import { DAY_MS, MINUTE_MS } from '@tallystick/core/durations';
import { lumaOffer } from '@tallystick/core/launch/testing/offer';
import { TEST_PERPETUAL } from '@tallystick/core/perpetual/testing/perpetual-scenario';
import {
  BTC_USDT,
  configureCommands,
  ETH_USDT,
  fundedCustomerCommands,
  USDT,
} from '@tallystick/core/testing/demo-exchange';

const LAUNCHES = 8;
const PLENTY_MINOR = 1_000_000_000_000n;
const FROM_FAUCET = { currencyId: USDT, from: 'faucet', reference: 'test:1' } as const;

/** All products, house funds that cover them, and customers with money in every account, who invited each other. */
export function mixedSetup(customers: number, nowMs: number): Command[] {
  const ids = Array.from({ length: customers }, (_, i) => i + 1);
  return [
    ...configureCommands(),
    tick(BTC_USDT, 60_000),
    tick(ETH_USDT, 6_000),
    { type: 'configurePerpetual', perpetual: TEST_PERPETUAL },
    ...[BTC_USDT, ETH_USDT].map(optionTerms),
    ...(['treasury', 'insurance', 'optionPool'] as const).map((to): Command => ({
      type: 'fundHouse',
      to,
      amountMinor: PLENTY_MINOR,
      ...FROM_FAUCET,
    })),
    TRUST_PRODUCT,
    ...ids.flatMap(customerOf),
    { type: 'changeReferralTerms', terms: { firstPpm: 200_000, secondPpm: 50_000 }, noticeMs: DAY_MS },
    ...Array.from({ length: LAUNCHES }, (_, i) => launch(i + 1, nowMs + i * 20 * MINUTE_MS)),
  ];
}

export function tick(marketId: number, price: number): Command {
  const priceE8 = Math.round(price * 100) * 1_000_000;
  return { type: 'recordIndexTick', marketId, priceE8, sources: [{ name: 'test', priceE8, atMs: 1 }] };
}

function customerOf(customerId: number): Command[] {
  return [
    ...fundedCustomerCommands(customerId, PLENTY_MINOR / 10n),
    ...(['option', 'contract', 'trust'] as const).map((account): Command => ({
      type: 'credit',
      customerId,
      account,
      amountMinor: PLENTY_MINOR / 10n,
      ...FROM_FAUCET,
    })),
    { type: 'resetPractice', customerId, currencyId: USDT, amountMinor: 10_000_000_000n },
    ...(customerId === 1
      ? []
      : [{ type: 'linkPromoter', customerId, promoterId: Math.floor(customerId / 2) } as const]),
  ];
}

function optionTerms(marketId: number): Command {
  const limits = { currencyId: USDT, minStake: '1', maxStake: '3000', exposureLimit: '400000' };
  const times = [{ seconds: 6, payoutPpm: 850_000 }];
  return {
    type: 'configureOptions',
    terms: { marketId, enabled: true, staleMs: 2_900, times, currencies: [limits] },
  };
}

const TRUST_PRODUCT: Command = {
  type: 'configureTrustProduct',
  productId: 1,
  enabled: true,
  terms: {
    currencyId: USDT,
    cycleDays: 2,
    dailyYieldPpm: 321,
    penaltyPpm: 6_000,
    minimum: '5',
    maximum: '900',
    capacity: '20000000',
    customerLimit: '100000',
    opensAtMs: 0,
  },
};

function launch(offerId: number, startMs: number): Command {
  const luma = lumaOffer(startMs);
  const id = 100 + offerId;
  const closeMs = startMs + 15 * MINUTE_MS;
  return {
    type: 'configureLaunchOffer',
    offer: {
      ...luma,
      offerId,
      currency: { ...luma.currency, id, code: `NEW${id}` },
      market: { ...luma.market, id },
      supply: '1000000',
      cap: '40000',
      startMs: startMs + 1,
      closeMs,
      launchMs: closeMs + MINUTE_MS,
    },
  };
}
