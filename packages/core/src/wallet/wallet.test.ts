import { describe, expect, it } from 'vitest';
import type { Command } from '../command.ts';
import { CHANNELS } from '../ledger/account.ts';
import { MAX_ISSUED_MINOR } from '../ledger/ledger.ts';
import { BTC, USDT } from '../testing/demo-exchange.ts';
import { Scenario } from '../testing/scenario.ts';

type Credit = Extract<Command, { type: 'credit' }>;
type Transfer = Extract<Command, { type: 'transfer' }>;

const credit: Credit = {
  type: 'credit',
  customerId: 1,
  account: 'spot',
  currencyId: USDT,
  amountMinor: 5_000_000n,
  from: 'custodyTron',
  reference: 'deposit:7',
};
const transfer: Transfer = {
  type: 'transfer',
  customerId: 1,
  currencyId: USDT,
  from: 'spot',
  to: 'contract',
  amountMinor: 2_000_000n,
};

function wallet(): Scenario {
  const s = new Scenario();
  s.must({ type: 'openCustomer', customerId: 1 });
  return s;
}

describe('a credit', () => {
  it('debits the account it came through', () => {
    const s = wallet();
    s.must(credit);
    expect(s.eventsOf('posted')).toEqual([
      {
        type: 'posted',
        postingId: 1,
        reason: 'deposit',
        reference: 'deposit:7',
        entries: [
          {
            ownerId: 0,
            account: 'custodyTron',
            currencyId: USDT,
            bucket: 'available',
            amountMinor: -5_000_000n,
          },
          { ownerId: 1, account: 'spot', currencyId: USDT, bucket: 'available', amountMinor: 5_000_000n },
        ],
      },
    ]);
    const custody = s.exchange.balance({ ownerId: 0, account: 'custodyTron', currencyId: USDT });
    expect(custody).toEqual({ availableMinor: -5_000_000n, frozenMinor: 0n });
    expect(s.exchange.balancesOf(1)).toEqual([
      { ownerId: 1, account: 'spot', currencyId: USDT, availableMinor: 5_000_000n, frozenMinor: 0n },
    ]);
  });

  it('from the faucet has the reason faucet', () => {
    const s = wallet();
    s.must({ ...credit, from: 'faucet' });
    expect(s.eventsOf('posted')[0]!.reason).toBe('faucet');
  });

  it('from the treasury is refused beyond its balance', () => {
    expect(wallet().refusal({ ...credit, from: 'treasury' })).toBe('insufficient_balance');
  });

  it('cannot add up beyond what 64 bits hold', () => {
    const s = wallet();
    s.must({ ...credit, amountMinor: MAX_ISSUED_MINOR - 1n });
    s.must({ ...credit, amountMinor: 1n });
    expect(s.refusal({ ...credit, amountMinor: 1n })).toBe('amount_too_large');
    for (const from of ['faucet', ...CHANNELS.filter(one => one !== credit.from)] as const) {
      s.must({ ...credit, amountMinor: MAX_ISSUED_MINOR, from });
    }
    expect(s.exchange.balancesOf(1)[0]!.availableMinor).toBe(BigInt(CHANNELS.length + 1) * MAX_ISSUED_MINOR);
    expect(s.refusal({ ...credit, amountMinor: 10n ** 40n, from: 'bank' })).toBe('amount_too_large');
    // Such balances still trade normally.
    s.must({ ...credit, currencyId: BTC, customerId: 1, amountMinor: MAX_ISSUED_MINOR });
    expect(s.place(s.limitOrder(1, 'buy', '1', '60000')).status).toBe('waiting');
    expect(s.frozen(1, 'USDT')).toBe('60000');
  });
});

describe('the house’s own money', () => {
  const fund = {
    type: 'fundHouse',
    from: 'faucet',
    to: 'treasury',
    currencyId: USDT,
    amountMinor: 5_000_000n,
    reference: 'proposal:1',
  } as const;

  it('comes from outside and moves between the house’s funds, at most their balance', () => {
    const s = wallet();
    s.must(fund);
    s.must({ ...fund, from: 'treasury', to: 'insurance', amountMinor: 2_000_000n });
    expect(s.platform('treasury', 'USDT')).toBe('3');
    expect(s.platform('insurance', 'USDT')).toBe('2');
    expect(s.platform('faucet', 'USDT')).toBe('-5');
    expect(s.refusal({ ...fund, from: 'treasury', to: 'optionPool', amountMinor: 3_000_001n })).toBe(
      'insufficient_balance',
    );
    expect(s.refusal({ ...fund, from: 'fees', amountMinor: 1n })).toBe('insufficient_balance');
  });
});

describe('a transfer', () => {
  it('moves between two of the customer’s accounts in one posting', () => {
    const s = wallet();
    s.must(credit);
    s.must(transfer);
    expect(s.eventsOf('posted')).toHaveLength(1);
    expect(s.exchange.balancesOf(1).map(b => [b.account, b.availableMinor])).toEqual([
      ['spot', 3_000_000n],
      ['contract', 2_000_000n],
    ]);
  });

  it('moves only available money', () => {
    const s = wallet();
    s.must({ ...credit, amountMinor: 10_000_000n });
    s.place(s.limitOrder(1, 'buy', '0.0001', '60000'));
    expect(s.refusal({ ...transfer, amountMinor: 4_000_001n })).toBe('insufficient_balance');
    s.must({ ...transfer, amountMinor: 4_000_000n });
  });

  it('needs two accounts and a positive amount', () => {
    const s = wallet();
    s.must(credit);
    expect(s.refusal({ ...transfer, to: 'spot' })).toBe('same_account');
    expect(s.refusal({ ...transfer, amountMinor: 0n })).toBe('invalid_amount');
    expect(s.refusal({ ...transfer, amountMinor: -1n })).toBe('invalid_amount');
  });
});
