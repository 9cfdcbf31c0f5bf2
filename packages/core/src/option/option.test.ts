import { beforeEach, describe, expect, it } from 'vitest';
import type { Command } from '../command.ts';
import { MINUTE_MS } from '../durations.ts';
import { Exchange } from '../exchange.ts';
import { OptionScenario, TEST_TERMS } from '../testing/option-scenario.ts';
import { BTC_USDT, ETH_USDT, USDT } from '../testing/demo-exchange.ts';

let s: OptionScenario;

/** Both customers have 1,000 USDT in the option account, the pool has 500; the index is 60,000. */
beforeEach(() => {
  s = new OptionScenario();
  s.fundPool('500');
  s.trader(1, '1000');
  s.trader(2, '1000');
  s.index('60000');
});

describe('a purchase', () => {
  it('escrows stake and possible profit in one posting', () => {
    const bought = s.buy(1, 'rise', '100');
    expect(bought).toMatchObject({
      optionId: 1,
      state: 'pending',
      profitMinor: 85_000_000n,
      payoutPpm: 850_000,
      termsVersion: 1,
      boughtAtMs: s.nowMs,
      deliveryAtMs: s.nowMs + MINUTE_MS,
      chainHead: s.exchange.priceLogHead(),
      entry: null,
      result: null,
    });
    expect(s.eventsOf('posted')).toHaveLength(1);
    expect(s.option(1)).toBe('900');
    expect([s.platform('optionPool', 'USDT'), s.platform('optionEscrow', 'USDT')]).toEqual(['415', '185']);
  });

  it('truncates the payout, never rounds it up', () => {
    const bought = s.buy(1, 'rise', '10.000001');
    expect(bought.profitMinor).toBe(8_500_000n);
  });

  it.each<readonly [string, Partial<Extract<Command, { type: 'buyOption' }>>]>([
    ['unknown_customer', { customerId: 9 }],
    ['unknown_market', { marketId: 77 }],
    ['options_not_offered', { marketId: ETH_USDT }],
    ['invalid_order', { direction: 'even' as 'rise' }],
    ['invalid_order', { practice: 1 as unknown as boolean }],
    ['quote_changed', { termsVersion: 0 }],
    ['quote_changed', { termsVersion: 2 }],
    ['option_time_not_offered', { seconds: 61 }],
    ['option_time_not_offered', { seconds: -60 }],
    ['option_time_not_offered', { seconds: '60' as unknown as number }],
    ['option_currency_not_offered', { currencyId: 2 }],
    ['invalid_amount', { stakeMinor: 0n }],
    ['invalid_amount', { stakeMinor: -5_000_000n }],
    ['invalid_amount', { stakeMinor: 5_000_000 as unknown as bigint }],
    ['stake_below_minimum', { stakeMinor: 4_999_999n }],
    ['stake_above_maximum', { stakeMinor: 500_000_001n }],
    ['stake_above_maximum', { stakeMinor: 10n ** 40n }],
  ])('is refused, and nothing is lost: %s (%#)', (code, change) => {
    expect(s.refusal({ ...s.buyCommand(1, 'rise', '100'), ...change })).toBe(code);
    expect(s.option(1)).toBe('1000');
  });

  it('needs the money in the option account', () => {
    s.trader(3, '99.999999');
    expect(s.refusal(s.buyCommand(3, 'rise', '100'))).toBe('insufficient_balance');
    s.buy(3, 'rise', '99.999999');
  });

  it('is refused to a frozen customer, whose running options still settle', () => {
    s.buy(1, 'rise', '100');
    s.must({ type: 'setCustomerFrozen', customerId: 1, frozen: true });
    expect(s.refusal(s.buyCommand(1, 'fall', '100'))).toBe('customer_frozen');
    s.after(1_000).index('60000');
    s.after(58_000).index('60001');
    expect(s.settle()).toMatchObject({ result: 'rise', payoutMinor: 185_000_000n });
    expect(s.option(1)).toBe('1085');
  });

  it.each(['halted', 'cancelOnly'] as const)('is refused while the market is %s', status => {
    s.must({ type: 'setMarketStatus', marketId: BTC_USDT, status });
    expect(s.refusal(s.buyCommand(1, 'rise', '100'))).toBe(
      status === 'halted' ? 'market_halted' : 'market_cancel_only',
    );
  });

  it('is refused on a stale price', () => {
    s.after(10_000);
    s.buy(1, 'rise', '100');
    s.after(1);
    expect(s.refusal(s.buyCommand(1, 'rise', '100'))).toBe('stale_tick');
  });

  it('is refused once a customer has a hundred open', () => {
    s.fundPool('500');
    for (let i = 0; i < 100; i++) s.buy(1, i % 2 === 0 ? 'rise' : 'fall', '5');
    expect(s.refusal(s.buyCommand(1, 'rise', '5'))).toBe('too_many_open_options');
    s.buy(2, 'rise', '5');
  });
});

describe('what the house can cover', () => {
  it('refuses a profit beyond the pool, naming the largest stake it can cover', () => {
    s.configure({ currencies: [{ ...TEST_TERMS.currencies[0]!, exposureLimit: '100000' }] });
    s.buy(1, 'rise', '500');
    const outcome = s.try(s.buyCommand(2, 'fall', '100'));
    expect(outcome).toMatchObject({
      ok: false,
      refusal: { code: 'option_pool_exhausted', params: { maximum: '88.235295', currency: 'USDT' } },
    });
    s.buy(2, 'fall', '88.235295');
    expect(s.platform('optionPool', 'USDT')).toBe('0');
  });

  it('limits each direction separately', () => {
    // The limit is 300: a stake of 352.941177 could win 300.000000.
    s.buy(1, 'rise', '350');
    const outcome = s.try(s.buyCommand(2, 'rise', '10'));
    expect(outcome).toMatchObject({ refusal: { code: 'option_capacity', params: { maximum: '2.941177' } } });
    s.buy(2, 'fall', '200');
    expect(s.exchange.option.exposureMinor(BTC_USDT, USDT, 'rise')).toBe(297_500_000n);
    expect(s.exchange.option.exposureMinor(BTC_USDT, USDT, 'fall')).toBe(170_000_000n);
  });

  it('can sell again what settlements have released', () => {
    s.buy(1, 'rise', '350');
    s.after(1_000).index('60000');
    s.after(58_000).index('59999');
    s.settle();
    expect(s.exchange.option.exposureMinor(BTC_USDT, USDT, 'rise')).toBe(0n);
    expect(s.platform('optionPool', 'USDT')).toBe('850');
    s.index('59999');
    s.buy(2, 'rise', '350');
  });
});

describe('entry and exit', () => {
  it('a rise wins strictly above the entry, a fall strictly below', () => {
    s.buy(1, 'rise', '100');
    s.buy(2, 'fall', '100');
    s.after(1_000).index('60000');
    s.after(58_999).index('60000.00000001');
    const [first, second] = s.settleAll();
    expect(first).toMatchObject({ result: 'rise', payoutMinor: 185_000_000n, state: 'settled' });
    expect(second).toMatchObject({ result: 'rise', payoutMinor: 0n });
    expect([s.option(1), s.option(2)]).toEqual(['1085', '900']);
    expect([s.platform('optionPool', 'USDT'), s.platform('optionEscrow', 'USDT')]).toEqual(['515', '0']);
  });

  it('an exit equal to the entry refunds both', () => {
    s.buy(1, 'rise', '100');
    s.buy(2, 'fall', '100');
    s.after(1_000).index('60000.5');
    s.after(30_000).index('61000');
    s.after(28_000).index('60000.5');
    expect(s.settleAll().map(option => option.result)).toEqual(['even', 'even']);
    expect([s.option(1), s.option(2), s.platform('optionPool', 'USDT')]).toEqual(['1000', '1000', '500']);
  });

  it('enters at the first tick after the purchase, even in the same millisecond, never at an earlier one', () => {
    s.buy(1, 'rise', '100');
    s.index('60010');
    expect(s.eventsOf('optionChanged')[0]!.option).toMatchObject({
      state: 'running',
      entry: { priceE8: 6_001_000_000_000, atMs: s.nowMs },
    });
    s.after(55_000).index('60005');
    s.after(5_000);
    expect(s.settle()).toMatchObject({ result: 'fall', payoutMinor: 0n });
  });

  it('enters at a tick of its own market', () => {
    s.buy(1, 'rise', '100');
    s.index('3000', ETH_USDT);
    expect(s.exchange.option.find(1)!.state).toBe('pending');
  });

  it('a tick in the millisecond of delivery counts, the next does not', () => {
    s.buy(1, 'rise', '100');
    s.after(1_000).index('60000');
    s.after(59_000).index('60001');
    expect(s.exchange.dueAtMs()).toBe(s.nowMs + 1);
    expect(s.refusal({ type: 'passTime' })).toBe('nothing_due');
    s.after(1);
    expect(s.settle()).toMatchObject({ result: 'rise', exit: { priceE8: 6_000_100_000_000 } });
  });

  it('a tick after delivery is not the exit, even if time passes only after it', () => {
    s.buy(1, 'rise', '100');
    s.after(1_000).index('60000');
    s.after(58_000).index('60001');
    s.after(1_001).index('1');
    s.after(5_000).index('2');
    expect(s.settle()).toMatchObject({ result: 'rise', exit: { priceE8: 6_000_100_000_000 } });
  });

  it('without any tick the stake is refunded as soon as the entry’s deadline has passed', () => {
    s.buy(1, 'rise', '100');
    s.after(10_000);
    expect(s.refusal({ type: 'passTime' })).toBe('nothing_due');
    s.after(1);
    expect(s.settle()).toMatchObject({
      result: 'staleEntry',
      entry: null,
      exit: null,
      payoutMinor: 100_000_000n,
    });
    expect([s.option(1), s.platform('optionPool', 'USDT')]).toEqual(['1000', '500']);
  });

  it('an entry at the deadline counts, one a millisecond later does not', () => {
    s.buy(1, 'rise', '100');
    s.after(10_000).index('60000');
    expect(s.exchange.option.find(1)!.state).toBe('running');
    s.buy(1, 'rise', '100');
    s.after(10_001).index('60000');
    expect(s.exchange.option.find(2)!.state).toBe('pending');
    expect(s.settle()).toMatchObject({ optionId: 2, result: 'staleEntry' });
  });

  it('with a single tick the stake is refunded: the entry is too old to be the exit', () => {
    s.buy(1, 'rise', '100');
    s.after(10_000).index('60001');
    s.after(50_001);
    expect(s.settle()).toMatchObject({ result: 'staleExit', exit: null, payoutMinor: 100_000_000n });
    expect([s.option(1), s.platform('optionPool', 'USDT')]).toEqual(['1000', '500']);
  });

  it('an exit tick exactly as old as allowed counts, one a millisecond older does not', () => {
    s.buy(1, 'rise', '100');
    s.after(1_000).index('60000');
    s.after(49_000).index('60001');
    s.after(10_001);
    expect(s.settle()).toMatchObject({ result: 'rise' });
    s.index('60000');
    s.buy(1, 'rise', '100');
    s.after(1_000).index('60000');
    s.after(48_999).index('60001');
    s.after(10_002);
    expect(s.settle()).toMatchObject({ result: 'staleExit' });
  });
});

describe('terms', () => {
  it('apply to later sales, never to options already sold', () => {
    s.buy(1, 'rise', '100');
    s.configure({ staleMs: 1, times: [{ seconds: 60, payoutPpm: 100_000 }] });
    expect(s.eventsOf('optionTermsSet')[0]!.terms.version).toBe(2);
    expect(s.refusal(s.buyCommand(2, 'rise', '100', { termsVersion: 1 }))).toBe('quote_changed');
    expect(s.buy(2, 'rise', '100').profitMinor).toBe(10_000_000n);
    s.after(9_000).index('60000');
    s.after(45_000).index('60001');
    s.after(6_001);
    expect(s.settleAll()).toMatchObject([
      { optionId: 2, result: 'staleEntry', payoutMinor: 100_000_000n },
      { optionId: 1, result: 'rise', payoutMinor: 185_000_000n },
    ]);
  });

  it('keep their version when configured again unchanged', () => {
    expect(s.configure({})).toEqual([]);
    expect(s.exchange.option.terms(BTC_USDT)!.version).toBe(1);
  });

  it('switched off: nothing is sold, open options settle, practice goes on', () => {
    s.buy(1, 'rise', '100');
    s.configure({ enabled: false });
    expect(s.refusal(s.buyCommand(1, 'rise', '100'))).toBe('options_off');
    s.must({ type: 'resetPractice', customerId: 1, currencyId: USDT, amountMinor: 100_000_000n });
    s.buy(1, 'rise', '100', { practice: true });
    s.after(1_000).index('60000');
    s.after(58_000).index('60001');
    s.after(1_001);
    expect(s.settleAll().map(option => option.result)).toEqual(['rise', 'rise']);
  });

  it.each<readonly [string, string, object]>([
    ['unknown_market', 'market_id', { marketId: 77 }],
    ['invalid_option_terms', 'enabled', { enabled: 'yes' }],
    ['invalid_option_terms', 'stale_ms', { staleMs: 0 }],
    ['invalid_option_terms', 'stale_ms', { staleMs: 30_000 }],
    ['invalid_option_terms', 'times', { times: [] }],
    ['invalid_option_terms', 'seconds', { times: [{ seconds: 0, payoutPpm: 1 }] }],
    [
      'invalid_option_terms',
      'seconds',
      {
        times: [
          { seconds: 60, payoutPpm: 1 },
          { seconds: 60, payoutPpm: 1 },
        ],
      },
    ],
    ['invalid_option_terms', 'seconds', { times: [{ seconds: 86_401, payoutPpm: 1 }] }],
    ['invalid_option_terms', 'payout_rate', { times: [{ seconds: 60, payoutPpm: 0 }] }],
    ['invalid_option_terms', 'payout_rate', { times: [{ seconds: 60, payoutPpm: 1_000_001 }] }],
    ['invalid_option_terms', 'currencies', { currencies: [] }],
    [
      'invalid_option_terms',
      'currencies',
      { currencies: [TEST_TERMS.currencies[0], TEST_TERMS.currencies[0]] },
    ],
    ['unknown_currency', 'currency_id', { currencies: [{ ...TEST_TERMS.currencies[0], currencyId: 99 }] }],
    ['invalid_option_terms', 'min_stake', { currencies: [{ ...TEST_TERMS.currencies[0], minStake: '0' }] }],
    [
      'invalid_option_terms',
      'min_stake',
      { currencies: [{ ...TEST_TERMS.currencies[0], minStake: '0.000001' }] },
    ],
    ['invalid_option_terms', 'max_stake', { currencies: [{ ...TEST_TERMS.currencies[0], maxStake: '4' }] }],
    [
      'invalid_option_terms',
      'exposure_limit',
      { currencies: [{ ...TEST_TERMS.currencies[0], exposureLimit: '-1' }] },
    ],
  ])('are refused when they make no sense: %s %s (%#)', (code, field, change) => {
    const terms = { ...TEST_TERMS, ...change };
    const outcome = s.try({ type: 'configureOptions', terms });
    expect(outcome).toMatchObject({ ok: false, refusal: { code, field } });
  });
});

describe('practice', () => {
  beforeEach(() => {
    s.must({ type: 'resetPractice', customerId: 1, currencyId: USDT, amountMinor: 1_000_000_000n });
  });

  it('settles by the same ticks without any posting', () => {
    const before = [s.option(1), s.platform('optionPool', 'USDT')];
    const bought = s.buy(1, 'rise', '100', { practice: true });
    expect(bought.profitMinor).toBe(85_000_000n);
    expect(s.eventsOf('posted')).toEqual([]);
    expect(s.exchange.option.practiceMinor(1, USDT)).toBe(900_000_000n);
    s.after(1_000).index('60000');
    s.after(58_000).index('60001');
    s.after(1_001);
    expect(s.settle()).toMatchObject({ practice: true, result: 'rise', payoutMinor: 185_000_000n });
    expect(s.eventsOf('posted')).toEqual([]);
    expect(s.exchange.option.practiceMinor(1, USDT)).toBe(1_085_000_000n);
    expect([s.option(1), s.platform('optionPool', 'USDT')]).toEqual(before);
  });

  it('cannot stake more than its balance, and adds no exposure', () => {
    expect(s.refusal(s.buyCommand(2, 'rise', '100', { practice: true }))).toBe('insufficient_balance');
    s.buy(1, 'rise', '500', { practice: true });
    s.buy(1, 'rise', '500', { practice: true });
    expect(s.exchange.option.exposureMinor(BTC_USDT, USDT, 'rise')).toBe(0n);
    expect(s.refusal(s.buyCommand(1, 'rise', '5', { practice: true }))).toBe('insufficient_balance');
  });

  it('can be set only to a valid amount', () => {
    const reset = { type: 'resetPractice', customerId: 1, currencyId: USDT, amountMinor: 1n } as const;
    expect(s.refusal({ ...reset, amountMinor: 0n })).toBe('invalid_amount');
    expect(s.refusal({ ...reset, amountMinor: 2n ** 53n + 1n })).toBe('amount_too_large');
    expect(s.refusal({ ...reset, currencyId: 99 })).toBe('unknown_currency');
    expect(s.refusal({ ...reset, customerId: 9 })).toBe('unknown_customer');
  });
});

describe('a restored exchange', () => {
  it('settles open options as if it had never stopped, however late', () => {
    s.buy(1, 'rise', '100');
    s.after(1_000).index('60000');
    s.buy(2, 'fall', '100');
    s.must({ type: 'resetPractice', customerId: 2, currencyId: USDT, amountMinor: 7_000_000n });
    s.buy(2, 'fall', '7', { practice: true });
    const restored = Exchange.restore(s.exchange.snapshot());
    expect(restored.stateHash()).toBe(s.exchange.stateHash());
    expect(restored.option.open()).toEqual(s.exchange.option.open());
    s.exchange = restored;
    s.after(500).index('60002');
    s.after(58_500).index('60001');
    s.exchange = Exchange.restore(s.exchange.snapshot());
    s.after(7_200_000).index('50000');
    s.exchange = Exchange.restore(s.exchange.snapshot());
    expect(s.settleAll()).toMatchObject([
      { optionId: 1, result: 'rise', payoutMinor: 185_000_000n },
      { optionId: 2, result: 'fall', payoutMinor: 185_000_000n },
      { optionId: 3, result: 'fall', payoutMinor: 12_950_000n },
    ]);
  });
});

it('settles ten thousand options of one second exactly, in order, a bounded number at a time', () => {
  s.configure({ currencies: [{ ...TEST_TERMS.currencies[0]!, exposureLimit: '1000000' }] });
  s.fundPool('1000000');
  const count = 10_000;
  for (let i = 0; i < count; i++) {
    const customerId = 1_000 + Math.floor(i / 100);
    if (i % 100 === 0) s.quickTrader(customerId, '500');
    s.quick(s.buyCommand(customerId, i % 2 === 0 ? 'rise' : 'fall', '5'));
  }
  s.after(1_000).index('60000');
  s.after(58_000).index('60001');
  s.after(2_000);
  const settled: number[] = [];
  let commands = 0;
  while (s.exchange.dueAtMs() <= s.nowMs) {
    commands++;
    for (const event of s.quick({ type: 'passTime' })) {
      if (event.type === 'optionChanged') settled.push(event.option.optionId);
    }
  }
  expect(commands).toBe(20);
  expect(settled).toEqual(Array.from({ length: count }, (_, i) => i + 1));
  s.exchange.checkInvariants('all');
  expect(s.platform('optionEscrow', 'USDT')).toBe('0');
  // Half of them lose 5, half win 4.25.
  expect(s.platform('optionPool', 'USDT')).toBe('1004250');
});
