import { describe, expect, it } from 'vitest';
import { BTC_USDT } from '../testing/demo-exchange.ts';
import { Scenario } from '../testing/scenario.ts';

/** Last price 60,000. */
function market(): Scenario {
  const s = new Scenario();
  for (const customerId of [1, 2, 3, 4]) s.customer(customerId, { BTC: '10', USDT: '1000000' });
  tradeAt(s, '60000');
  return s;
}

/** Customer 1 sells 0.001 to customer 2 at a price. */
function tradeAt(s: Scenario, price: string): void {
  s.place(s.limitOrder(1, 'sell', '0.001', price));
  s.place(s.limitOrder(2, 'buy', '0.001', price));
}

describe('a stop order', () => {
  it('waits outside the book with its money frozen', () => {
    const s = market();
    const stop = s.place(s.stopLimitOrder(3, 'sell', '0.5', '57900', '58000'));
    expect(stop).toMatchObject({ status: 'waiting', triggered: false, frozenMinor: 50_000_000n });
    expect(s.frozen(3, 'BTC')).toBe('0.5');
    expect(s.book()).toEqual({ bids: [], asks: [] });
    expect(s.exchange.openOrders(3)).toEqual([stop]);
  });

  it('below the last price fires when a trade is at or below its trigger', () => {
    const s = market();
    const stop = s.place(s.stopLimitOrder(3, 'sell', '0.5', '57900', '58000'));
    tradeAt(s, '58000.1');
    expect(s.exchange.order(stop.orderId)!.triggered).toBe(false);
    tradeAt(s, '58000');
    expect(s.changed(stop.orderId)).toMatchObject({ status: 'waiting', triggered: true });
    expect(s.book().asks).toEqual(['57900 × 0.5']);
  });

  it('above the last price fires when a trade is at or above its trigger', () => {
    const s = market();
    const stop = s.place(s.stopBuy(3, '1000', '62000'));
    expect(s.frozen(3, 'USDT')).toBe('1000');
    s.place(s.limitOrder(4, 'sell', '1', '62100'));
    tradeAt(s, '61999.9');
    expect(s.exchange.order(stop.orderId)!.triggered).toBe(false);
    tradeAt(s, '62000');
    expect(s.changed(stop.orderId)).toMatchObject({ status: 'completed', triggered: true, filledLots: 1610 });
    expect(s.available(3, 'USDT')).toBe('999000.19'); // 1,610 lots at 0.621
    expect(s.frozen(3, 'USDT')).toBe('0');
  });

  it('fires within the command that moved the price, and is reported once', () => {
    const s = market();
    s.place(s.limitOrder(4, 'buy', '1', '57000'));
    const stop = s.place(s.stopSell(3, '0.5', '58000'));
    s.place(s.limitOrder(2, 'buy', '0.001', '57999'));
    s.place(s.marketOrder(1, 'sell', '0.001'));
    expect(s.trades()).toEqual(['57999 × 0.001', '57000 × 0.5']);
    expect(s.eventsOf('orderChanged').filter(event => event.order.orderId === stop.orderId)).toHaveLength(1);
  });

  it('may trigger others: a cascade runs to its end, nearest trigger first, then oldest', () => {
    const s = market();
    s.place(s.limitOrder(4, 'buy', '0.1', '58000'));
    s.place(s.limitOrder(4, 'buy', '0.1', '57000'));
    s.place(s.limitOrder(4, 'buy', '0.1', '56000'));
    s.place(s.limitOrder(4, 'buy', '0.1', '55000'));
    const far = s.place(s.stopSell(3, '0.1', '57000'));
    const nearYoung = s.place(s.stopSell(2, '0.1', '58000'));
    const nearOld = s.place(s.stopSell(3, '0.1', '58000'));
    s.place(s.marketOrder(1, 'sell', '0.1'));
    expect(s.eventsOf('traded').map(trade => [trade.takerOrderId, trade.priceTicks])).toEqual([
      [nearOld.orderId + 1, 580_000],
      [nearYoung.orderId, 570_000],
      [nearOld.orderId, 560_000],
      [far.orderId, 550_000],
    ]);
  });

  it('fires in the order in which one taker’s trades reach the triggers', () => {
    const s = market();
    const falling = s.place(s.stopLimitOrder(3, 'buy', '0.01', '58000', '59500'));
    const rising = s.place(s.stopLimitOrder(3, 'buy', '0.01', '58100', '60500'));
    s.place(s.limitOrder(1, 'sell', '0.1', '59500'));
    s.place(s.limitOrder(1, 'sell', '0.1', '60500'));
    s.place(s.limitOrder(2, 'buy', '0.2', '60500'));
    const changed = s.eventsOf('orderChanged').map(event => event.order.orderId);
    expect(changed.indexOf(falling.orderId)).toBeLessThan(changed.indexOf(rising.orderId));
    expect(s.book().bids).toEqual(['58100 × 0.01', '58000 × 0.01']);
  });

  it('that cannot be placed when it fires is rejected and unfreezes its money', () => {
    const s = market();
    const postOnly = s.place(s.stopLimitOrder(3, 'sell', '0.5', '57000', '58000', { postOnly: true }));
    const fok = s.place(s.stopLimitOrder(3, 'sell', '5', '57000', '58000', { timeInForce: 'FOK' }));
    s.place(s.limitOrder(4, 'buy', '1', '57500'));
    tradeAt(s, '58000');
    expect(s.changed(postOnly.orderId)).toMatchObject({ status: 'cancelled', reason: 'triggerRefused' });
    expect(s.changed(fok.orderId)).toMatchObject({
      status: 'cancelled',
      reason: 'triggerRefused',
      triggered: true,
    });
    expect(s.available(3, 'BTC')).toBe('10');
    expect(s.frozen(3, 'BTC')).toBe('0');
  });

  it('without a match ends like any market order', () => {
    const s = market();
    const stop = s.place(s.stopSell(3, '0.5', '58000'));
    tradeAt(s, '58000');
    expect(s.changed(stop.orderId)).toMatchObject({ status: 'cancelled', reason: 'immediateRemainder' });
    expect(s.available(3, 'BTC')).toBe('10');
  });

  it('can be cancelled before it fires', () => {
    const s = market();
    const stop = s.place(s.stopBuy(3, '1000', '62000'));
    s.must({ type: 'cancelOrder', customerId: 3, orderId: stop.orderId });
    expect(s.available(3, 'USDT')).toBe('1000000');
    tradeAt(s, '62000');
    expect(s.changed(stop.orderId)).toBeUndefined();
  });

  it('at the last price is refused, because it would fire at once', () => {
    const s = market();
    expect(s.refusal(s.stopSell(3, '0.5', '60000'))).toBe('trigger_would_fire');
  });

  it('must have its limit within the band around its trigger', () => {
    const s = market();
    expect(s.refusal(s.stopLimitOrder(3, 'sell', '0.5', '45000', '51000'))).toBe('price_out_of_band');
    expect(s.place(s.stopLimitOrder(3, 'sell', '0.5', '45900', '51000')).status).toBe('waiting');
  });
});

describe('before the first trade', () => {
  function young(): Scenario {
    const s = new Scenario();
    for (const customerId of [1, 2, 3]) s.customer(customerId, { BTC: '10', USDT: '1000000' });
    return s;
  }

  it('stops follow the index', () => {
    const s = young();
    s.index('60000');
    const falling = s.place(s.stopLimitOrder(3, 'sell', '0.5', '57900', '58000'));
    const rising = s.place(s.stopLimitOrder(3, 'buy', '0.5', '57000', '60500'));
    s.index('58000.01');
    expect(s.exchange.order(falling.orderId)!.triggered).toBe(false);
    s.index('58000');
    expect(s.changed(falling.orderId)).toMatchObject({ triggered: true });
    s.index('60499.99');
    expect(s.exchange.order(rising.orderId)!.triggered).toBe(false);
    s.index('60500');
    expect(s.changed(rising.orderId)).toMatchObject({ triggered: true });
  });

  it('without any price, a buyer waits for a rise', () => {
    const s = young();
    const stop = s.place(s.stopLimitOrder(3, 'buy', '0.1', '60000', '60000'));
    tradeAt(s, '59999.9');
    expect(s.exchange.order(stop.orderId)!.triggered).toBe(false);
    tradeAt(s, '60000');
    expect(s.changed(stop.orderId)).toMatchObject({ triggered: true });
  });

  it('without any price, a seller waits for a fall', () => {
    const s = young();
    const stop = s.place(s.stopLimitOrder(3, 'sell', '0.1', '60000', '60000'));
    tradeAt(s, '60000.1');
    expect(s.exchange.order(stop.orderId)!.triggered).toBe(false);
    tradeAt(s, '60000');
    expect(s.changed(stop.orderId)).toMatchObject({ triggered: true });
  });

  it('the index no longer triggers stops after the first trade', () => {
    const s = young();
    s.index('60000');
    tradeAt(s, '60000');
    const stop = s.place(s.stopLimitOrder(3, 'sell', '0.5', '57900', '58000'));
    s.index('57000');
    expect(s.exchange.order(stop.orderId)!.triggered).toBe(false);
  });

  it('a market that is not open triggers no stop until it reopens', () => {
    const s = young();
    s.index('60000');
    const stop = s.place(s.stopLimitOrder(3, 'sell', '0.5', '57900', '58000'));
    s.must({ type: 'setMarketStatus', marketId: BTC_USDT, status: 'halted' });
    s.index('57950');
    expect(s.exchange.order(stop.orderId)!.triggered).toBe(false);
    s.must({ type: 'setMarketStatus', marketId: BTC_USDT, status: 'open' });
    s.index('57951');
    expect(s.changed(stop.orderId)).toMatchObject({ triggered: true });
  });
});
