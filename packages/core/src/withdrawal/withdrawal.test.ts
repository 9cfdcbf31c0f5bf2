import { beforeEach, describe, expect, it } from 'vitest';
import { Exchange } from '../exchange.ts';
import { BTC, USDT } from '../testing/demo-exchange.ts';
import { Scenario } from '../testing/scenario.ts';

let s: Scenario;

/** Customer 1 deposited 1,000 USDT over Tron. */
beforeEach(() => {
  s = new Scenario();
  s.customer(1, {});
  s.must(s.deposit(1, '1000'));
});

const release = (withdrawalId: number) => ({ type: 'releaseWithdrawal', withdrawalId }) as const;
const settle = (withdrawalId: number) => ({ type: 'settleWithdrawal', withdrawalId }) as const;
const money = () => ({
  available: s.available(1, 'USDT'),
  frozen: s.frozen(1, 'USDT'),
  custody: s.platform('custodyTron', 'USDT'),
  fees: s.fees('USDT'),
});

describe('a withdrawal', () => {
  it('freezes its whole amount while it is pending', () => {
    s.must(s.withdrawal(1, 7, '100', '2'));
    expect(money()).toEqual({ available: '900', frozen: '100', custody: '-1000', fees: '0' });
    const spot = { ownerId: 1, account: 'spot', currencyId: USDT };
    expect(s.events).toEqual([
      {
        type: 'posted',
        postingId: 2,
        reason: 'withdrawalFreeze',
        reference: 'withdrawal:7',
        entries: [
          { ...spot, bucket: 'available', amountMinor: -100_000_000n },
          { ...spot, bucket: 'frozen', amountMinor: 100_000_000n },
        ],
      },
      {
        type: 'withdrawalChanged',
        withdrawalId: 7,
        customerId: 1,
        currencyId: USDT,
        amountMinor: 100_000_000n,
        feeMinor: 2_000_000n,
        via: 'custodyTron',
        state: 'pending',
      },
    ]);
    expect(s.exchange.openWithdrawals()).toMatchObject([{ withdrawalId: 7, state: 'pending' }]);
  });

  it('unfreezes everything when it is released', () => {
    s.must(s.withdrawal(1, 7, '100', '2'));
    s.must(release(7));
    expect(money()).toEqual({ available: '1000', frozen: '0', custody: '-1000', fees: '0' });
    expect(s.eventsOf('posted')).toMatchObject([{ reason: 'withdrawalRelease', reference: 'withdrawal:7' }]);
    expect(s.eventsOf('withdrawalChanged')).toMatchObject([{ withdrawalId: 7, state: 'released' }]);
    expect(s.exchange.openWithdrawals()).toEqual([]);
  });

  it('debits its channel and earns the fee when it is settled', () => {
    s.must(s.withdrawal(1, 7, '100', '2'));
    s.must(settle(7));
    expect(money()).toEqual({ available: '900', frozen: '0', custody: '-902', fees: '2' });
    expect(s.eventsOf('posted')).toMatchObject([
      {
        reason: 'withdrawal',
        reference: 'withdrawal:7',
        entries: [
          { ownerId: 1, bucket: 'frozen', amountMinor: -100_000_000n },
          { account: 'custodyTron', amountMinor: 98_000_000n },
          { account: 'fees', amountMinor: 2_000_000n },
        ],
      },
    ]);
    expect(s.eventsOf('withdrawalChanged')).toMatchObject([{ withdrawalId: 7, state: 'settled' }]);
  });

  it('may be free of charge: then no fee is posted', () => {
    s.must(s.withdrawal(1, 7, '100', '0'));
    s.must(settle(7));
    expect(s.eventsOf('posted')[0]!.entries).toHaveLength(2);
    expect(money()).toMatchObject({ custody: '-900', fees: '0' });
  });

  it.each([
    ['sent twice', [settle(7), settle(7)]],
    ['released twice', [release(7), release(7)]],
    ['released after it was sent', [settle(7), release(7)]],
    ['sent after it was released', [release(7), settle(7)]],
  ])('is not %s', (_, [first, second]) => {
    s.must(s.withdrawal(1, 7, '100', '2'));
    s.must(first!);
    expect(s.refusal(second!)).toBe('unknown_withdrawal');
  });

  it('never reuses the id of an open or ended one, also after a restart', () => {
    s.must(s.withdrawal(1, 7, '100', '2'));
    expect(s.refusal(s.withdrawal(1, 7, '100', '2'))).toBe('withdrawal_exists');
    s.must(settle(7));
    expect(s.refusal(s.withdrawal(1, 7, '100', '2'))).toBe('withdrawal_exists');
    s.exchange = Exchange.restore(s.exchange.snapshot());
    expect(s.refusal(s.withdrawal(1, 7, '100', '2'))).toBe('withdrawal_exists');
    s.must(s.withdrawal(1, 3, '100', '2'));
  });

  it('takes only available money, not that of orders or other withdrawals', () => {
    s.place(s.limitOrder(1, 'buy', '0.01', '60000'));
    s.must(s.withdrawal(1, 1, '300', '1'));
    expect(money()).toMatchObject({ available: '100', frozen: '900' });
    expect(s.refusal(s.withdrawal(1, 2, '100.000001', '1'))).toBe('insufficient_balance');
    s.must(s.withdrawal(1, 2, '100', '1'));
    expect(s.refusal(s.limitOrder(1, 'buy', '0.001', '60000'))).toBe('insufficient_balance');
    s.must(settle(1));
    s.must(release(2));
    expect(money()).toMatchObject({ available: '100', frozen: '600' });
  });

  it('can be settled or released in a restored exchange', () => {
    s.must(s.withdrawal(1, 9, '100', '2'));
    s.must({ ...s.withdrawal(1, 4, '50', '0'), via: 'bank' });
    const restored = Exchange.restore(s.exchange.snapshot());
    expect(restored.openWithdrawals()).toEqual(s.exchange.openWithdrawals());
    expect(restored.openWithdrawals().map(open => [open.withdrawalId, open.via])).toEqual([
      [4, 'bank'],
      [9, 'custodyTron'],
    ]);
    expect(restored.apply(settle(4), s.nowMs)).toEqual(s.exchange.apply(settle(4), s.nowMs));
    expect(restored.stateHash()).toBe(s.exchange.stateHash());
  });

  it('of more than its channel’s deposits leaves that channel with a positive balance', () => {
    s.customer(2, { BTC: '2' });
    s.must({ ...s.withdrawal(2, 1, '0', '0'), currencyId: BTC, amountMinor: 150_000_000n });
    s.must(settle(1));
    expect(s.platform('custodyTron', 'BTC')).toBe('1.5');
  });
});
