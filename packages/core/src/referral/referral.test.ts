import { beforeEach, describe, expect, it } from 'vitest';
import type { Command } from '../command.ts';
import { DAY_MS, HOUR_MS } from '../durations.ts';
import { Exchange } from '../exchange.ts';
import { PerpetualScenario } from '../perpetual/testing/perpetual-scenario.ts';
import { USDT } from '../testing/demo-exchange.ts';
import { Scenario } from '../testing/scenario.ts';
import type { ReferralStanding } from './command.ts';

const link = (customerId: number, promoterId: number): Command => ({
  type: 'linkPromoter',
  customerId,
  promoterId,
});
const terms = (firstPpm: number, secondPpm = 0, noticeMs = DAY_MS): Command => ({
  type: 'changeReferralTerms',
  terms: { firstPpm, secondPpm },
  noticeMs,
});
const standing = (customerId: number, as: ReferralStanding): Command => ({
  type: 'setReferralStanding',
  customerId,
  standing: as,
});
const frozen = (customerId: number, is: boolean): Command => ({
  type: 'setCustomerFrozen',
  customerId,
  frozen: is,
});

/** Applies what is due, as the sequencer does. */
function passTo(s: Scenario, atMs: number): void {
  s.nowMs = atMs;
  while (s.exchange.dueAtMs() <= atMs || s.exchange.hasBacklog()) s.must({ type: 'passTime' });
}

/** The end of the hour. */
function hourEnd(s: Scenario): number {
  return (Math.floor(s.nowMs / HOUR_MS) + 1) * HOUR_MS;
}

let s: Scenario;

/** Customer 3 was invited by 2, and 2 by 1; nobody invited 4. Rates 40 % and 10 %. */
beforeEach(() => {
  s = new Scenario();
  for (const customerId of [1, 2]) s.customer(customerId, {});
  s.customer(3, { USDT: '100000' });
  s.customer(4, { BTC: '10' });
  s.must(link(2, 1));
  s.must(link(3, 2));
  s.must(terms(400_000, 100_000));
});

/** 4 is the maker, 3 the taker: 0.1 BTC at 60,000. The taker pays 0.0002 BTC, the maker 6 USDT. */
function trade(): void {
  s.must(s.limitOrder(4, 'sell', '0.1', '60000'));
  s.must(s.limitOrder(3, 'buy', '0.1', '60000'));
}

describe('who invited whom', () => {
  it('is set once, and only to an older customer', () => {
    expect(s.exchange.referral.promoterOf(3)).toBe(2);
    expect(s.exchange.referral.promoterOf(1)).toBeNull();
    expect(s.refusal(link(3, 1))).toBe('promoter_set');
    expect(s.refusal(link(4, 4))).toBe('invalid_promoter');
    expect(s.refusal(link(1, 3))).toBe('invalid_promoter');
    expect(s.refusal(link(77, 1))).toBe('unknown_customer');
    s.customer(9, {});
    expect(s.refusal(link(9, 8))).toBe('invalid_promoter');
    expect(s.refusal(link(9, 1.5))).toBe('invalid_promoter');
    expect(s.refusal(link(9, 0))).toBe('invalid_promoter');
  });
});

describe('a rebate', () => {
  it('is taken from the fee by the posting of the trade, for two levels', () => {
    trade();
    // 40 % and 10 % of 0.0002 BTC.
    expect(s.eventsOf('rebateAccrued')).toMatchObject([
      { promoterId: 2, customerId: 3, level: 1, role: 'taker', feeMinor: 20_000n, amountMinor: 8_000n },
      { promoterId: 1, customerId: 3, level: 2, role: 'taker', feeMinor: 20_000n, amountMinor: 2_000n },
    ]);
    const posting = s.eventsOf('posted').find(({ reason }) => reason === 'trade')!;
    for (const { postingId, tradeId } of s.eventsOf('rebateAccrued')) {
      expect(postingId).toBe(posting.postingId);
      expect(posting.reference).toBe(`trade:${tradeId}`);
    }
    expect(s.fees('BTC')).toBe('0.0001');
    expect(s.platform('referral', 'BTC')).toBe('0.0001');
    // Nobody invited 4: the house keeps its whole fee.
    expect(s.fees('USDT')).toBe('6');
    expect(s.exchange.referral.pendingOf(2)).toEqual([{ promoterId: 2, currencyId: 1, amountMinor: 8_000n }]);
  });

  it('counts fees of makers, too', () => {
    s.must(s.limitOrder(3, 'buy', '0.1', '60000'));
    s.must(s.limitOrder(4, 'sell', '0.1', '60000'));
    expect(s.eventsOf('rebateAccrued')).toMatchObject([
      { role: 'maker', feeMinor: 10_000n, amountMinor: 4_000n },
      { role: 'maker', feeMinor: 10_000n, amountMinor: 1_000n },
    ]);
  });

  it('is truncated: less than one unit is no rebate', () => {
    s.must(terms(1, 0));
    s.nowMs += 2 * DAY_MS;
    passTo(s, s.nowMs);
    trade();
    expect(s.eventsOf('rebateAccrued')).toEqual([]);
    expect(s.fees('BTC')).toBe('0.0002');
  });

  it('is paid to spot when the hour is over, once', () => {
    trade();
    trade();
    const end = hourEnd(s);
    expect(s.exchange.dueAtMs()).toBe(end);
    s.nowMs = end;
    s.must({ type: 'passTime' });
    expect(s.eventsOf('rebateSettled')).toMatchObject([
      { promoterId: 2, amountMinor: 16_000n, untilMs: end },
      { promoterId: 1, amountMinor: 4_000n, untilMs: end },
    ]);
    expect(s.eventsOf('posted').map(({ reason, reference }) => [reason, reference])).toEqual([
      ['rebate', `rebate:2:${end / HOUR_MS - 1}`],
      ['rebate', `rebate:1:${end / HOUR_MS - 1}`],
    ]);
    expect([s.available(2, 'BTC'), s.available(1, 'BTC')]).toEqual(['0.00016', '0.00004']);
    expect(s.platform('referral', 'BTC')).toBe('0');
    expect(s.refusal({ type: 'passTime' })).toBe('nothing_due');
    expect(s.exchange.dueAtMs()).toBe(Infinity);
  });

  it('of a new hour waits for its own end, even if the hour before is not paid yet', () => {
    trade();
    const end = hourEnd(s);
    s.nowMs = end + 5;
    trade();
    s.must({ type: 'passTime' });
    expect(s.eventsOf('rebateSettled')).toMatchObject([
      { promoterId: 2, amountMinor: 8_000n, untilMs: end },
      { promoterId: 1, amountMinor: 2_000n, untilMs: end },
    ]);
    expect(s.exchange.dueAtMs()).toBe(end + HOUR_MS);
  });
});

describe('promoters who earn nothing', () => {
  it('stopped: its part of the fee stays with the house, the level above still gets its own', () => {
    s.must(standing(2, 'stopped'));
    expect(s.eventsOf('referralStandingSet')).toHaveLength(1);
    trade();
    expect(s.eventsOf('rebateAccrued')).toMatchObject([{ promoterId: 1, level: 2, amountMinor: 2_000n }]);
    s.must(standing(2, 'open'));
    trade();
    expect(s.eventsOf('rebateAccrued')).toHaveLength(2);
  });

  it('stopped: what was earned before is still paid', () => {
    trade();
    s.must(standing(2, 'stopped'));
    passTo(s, hourEnd(s));
    expect(s.available(2, 'BTC')).toBe('0.00008');
  });

  it('house: neither earns nor gives', () => {
    s.must(standing(1, 'house'));
    trade();
    expect(s.eventsOf('rebateAccrued')).toMatchObject([{ promoterId: 2 }]);
    s.must(standing(3, 'house'));
    trade();
    expect(s.eventsOf('rebateAccrued')).toEqual([]);
  });

  it('frozen: paid with the next hour after the freeze ends', () => {
    s.must(frozen(2, true));
    trade();
    passTo(s, hourEnd(s));
    expect([s.available(2, 'BTC'), s.available(1, 'BTC')]).toEqual(['0', '0.00002']);
    expect(s.exchange.dueAtMs()).toBe(Infinity);
    trade();
    s.exchange = Exchange.restore(s.exchange.snapshot());
    passTo(s, hourEnd(s));
    s.must(frozen(2, false));
    expect(s.available(2, 'BTC')).toBe('0');
    passTo(s, hourEnd(s));
    expect(s.available(2, 'BTC')).toBe('0.00016');
    expect(s.platform('referral', 'BTC')).toBe('0');
  });

  it('is refused for an unknown customer or standing', () => {
    expect(s.refusal(standing(77, 'open'))).toBe('unknown_customer');
    expect(s.refusal(standing(1, 'rich' as ReferralStanding))).toBe('invalid_order');
  });
});

describe('terms', () => {
  it('that are better apply at once, worse ones after the notice', () => {
    s.must(terms(450_000, 50_000));
    // One rate may rise at once only as far as the other one falls, so nothing applies yet.
    expect(s.exchange.referral.terms).toEqual({ firstPpm: 400_000, secondPpm: 100_000 });
    expect(s.exchange.referral.announcedTerms).toMatchObject({ effectiveAtMs: s.nowMs + DAY_MS });
    const announcedAtMs = s.nowMs;
    s.exchange = Exchange.restore(s.exchange.snapshot());
    passTo(s, announcedAtMs + DAY_MS - 1);
    expect(s.exchange.referral.terms.firstPpm).toBe(400_000);
    passTo(s, announcedAtMs + DAY_MS);
    expect(s.exchange.referral.terms).toEqual({ firstPpm: 450_000, secondPpm: 50_000 });
    expect(s.exchange.referral.announcedTerms).toBeNull();
  });

  it('that are partly better apply in part at once', () => {
    s.must(terms(100_000, 100_000));
    passTo(s, s.nowMs + DAY_MS);
    s.must(terms(50_000, 200_000));
    expect(s.exchange.referral.terms).toEqual({ firstPpm: 100_000, secondPpm: 200_000 });
    // Replaces the announced terms.
    s.must(terms(100_000, 200_000));
    expect(s.exchange.referral.announcedTerms).toBeNull();
  });

  it.each([
    ['more than half of the fee', terms(500_001), 'rebate_above_ceiling'],
    ['more than half with both levels', terms(400_000, 100_001), 'rebate_above_ceiling'],
    ['a negative ratio', terms(-1), 'rebate_above_ceiling'],
    ['a fraction', terms(0.5), 'rebate_above_ceiling'],
    ['no number', terms(NaN, 0), 'rebate_above_ceiling'],
    ['a notice too short', terms(0, 0, HOUR_MS), 'notice_too_short'],
  ])('are refused with %s', (_, command, code) => {
    expect(s.refusal(command)).toBe(code);
  });
});

describe('contracts', () => {
  let p: PerpetualScenario;
  beforeEach(() => {
    p = new PerpetualScenario();
    p.trader(1);
    for (const customerId of [2, 3, 4]) {
      p.trader(customerId);
      p.must(link(customerId, 1));
    }
    p.must(terms(500_000));
  });

  it('share the fees of both sides, on opening and closing', () => {
    // Value 60,000: the taker pays 30, the maker 12 USDT.
    const { long } = p.open(2, 3, 1000, '60000');
    expect(p.eventsOf('rebateAccrued')).toMatchObject([
      { customerId: 3, line: 'perpetual', role: 'taker', feeMinor: 30_000_000n, amountMinor: 15_000_000n },
      { customerId: 2, role: 'maker', feeMinor: 12_000_000n, amountMinor: 6_000_000n },
    ]);
    expect(p.house('fees')).toBe(21_000_000n);
    p.must(p.limit(4, 'long', 1000, '60000'));
    p.must(p.close(2, long));
    expect(p.eventsOf('perpetualTraded')).toMatchObject([{ takerEffect: 'close', makerEffect: 'open' }]);
    expect(p.eventsOf('rebateAccrued').map(one => one.amountMinor)).toEqual([15_000_000n, 6_000_000n]);
    expect(p.house('fees')).toBe(42_000_000n);
  });

  it('share no fee of a liquidation, neither side’s', () => {
    p.fundInsurance('100000');
    p.open(2, 3, 1000, '60000', { long: 50 });
    const before = p.exchange.referral.pendingOf(1)[0]!.amountMinor;
    const feesBefore = p.house('fees');
    p.must(p.limit(4, 'long', 2000, '59000'));
    p.index('59000');
    const liquidated = p.eventsOf('positionLiquidated');
    expect(liquidated).toMatchObject([{ customerId: 2, bookLots: 1000 }]);
    // The maker paid its fee here too.
    expect(p.eventsOf('perpetualTraded')).toMatchObject([{ takerCause: 'liquidation', makerCustomerId: 4 }]);
    expect(p.house('fees') > feesBefore).toBe(true);
    expect(p.eventsOf('rebateAccrued')).toEqual([]);
    expect(p.exchange.referral.pendingOf(1)).toEqual([
      { promoterId: 1, currencyId: USDT, amountMinor: before },
    ]);
  });
});
