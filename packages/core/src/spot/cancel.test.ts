import { describe, expect, it } from 'vitest';
import { BTC_USDT, ETH_USDT } from '../testing/demo-exchange.ts';
import { Scenario } from '../testing/scenario.ts';

function market(): Scenario {
  const s = new Scenario();
  s.customer(1, { BTC: '10', ETH: '10', USDT: '100000' });
  s.customer(2, { BTC: '10', ETH: '10', USDT: '100000' });
  return s;
}

describe('cancelling an order', () => {
  it('unfreezes the rest and removes it from the book', () => {
    const s = market();
    const order = s.place(s.limitOrder(1, 'buy', '0.5', '60000'));
    s.place(s.limitOrder(2, 'sell', '0.2', '60000'));
    s.must({ type: 'cancelOrder', customerId: 1, orderId: order.orderId });
    expect(s.changed(order.orderId)).toMatchObject({
      status: 'cancelled',
      reason: 'cancelledByCustomer',
      filledLots: 20_000,
      frozenMinor: 0n,
    });
    expect(s.available(1, 'USDT')).toBe('88000');
    expect(s.book()).toEqual({ bids: [], asks: [] });
    expect(s.events.map(event => event.type)).toEqual(['posted', 'orderChanged', 'depthChanged']);
    expect(s.exchange.openOrders(1)).toEqual([]);
  });

  it('succeeds only once', () => {
    const s = market();
    const { orderId } = s.place(s.limitOrder(1, 'buy', '0.5', '60000'));
    s.must({ type: 'cancelOrder', customerId: 1, orderId });
    expect(s.refusal({ type: 'cancelOrder', customerId: 1, orderId })).toBe('order_not_open');
    expect(s.refusal({ type: 'cancelOrder', customerId: 1, orderId: orderId + 1 })).toBe('unknown_order');
  });

  it('is allowed to its owner only', () => {
    const s = market();
    const { orderId } = s.place(s.limitOrder(1, 'buy', '0.5', '60000'));
    expect(s.refusal({ type: 'cancelOrder', customerId: 2, orderId })).toBe('unknown_order');
  });
});

describe('cancelling all', () => {
  function withOrders(): Scenario {
    const s = market();
    s.place(s.limitOrder(1, 'buy', '0.1', '60000'));
    s.place(s.stopSell(1, '0.1', '50000'));
    s.place(s.limitOrder(1, 'sell', '1', '3000', { marketId: ETH_USDT }));
    s.place(s.limitOrder(2, 'buy', '0.1', '60000'));
    return s;
  }

  it('of one market leaves the others', () => {
    const s = withOrders();
    s.must({ type: 'cancelAllOrders', customerId: 1, marketId: BTC_USDT });
    expect(s.exchange.openOrders(1).map(order => order.marketId)).toEqual([ETH_USDT]);
    expect(s.exchange.openOrders(1, BTC_USDT)).toEqual([]);
    expect(s.frozen(1, 'USDT')).toBe('0');
    expect(s.frozen(1, 'BTC')).toBe('0');
    expect(s.book().bids).toEqual(['60000 × 0.1']);
  });

  it('of all markets unfreezes everything of this customer only', () => {
    const s = withOrders();
    s.must({ type: 'cancelAllOrders', customerId: 1, marketId: null });
    expect(s.exchange.openOrders(1)).toEqual([]);
    expect(s.available(1, 'ETH')).toBe('10');
    expect(s.exchange.openOrders(2)).toHaveLength(1);
  });

  it('leaves orders of halted markets', () => {
    const s = withOrders();
    s.must({ type: 'setMarketStatus', marketId: ETH_USDT, status: 'halted' });
    s.must({ type: 'cancelAllOrders', customerId: 1, marketId: null });
    expect(s.exchange.openOrders(1).map(order => order.marketId)).toEqual([ETH_USDT]);
    expect(s.refusal({ type: 'cancelAllOrders', customerId: 1, marketId: ETH_USDT })).toBe('market_halted');
  });

  it('with nothing to cancel is no error', () => {
    const s = market();
    expect(s.must({ type: 'cancelAllOrders', customerId: 1, marketId: null })).toEqual([]);
  });
});

describe('a market’s status', () => {
  it('cancel-only accepts cancels but no orders; halted accepts neither', () => {
    const s = market();
    const { orderId } = s.place(s.limitOrder(1, 'buy', '0.1', '60000'));
    s.must({ type: 'setMarketStatus', marketId: BTC_USDT, status: 'halted' });
    expect(s.refusal(s.limitOrder(1, 'buy', '0.1', '60000'))).toBe('market_halted');
    expect(s.refusal({ type: 'cancelOrder', customerId: 1, orderId })).toBe('market_halted');
    s.must({ type: 'setMarketStatus', marketId: BTC_USDT, status: 'cancelOnly' });
    expect(s.refusal(s.limitOrder(1, 'buy', '0.1', '60000'))).toBe('market_cancel_only');
    s.must({ type: 'cancelOrder', customerId: 1, orderId });
    s.must({ type: 'setMarketStatus', marketId: BTC_USDT, status: 'open' });
    expect(s.place(s.limitOrder(1, 'buy', '0.1', '60000')).status).toBe('waiting');
  });
});
