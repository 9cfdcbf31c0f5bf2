import { beforeEach, describe, expect, it } from 'vitest';
import { DAY_MS, HOUR_MS } from '../durations.ts';
import { Exchange } from '../exchange.ts';
import { OptionScenario } from '../testing/option-scenario.ts';
import { USDT } from '../testing/demo-exchange.ts';

const USDT_1 = 1_000_000n;

let s: OptionScenario;

/** 10:00 UTC; the index is 60,000. */
beforeEach(() => {
  s = new OptionScenario();
  s.nowMs = Math.floor(s.nowMs / DAY_MS) * DAY_MS + DAY_MS + 10 * HOUR_MS;
  s.fundPool('10000');
  s.trader(1, '10000');
  s.index('60000');
});

const standing = () => s.exchange.limits.standing(1, s.nowMs);
const limitTo = (units: bigint | null) =>
  s.must({
    type: 'setDailyLossLimit',
    customerId: 1,
    limitMinor: units === null ? null : units * USDT_1,
  });
const coolDown = (untilMs: number) => s.must({ type: 'setCoolDown', customerId: 1, untilMs });

/** Buys a rise option and settles it above or below its entry. */
function play(stake: string, end: 'won' | 'lost' | 'even'): void {
  s.index('60000');
  s.buy(1, 'rise', stake);
  s.after(1_000).index('60000');
  s.after(58_000).index(end === 'won' ? '60001' : end === 'lost' ? '59999' : '60000');
  s.settle();
}

describe('a daily loss limit', () => {
  it('counts losses, wins and open stakes, and refuses a stake larger than what is left', () => {
    limitTo(200n);
    play('100', 'lost');
    expect(standing()).toMatchObject({ lostTodayMinor: 100n * USDT_1, atRiskMinor: 0n });
    play('100', 'won');
    expect(standing().lostTodayMinor).toBe(15n * USDT_1);
    play('100', 'even');
    s.index('60000');
    s.buy(1, 'rise', '100');
    expect(standing()).toMatchObject({ lostTodayMinor: 15n * USDT_1, atRiskMinor: 100n * USDT_1 });
    const outcome = s.try(s.buyCommand(1, 'fall', '85.000001'));
    expect(outcome).toMatchObject({
      ok: false,
      refusal: {
        code: 'daily_loss_limit',
        params: { remaining: '85', currency: 'USDT', until_ms: standing().dayEndsAtMs },
      },
    });
    s.buy(1, 'fall', '85');
  });

  it('starts again at midnight UTC; an option that ends after it counts toward the new day', () => {
    limitTo(100n);
    play('100', 'lost');
    s.index('60000');
    expect(s.refusal(s.buyCommand(1, 'rise', '5'))).toBe('daily_loss_limit');
    s.nowMs = standing().dayEndsAtMs - 1;
    s.index('60000');
    expect(s.refusal(s.buyCommand(1, 'rise', '5'))).toBe('daily_loss_limit');
    s.after(1).index('60000');
    expect(standing().lostTodayMinor).toBe(0n);
    play('40', 'lost');
    expect(standing().lostTodayMinor).toBe(40n * USDT_1);
  });

  it('holds at once when lowered, after 24 hours when raised or removed', () => {
    limitTo(100n);
    expect(standing()).toMatchObject({ dailyLossMinor: 100n * USDT_1, nextDailyLoss: null });
    limitTo(50n);
    expect(standing().dailyLossMinor).toBe(50n * USDT_1);
    const askedAtMs = s.nowMs;
    limitTo(500n);
    expect(standing()).toMatchObject({
      dailyLossMinor: 50n * USDT_1,
      nextDailyLoss: { limitMinor: 500n * USDT_1, fromMs: askedAtMs + DAY_MS },
    });
    s.after(HOUR_MS);
    // Repeating the request does not restart the waiting time; requesting another limit does.
    expect(limitTo(500n)).toEqual([]);
    s.after(DAY_MS - HOUR_MS - 1);
    expect(standing().dailyLossMinor).toBe(50n * USDT_1);
    s.after(1);
    expect(standing()).toMatchObject({ dailyLossMinor: 500n * USDT_1, nextDailyLoss: null });
    limitTo(null);
    s.after(DAY_MS - 1);
    limitTo(600n);
    s.after(1);
    expect(standing().dailyLossMinor).toBe(500n * USDT_1);
    s.after(DAY_MS - 1);
    expect(standing().dailyLossMinor).toBe(600n * USDT_1);
    limitTo(null);
    // Requesting the limit in force cancels the pending request.
    limitTo(600n);
    expect(standing().nextDailyLoss).toBeNull();
    limitTo(null);
    limitTo(10n);
    expect(standing()).toMatchObject({ dailyLossMinor: 10n * USDT_1, nextDailyLoss: null });
  });

  it('of zero refuses every stake, but not practice', () => {
    limitTo(0n);
    expect(s.refusal(s.buyCommand(1, 'rise', '5'))).toBe('daily_loss_limit');
    s.must({ type: 'resetPractice', customerId: 1, currencyId: USDT, amountMinor: 10n * USDT_1 });
    s.buy(1, 'rise', '5', { practice: true });
    expect(standing().atRiskMinor).toBe(0n);
  });

  it('values stakes in other currencies at the index price at purchase', () => {
    s.configure({ currencies: [{ currencyId: 1, minStake: '0.0001', maxStake: '1', exposureLimit: '5' }] });
    s.must({
      type: 'credit',
      customerId: 1,
      account: 'option',
      currencyId: 1,
      amountMinor: 100_000_000n,
      from: 'faucet',
      reference: 'test:1',
    });
    s.must({
      type: 'fundHouse',
      from: 'faucet',
      to: 'optionPool',
      currencyId: 1,
      amountMinor: 100_000_000n,
      reference: 'test:1',
    });
    limitTo(61n);
    const stake = { currencyId: 1, stakeMinor: 100_000n };
    s.must({ ...s.buyCommand(1, 'rise', '5'), ...stake });
    expect(standing().atRiskMinor).toBe(60n * USDT_1);
    expect(s.refusal({ ...s.buyCommand(1, 'rise', '5'), ...stake })).toBe('daily_loss_limit');
    s.after(1_000).index('60000');
    s.after(58_000).index('30000');
    s.settle();
    expect(standing()).toMatchObject({ lostTodayMinor: 60n * USDT_1, atRiskMinor: 0n });
  });

  it.each([-1n, 2n ** 53n + 1n, 5 as unknown as bigint, undefined as unknown as bigint])(
    'is refused when it is none: %s',
    limitMinor => {
      expect(s.refusal({ type: 'setDailyLossLimit', customerId: 1, limitMinor })).toBe('invalid_limit');
      expect(s.refusal({ type: 'setDailyLossLimit', customerId: 9, limitMinor: 1n })).toBe(
        'unknown_customer',
      );
    },
  );
});

describe('a cool-down', () => {
  it('refuses new exposure until it ends; running options settle', () => {
    s.buy(1, 'rise', '100');
    const untilMs = s.nowMs + 49_999;
    coolDown(untilMs);
    const outcome = s.try(s.buyCommand(1, 'rise', '5'));
    expect(outcome).toMatchObject({ refusal: { code: 'cooling_down', params: { until_ms: untilMs } } });
    s.after(1_000).index('60000');
    s.after(48_999).index('60001');
    s.buy(1, 'rise', '5');
    s.after(9_000).index('60001');
    expect(s.settle()).toMatchObject({ optionId: 1, result: 'rise' });
  });

  it('can be longer at once, shorter only after 24 hours', () => {
    const start = s.nowMs;
    coolDown(start + 7 * DAY_MS);
    coolDown(start + 30 * DAY_MS);
    expect(standing().coolDownUntilMs).toBe(start + 30 * DAY_MS);
    coolDown(0);
    expect(standing()).toMatchObject({
      coolDownUntilMs: start + 30 * DAY_MS,
      nextCoolDown: { untilMs: 0, fromMs: start + DAY_MS },
    });
    coolDown(start + 30 * DAY_MS);
    expect(standing().nextCoolDown).toBeNull();
    coolDown(0);
    s.after(DAY_MS - 1).index('60000');
    expect(s.refusal(s.buyCommand(1, 'rise', '5'))).toBe('cooling_down');
    s.after(1);
    s.buy(1, 'rise', '5');
  });

  it('holds for frozen customers too, and is at most a year', () => {
    s.must({ type: 'setCustomerFrozen', customerId: 1, frozen: true });
    coolDown(s.nowMs + 366 * DAY_MS);
    for (const untilMs of [s.nowMs + 366 * DAY_MS + 1, -1, 1.5, NaN, '5' as unknown as number]) {
      expect(s.refusal({ type: 'setCoolDown', customerId: 1, untilMs })).toBe('invalid_limit');
    }
  });
});

it('limits, losses, open risk and pending requests survive a restart', () => {
  limitTo(200n);
  limitTo(300n);
  coolDown(s.nowMs + 1);
  coolDown(0);
  s.after(1);
  play('100', 'lost');
  s.index('60000');
  s.buy(1, 'rise', '50');
  const restored = Exchange.restore(s.exchange.snapshot());
  expect(restored.limits.standing(1, s.nowMs)).toEqual(standing());
  expect(restored.stateHash()).toBe(s.exchange.stateHash());
  expect(restored.apply(s.buyCommand(1, 'rise', '51'), s.nowMs)).toMatchObject({
    refusal: { code: 'daily_loss_limit' },
  });
});
