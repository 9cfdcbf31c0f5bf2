import { beforeEach, describe, expect, it } from 'vitest';
import type { Command } from '../command.ts';
import { Exchange } from '../exchange.ts';
import { USDT } from '../testing/demo-exchange.ts';
import { Scenario } from '../testing/scenario.ts';

type Of<T extends Command['type']> = Extract<Command, { type: T }>;

let s: Scenario;

/** A treasury of 100 USDT, and customer 1 with a deposit of 100 USDT over Tron. */
beforeEach(() => {
  s = new Scenario();
  s.customer(1, {});
  s.customer(2, {});
  s.must({
    type: 'fundHouse',
    from: 'bank',
    to: 'treasury',
    currencyId: USDT,
    amountMinor: 100_000_000n,
    reference: 'proposal:1',
  });
  s.must(s.deposit(1, '100', 'deposit:1'));
});

const goodwill = (change: Partial<Of<'payGoodwill'>> = {}): Command => ({
  type: 'payGoodwill',
  goodwillId: 1,
  customerId: 1,
  currencyId: USDT,
  amountMinor: 40_000_000n,
  ...change,
});
const reversal = (change: Partial<Of<'reverseDeposit'>> = {}): Command => ({
  type: 'reverseDeposit',
  depositId: 1,
  customerId: 1,
  currencyId: USDT,
  creditedMinor: 100_000_000n,
  amountMinor: 60_000_000n,
  to: 'custodyTron',
  reference: 'deposit:1',
  ...change,
});
/** Moves money from the spot account to the trust account. */
const away = (units: bigint): Command => ({
  type: 'transfer',
  customerId: 1,
  currencyId: USDT,
  from: 'spot',
  to: 'trust',
  amountMinor: units * 1_000_000n,
});
const held = () => [
  s.available(1, 'USDT'),
  s.platform('treasury', 'USDT'),
  s.platform('custodyTron', 'USDT'),
  s.platform('receivable', 'USDT'),
];

describe('goodwill', () => {
  it('is one posting from the treasury to the spot account that refers to its id', () => {
    s.must(goodwill());
    expect(held()).toEqual(['140', '60', '-100', '0']);
    expect(s.events).toMatchObject([
      {
        type: 'posted',
        reason: 'goodwill',
        reference: 'goodwill:1',
        entries: [
          { ownerId: 0, account: 'treasury', amountMinor: -40_000_000n },
          { ownerId: 1, account: 'spot', amountMinor: 40_000_000n },
        ],
      },
    ]);
    expect(s.exchange.isGoodwillPaid(1)).toBe(true);
  });

  it('is paid once per id, even to another customer or after a restart', () => {
    s.must(goodwill());
    expect(s.refusal(goodwill({ customerId: 2, amountMinor: 1n }))).toBe('goodwill_paid');
    s.exchange = Exchange.restore(s.exchange.snapshot());
    expect(s.refusal(goodwill())).toBe('goodwill_paid');
  });

  it('is refused beyond the treasury’s balance or for a negative amount', () => {
    expect(s.refusal(goodwill({ amountMinor: 100_000_001n }))).toBe('insufficient_balance');
    for (const amountMinor of [0n, -1n]) expect(s.refusal(goodwill({ amountMinor }))).toBe('invalid_amount');
  });

  it('is paid to a frozen customer and does not pay off a debt', () => {
    s.must(away(70n));
    s.must({ type: 'setCustomerFrozen', customerId: 1, frozen: true });
    s.must(reversal({ amountMinor: 100_000_000n }));
    s.must(goodwill());
    expect(held()).toEqual(['40', '60', '0', '-70']);
  });

  it.each([
    ['unknown_customer', { customerId: 9 }],
    ['unknown_currency', { currencyId: 99 }],
    ['invalid_order', { goodwillId: 0 }],
    ['invalid_order', { goodwillId: 1.5 }],
  ])('is refused with %s', (code, change) => {
    expect(s.refusal(goodwill(change))).toBe(code);
  });
});

describe('a deposit taken back', () => {
  it('goes back to its channel, in parts, never more than was credited', () => {
    s.must(reversal());
    expect(held()).toEqual(['40', '100', '-40', '0']);
    expect(s.refusal(reversal({ amountMinor: 40_000_001n }))).toBe('deposit_reversed');
    s.must(reversal({ amountMinor: 40_000_000n }));
    expect(held()).toEqual(['0', '100', '0', '0']);
    expect(s.refusal(reversal({ amountMinor: 1n }))).toBe('deposit_reversed');
    expect(s.exchange.reversedMinor(1)).toBe(100_000_000n);
  });

  it('is still limited by earlier parts after a restart', () => {
    s.must(reversal());
    const before = s.exchange.stateHash();
    s.exchange = Exchange.restore(s.exchange.snapshot());
    expect(s.exchange.stateHash()).toBe(before);
    expect(s.refusal(reversal({ amountMinor: 40_000_001n }))).toBe('deposit_reversed');
  });

  it('leaves spent money as a debt, which the next deposit pays', () => {
    s.must(away(70n));
    s.must(reversal());
    expect(held()).toEqual(['0', '100', '-40', '-30']);
    expect(s.exchange.owedMinor(1, USDT)).toBe(30_000_000n);
    s.must(s.deposit(1, '50', 'deposit:2'));
    expect(held()).toEqual(['20', '100', '-90', '0']);
  });

  it.each([
    ['unknown_customer', { customerId: 9 }],
    ['unknown_currency', { currencyId: 99 }],
    ['invalid_order', { depositId: 0 }],
    ['invalid_order', { reference: '' }],
    ['invalid_order', { to: 'treasury' as 'bank' }],
    ['invalid_amount', { creditedMinor: 0n }],
    ['invalid_amount', { amountMinor: 0n }],
    ['deposit_reversed', { amountMinor: 100_000_001n }],
  ])('is refused with %s', (code, change) => {
    expect(s.refusal(reversal(change))).toBe(code);
  });
});

it('a snapshot without corrections has the same bytes as before corrections existed', () => {
  const plain = s.exchange.snapshot();
  s.must(goodwill());
  expect(s.exchange.snapshot().length).toBeGreaterThan(plain.length);
  expect(Exchange.restore(plain).isGoodwillPaid(1)).toBe(false);
});
