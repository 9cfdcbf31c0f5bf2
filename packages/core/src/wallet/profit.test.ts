import { describe, expect, it } from 'vitest';
import type { Command } from '../command.ts';
import { DAY_MS } from '../durations.ts';
import { Exchange } from '../exchange.ts';
import { PerpetualScenario } from '../perpetual/testing/perpetual-scenario.ts';
import { BTC, USDT } from '../testing/demo-exchange.ts';

type WithdrawProfit = Extract<Command, { type: 'withdrawProfit' }>;

/** A treasury of 100 USDT, 50 USDT of insurance, and customer 11 with a deposit of 100 USDT over Tron. */
function scenario(): PerpetualScenario {
  const s = new PerpetualScenario();
  s.customer(11, {});
  const fund = (to: 'treasury' | 'insurance', amountMinor: bigint): Command => ({
    type: 'fundHouse',
    from: 'bank',
    to,
    currencyId: USDT,
    amountMinor,
    reference: 'proposal:1',
  });
  s.must(fund('treasury', 100_000_000n));
  s.must(fund('insurance', 50_000_000n));
  s.must(s.deposit(11, '100'));
  return s;
}

const withdrawal = (s: PerpetualScenario, change: Partial<WithdrawProfit> = {}): WithdrawProfit => ({
  type: 'withdrawProfit',
  from: 'treasury',
  to: 'bank',
  currencyId: USDT,
  amountMinor: 40_000_000n,
  announcedAtMs: s.nowMs - DAY_MS,
  provenAtMs: s.nowMs - DAY_MS,
  liabilitiesMinor: 100_000_000n,
  assetsMinor: 250_000_000n,
  reference: 'profit:1',
  ...change,
});

describe('profit that leaves', () => {
  it('is one posting from the fund to the channel', () => {
    const s = scenario();
    s.must(withdrawal(s));
    expect(s.platform('treasury', 'USDT')).toBe('60');
    expect(s.platform('bank', 'USDT')).toBe('-110');
    expect(s.eventsOf('posted')).toMatchObject([
      {
        reason: 'profitWithdrawal',
        reference: 'profit:1',
        entries: [
          { account: 'treasury', amountMinor: -40_000_000n },
          { account: 'bank', amountMinor: 40_000_000n },
        ],
      },
    ]);
  });

  it('waits a day from its announcement, to the millisecond', () => {
    const s = scenario();
    const early = { announcedAtMs: s.nowMs - DAY_MS + 1 };
    expect(s.refusal(withdrawal(s, early))).toBe('profit_wait');
    s.nowMs += 1;
    s.must(withdrawal(s, early));
  });

  it('rests on an audit point of the last day', () => {
    const s = scenario();
    expect(s.refusal(withdrawal(s, { provenAtMs: s.nowMs - DAY_MS - 1 }))).toBe('profit_unproven');
    s.must(withdrawal(s));
  });

  it('leaves what is proven to be owed to customers', () => {
    const s = scenario();
    expect(s.refusal(withdrawal(s, { assetsMinor: 139_999_999n }))).toBe('profit_unproven');
    expect(s.refusal(withdrawal(s, { assetsMinor: 0n }))).toBe('profit_unproven');
    s.must(withdrawal(s, { assetsMinor: 140_000_000n }));
  });

  it('leaves promises alone, because escrows are no source', () => {
    const s = scenario();
    for (const from of ['optionEscrow', 'trustEscrow', 'insurance', 'bank', 'rounding', 'issuer']) {
      expect(s.refusal(withdrawal(s, { from: from as 'fees' }))).toBe('invalid_order');
    }
    expect(s.refusal(withdrawal(s, { from: 'fees' }))).toBe('insufficient_balance');
  });

  it('keeps back what the insurance fund lacks of its floor, at the mark', () => {
    const s = scenario();
    s.trader(1);
    s.trader(2);
    // 0.1 BTC at 60,000 USDT: the floor is 60 USDT, 10 more than there are.
    s.open(1, 2, 100, '60000');
    const freeMinor = 90_000_000n + s.house('fees');
    expect(freeMinor).toBeLessThan(100_000_000n);
    expect(s.exchange.freeProfitMinor(USDT)).toBe(freeMinor);
    const rich = { assetsMinor: 10n ** 12n };
    expect(s.refusal(withdrawal(s, { ...rich, amountMinor: freeMinor + 1n }))).toBe('profit_bound');
    s.must(withdrawal(s, { ...rich, amountMinor: freeMinor }));
  });

  it('keeps back what customers owe after deposits that were taken back', () => {
    const s = scenario();
    s.must({
      type: 'transfer',
      customerId: 11,
      currencyId: USDT,
      from: 'spot',
      to: 'trust',
      amountMinor: 70_000_000n,
    });
    s.must(s.reversal(11, '100', 'deposit:1'));
    expect(s.exchange.freeProfitMinor(USDT)).toBe(30_000_000n);
    expect(s.refusal(withdrawal(s, { amountMinor: 30_000_001n }))).toBe('profit_bound');
    s.must(withdrawal(s, { amountMinor: 30_000_000n }));
  });

  it('leaves by a channel only what lies there', () => {
    const s = scenario();
    expect(s.refusal(withdrawal(s, { to: 'custodyBitcoin' }))).toBe('insufficient_balance');
    expect(s.refusal(withdrawal(s, { to: 'custodyTron', amountMinor: 100_000_001n }))).toBe(
      'insufficient_balance',
    );
    s.must(withdrawal(s, { to: 'custodyTron', amountMinor: 100_000_000n }));
  });

  it.each([
    ['unknown_currency', { currencyId: 99 }],
    ['invalid_order', { to: 'faucet' as 'bank' }],
    ['invalid_order', { reference: '' }],
    ['invalid_order', { announcedAtMs: 0 }],
    ['invalid_order', { announcedAtMs: 2 ** 52 }],
    ['invalid_order', { provenAtMs: 2 ** 52 }],
    ['invalid_amount', { amountMinor: 0n }],
    ['invalid_amount', { amountMinor: -1n }],
    ['invalid_amount', { liabilitiesMinor: -1n }],
    ['invalid_amount', { assetsMinor: -1n }],
    ['insufficient_balance', { currencyId: BTC }],
  ])('is refused with %s', (code, change) => {
    const s = scenario();
    expect(s.refusal(withdrawal(s, change))).toBe(code);
  });
});

it('asking what is free changes nothing, also in a currency nobody has used', () => {
  const s = scenario();
  const before = s.exchange.stateHash();
  expect(s.exchange.freeProfitMinor(BTC)).toBe(0n);
  expect(s.exchange.stateHash()).toBe(before);
  expect(Exchange.restore(s.exchange.snapshot()).lastPostingId).toBe(s.exchange.lastPostingId);
});
