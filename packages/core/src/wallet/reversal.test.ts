import { beforeEach, describe, expect, it } from 'vitest';
import { Exchange } from '../exchange.ts';
import { MAX_ISSUED_MINOR } from '../ledger/ledger.ts';
import { USDT } from '../testing/demo-exchange.ts';
import { Scenario } from '../testing/scenario.ts';

let s: Scenario;

/** Customer 1 deposited 100 USDT over Tron. */
beforeEach(() => {
  s = new Scenario();
  s.customer(1, {});
  s.customer(2, { BTC: '1' });
  s.must(s.deposit(1, '100'));
});

const money = () => ({
  available: s.available(1, 'USDT'),
  frozen: s.frozen(1, 'USDT'),
  custody: s.platform('custodyTron', 'USDT'),
  receivable: s.platform('receivable', 'USDT'),
});

describe('a reversed deposit', () => {
  it('is taken back in one posting that refers to it', () => {
    s.must(s.reversal(1, '100', 'deposit:1'));
    expect(money()).toEqual({ available: '0', frozen: '0', custody: '0', receivable: '0' });
    expect(s.events).toEqual([
      {
        type: 'posted',
        postingId: 3,
        reason: 'depositReversal',
        reference: 'deposit:1',
        entries: [
          { ownerId: 1, account: 'spot', currencyId: USDT, bucket: 'available', amountMinor: -100_000_000n },
          {
            ownerId: 0,
            account: 'custodyTron',
            currencyId: USDT,
            bucket: 'available',
            amountMinor: 100_000_000n,
          },
        ],
      },
    ]);
  });

  it('leaves what was already spent as a debt', () => {
    s.must({
      type: 'transfer',
      customerId: 1,
      currencyId: USDT,
      from: 'spot',
      to: 'trust',
      amountMinor: 60_000_000n,
    });
    s.must(s.reversal(1, '100'));
    expect(money()).toEqual({ available: '0', frozen: '0', custody: '0', receivable: '-60' });
    expect(s.eventsOf('debtChanged')).toEqual([
      { type: 'debtChanged', customerId: 1, currencyId: USDT, owedMinor: 60_000_000n },
    ]);
    expect(s.exchange.debts()).toEqual([{ customerId: 1, currencyId: USDT, owedMinor: 60_000_000n }]);
  });

  it('takes nothing that is frozen: orders and withdrawals go on', () => {
    const bid = s.place(s.limitOrder(1, 'buy', '0.0005', '60000'));
    s.must(s.withdrawal(1, 1, '50', '1'));
    s.must(s.reversal(1, '100'));
    expect(money()).toEqual({ available: '0', frozen: '80', custody: '0', receivable: '-80' });
    s.place(s.limitOrder(2, 'sell', '0.0005', '60000'));
    expect(s.changed(bid.orderId)!.status).toBe('completed');
    s.must({ type: 'settleWithdrawal', withdrawalId: 1 });
    expect(s.exchange.owedMinor(1, USDT)).toBe(80_000_000n);
  });

  it('is paid off by the next deposit, so a transaction that reappears is not credited twice', () => {
    s.must(s.withdrawal(1, 1, '70', '0'));
    s.must({ type: 'settleWithdrawal', withdrawalId: 1 });
    s.must(s.reversal(1, '100'));
    expect(money()).toEqual({ available: '0', frozen: '0', custody: '70', receivable: '-70' });
    s.must(s.deposit(1, '100', 'deposit:2'));
    expect(money()).toEqual({ available: '30', frozen: '0', custody: '-30', receivable: '0' });
    expect(s.eventsOf('debtChanged')).toMatchObject([{ owedMinor: 0n }]);
    expect(s.exchange.debts()).toEqual([]);
  });

  it('is paid off in parts, only by the customer’s own deposits in its currency', () => {
    s.must(s.withdrawal(1, 1, '70', '0'));
    s.must(s.reversal(1, '100'));
    s.must(s.deposit(1, '20', 'deposit:2'));
    expect(s.available(1, 'USDT')).toBe('0');
    expect(s.exchange.owedMinor(1, USDT)).toBe(50_000_000n);
    s.must(s.deposit(2, '5', 'deposit:3'));
    s.must({ ...s.deposit(1, '5'), currencyId: 1 });
    s.must({ ...s.deposit(1, '5'), from: 'faucet' });
    expect([s.available(1, 'USDT'), s.available(2, 'USDT'), s.available(1, 'BTC')]).toEqual([
      '5',
      '5',
      '0.05',
    ]);
    expect(s.exchange.owedMinor(1, USDT)).toBe(50_000_000n);
    // A released withdrawal unfreezes its money; the debt is repaid by the next deposit.
    s.must({ type: 'releaseWithdrawal', withdrawalId: 1 });
    expect(s.available(1, 'USDT')).toBe('75');
  });

  it('adds up over several reversals, and survives a snapshot', () => {
    s.must(s.withdrawal(1, 1, '100', '0'));
    s.must(s.reversal(1, '30', 'deposit:1'));
    s.must(s.reversal(1, '40', 'deposit:2'));
    expect(s.exchange.owedMinor(1, USDT)).toBe(70_000_000n);
    const restored = Exchange.restore(s.exchange.snapshot());
    expect(restored.debts()).toEqual(s.exchange.debts());
    expect(restored.owedMinor(1, USDT)).toBe(70_000_000n);
  });

  it('makes a snapshot unreadable if its debts differ from `receivable`', () => {
    s.must(s.withdrawal(1, 1, '100', '0'));
    s.must(s.reversal(1, '30'));
    const snapshot = s.exchange.snapshot();
    const debt = new Uint8Array(new BigInt64Array([30_000_000n]).buffer);
    const at = snapshot.findIndex((_, i) => debt.every((byte, j) => snapshot[i + j] === byte));
    snapshot[at]! ^= 1;
    expect(() => Exchange.restore(snapshot)).toThrow(/receivable of currency 3 is 30000000, debts 30000001/);
  });

  it('cannot add up beyond what 64 bits hold', () => {
    s.must({ ...s.reversal(1, '1'), amountMinor: MAX_ISSUED_MINOR + 100_000_000n });
    expect(s.exchange.owedMinor(1, USDT)).toBe(MAX_ISSUED_MINOR);
    expect(s.refusal(s.reversal(2, '0.000001'))).toBe('amount_too_large');
  });
});
