import { beforeEach, describe, expect, it } from 'vitest';
import { Exchange } from '../exchange.ts';
import { Scenario } from '../testing/scenario.ts';

let s: Scenario;

beforeEach(() => {
  s = new Scenario();
  s.customer(1, { BTC: '1', USDT: '10000' });
  s.customer(2, { BTC: '1', USDT: '10000' });
});

const freeze = (frozen: boolean) => ({ type: 'setCustomerFrozen', customerId: 1, frozen }) as const;

describe('a customer', () => {
  it('is opened once', () => {
    expect(s.exchange.knowsCustomer(1)).toBe(true);
    expect(s.refusal({ type: 'openCustomer', customerId: 1 })).toBe('customer_exists');
  });
});

describe('a frozen customer', () => {
  it('is reported once, and again when freed', () => {
    expect(s.must(freeze(true))).toEqual([{ type: 'customerFrozenSet', customerId: 1, frozen: true }]);
    expect(s.must(freeze(true))).toEqual([]);
    expect(s.exchange.isFrozen(1)).toBe(true);
    expect(s.exchange.frozenCustomers()).toEqual([1]);
    expect(s.must(freeze(false))).toEqual([{ type: 'customerFrozenSet', customerId: 1, frozen: false }]);
    expect(s.exchange.isFrozen(1)).toBe(false);
    expect(s.place(s.limitOrder(1, 'buy', '0.01', '60000')).status).toBe('waiting');
  });

  it('places no order, moves no money and asks for no withdrawal; other customers still can', () => {
    s.must(freeze(true));
    expect(s.refusal(s.limitOrder(1, 'buy', '0.01', '60000'))).toBe('customer_frozen');
    expect(s.refusal(s.marketOrder(1, 'sell', '0.01'))).toBe('customer_frozen');
    expect(s.refusal(s.withdrawal(1, 1, '100', '1'))).toBe('customer_frozen');
    const transfer = { type: 'transfer', customerId: 1, currencyId: 3, from: 'spot', to: 'trust' } as const;
    expect(s.refusal({ ...transfer, amountMinor: 1n })).toBe('customer_frozen');
    s.place(s.limitOrder(2, 'buy', '0.01', '60000'));
  });

  it('may cancel, and their waiting orders still trade', () => {
    const bid = s.place(s.limitOrder(1, 'buy', '0.01', '60000'));
    const other = s.place(s.limitOrder(1, 'buy', '0.01', '59000'));
    s.must(freeze(true));
    s.must({ type: 'cancelOrder', customerId: 1, orderId: other.orderId });
    s.place(s.limitOrder(2, 'sell', '0.01', '60000'));
    expect(s.changed(bid.orderId)!.status).toBe('completed');
    s.must({ type: 'cancelAllOrders', customerId: 1, marketId: null });
  });

  it('still receives deposits, and earlier withdrawals can be settled or released', () => {
    s.must(s.withdrawal(1, 1, '100', '1'));
    s.must(s.withdrawal(1, 2, '200', '1'));
    s.must(freeze(true));
    s.must({ type: 'releaseWithdrawal', withdrawalId: 1 });
    s.must({ type: 'settleWithdrawal', withdrawalId: 2 });
    s.must(s.deposit(1, '50'));
    s.must(s.reversal(1, '50'));
    expect([s.available(1, 'USDT'), s.frozen(1, 'USDT')]).toEqual(['9800', '0']);
  });

  it('is still frozen in a restored exchange', () => {
    s.must(freeze(true));
    const restored = Exchange.restore(s.exchange.snapshot());
    expect(restored.frozenCustomers()).toEqual([1]);
    expect(restored.apply(s.withdrawal(1, 1, '100', '1'), s.nowMs)).toMatchObject({
      refusal: { code: 'customer_frozen' },
    });
  });
});
