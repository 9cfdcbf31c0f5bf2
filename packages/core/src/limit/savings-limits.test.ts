import { beforeEach, describe, expect, it } from 'vitest';
import { DAY_MS, HOUR_MS } from '../durations.ts';
import { lumaOffer, LUMA_USDT } from '../launch/testing/offer.ts';
import { BTC, USDT } from '../testing/demo-exchange.ts';
import { isTimeDue } from '../testing/time-due.ts';
import { LimitsScenario } from './testing/limit-scenario.ts';

const USDT_1 = 1_000_000n;

let s: LimitsScenario;

beforeEach(() => {
  s = new LimitsScenario();
});

const passTo = (atMs: number): void => {
  s.nowMs = atMs;
  while (isTimeDue(s.exchange, atMs)) s.must({ type: 'passTime' });
};

describe('trust products', () => {
  beforeEach(() => {
    s.must({
      type: 'fundHouse',
      from: 'faucet',
      to: 'treasury',
      currencyId: USDT,
      amountMinor: 1_000n * USDT_1,
      reference: 'test:1',
    });
    s.must({
      type: 'configureTrustProduct',
      productId: 1,
      enabled: true,
      terms: {
        currencyId: USDT,
        cycleDays: 2,
        dailyYieldPpm: 4_000,
        penaltyPpm: 6_000,
        minimum: '100',
        maximum: '5000',
        capacity: '10000',
        customerLimit: '6000',
        opensAtMs: 0,
      },
    });
    s.must({
      type: 'transfer',
      customerId: 1,
      currencyId: USDT,
      from: 'spot',
      to: 'trust',
      amountMinor: 5_000n * USDT_1,
    });
  });

  const purchase = (autoRenew = false) =>
    ({
      type: 'buyTrust',
      customerId: 1,
      productId: 1,
      termsVersion: 1,
      amountMinor: 1_000n * USDT_1,
      autoRenew,
    }) as const;
  it('cannot be bought in a cool-down or with a used-up limit; penalties count as losses', () => {
    s.limitTo(12n);
    s.must(purchase());
    const redeem = {
      type: 'redeemTrust',
      customerId: 1,
      orderId: 1,
      maxPenaltyMinor: 100n * USDT_1,
    } as const;
    s.must(redeem);
    // 0.6 % of 1,000 for each of two days.
    expect(s.standing().lostTodayMinor).toBe(12n * USDT_1);
    expect(s.refusal(purchase())).toBe('daily_loss_limit');
    s.nowMs = s.standing().dayEndsAtMs;
    s.must(purchase());
    s.coolDown(HOUR_MS);
    expect(s.refusal(purchase())).toBe('cooling_down');
    s.must({ ...redeem, orderId: 2 });
  });

  it('are not renewed in a cool-down: the deposit ends and is paid back', () => {
    s.must(purchase(true));
    s.coolDown(30 * DAY_MS);
    passTo(s.nowMs + 5 * DAY_MS);
    expect(s.exchange.trust.openOrders()).toEqual([]);
    expect(s.exchange.balance({ ownerId: 1, account: 'trust', currencyId: USDT })).toEqual({
      availableMinor: 5_008n * USDT_1,
      frozenMinor: 0n,
    });
  });
});

describe('new currencies', () => {
  it('cannot be subscribed to in a cool-down or with a used-up limit', () => {
    const offer = lumaOffer(s.nowMs);
    s.must({ type: 'configureLaunchOffer', offer });
    s.nowMs = offer.startMs;
    const commit = { type: 'commitToLaunch', customerId: 1, offerId: 1, currencyId: USDT } as const;
    s.must({ ...commit, amountMinor: 10n * USDT_1 });
    s.coolDown(HOUR_MS);
    expect(s.refusal({ ...commit, amountMinor: 10n * USDT_1 })).toBe('cooling_down');
    s.nowMs += HOUR_MS;
    s.must({ ...commit, amountMinor: 10n * USDT_1 });
    s.limitTo(0n);
    expect(s.refusal({ ...commit, amountMinor: 10n * USDT_1 })).toBe('daily_loss_limit');
  });

  it('count the coins paid as sold, and the payment as their cost', () => {
    s.index('66000');
    s.limitTo(1_000n);
    const offer = lumaOffer(s.nowMs);
    s.must({ type: 'configureLaunchOffer', offer });
    s.nowMs = offer.startMs;
    const commit = { type: 'commitToLaunch', customerId: 1, offerId: 1 } as const;
    s.must({ ...commit, currencyId: USDT, amountMinor: 60n * USDT_1 });
    s.must({ ...commit, currencyId: BTC, amountMinor: 100_000n });
    passTo(offer.closeMs);
    // 0.001 BTC was worth 66 when the limit was set, and was accepted as 60.
    expect(s.standing().lostTodayMinor).toBe(6n * USDT_1);
    passTo(offer.launchMs);
    // 60 of 240 that cost 120 in all; sold at 0.45 less 0.2 %.
    s.place(s.limitOrder(2, 'buy', '60', '0.45', { marketId: LUMA_USDT }));
    s.place(s.limitOrder(1, 'sell', '60', '0.45', { marketId: LUMA_USDT }));
    expect(s.standing().lostTodayMinor).toBe(6n * USDT_1 + 30n * USDT_1 - 26_946_000n);
  });

  it('return coins of a cancelled offer at the cost they were accepted at', () => {
    s.limitTo(1_000n);
    const offer = lumaOffer(s.nowMs);
    s.must({ type: 'configureLaunchOffer', offer });
    s.nowMs = offer.startMs;
    s.must({ type: 'commitToLaunch', customerId: 1, offerId: 1, currencyId: BTC, amountMinor: 100_000n });
    passTo(offer.closeMs);
    s.must({ type: 'cancelLaunchOffer', offerId: 1 });
    passTo(offer.launchMs);
    s.place(s.limitOrder(2, 'buy', '1', '60000'));
    s.place(s.limitOrder(1, 'sell', '1', '60000'));
    expect(s.standing().lostTodayMinor).toBe(120n * USDT_1);
  });
});
