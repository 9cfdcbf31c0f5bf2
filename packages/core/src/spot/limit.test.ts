import { describe, expect, it } from 'vitest';
import { BTC_USDT } from '../testing/demo-exchange.ts';
import { Scenario } from '../testing/scenario.ts';

/** Fees of the test market: maker 0.1 %, taker 0.2 %. */
function market(): Scenario {
  const s = new Scenario();
  s.customer(1, { BTC: '10', USDT: '100000' });
  s.customer(2, { BTC: '10', USDT: '100000' });
  s.customer(3, { BTC: '10', USDT: '100000' });
  return s;
}

describe('a limit order without a match', () => {
  it('rests, with its whole cost frozen', () => {
    const s = market();
    const order = s.place(s.limitOrder(1, 'buy', '0.5', '60000'));
    expect(order).toMatchObject({
      status: 'waiting',
      reason: null,
      filledLots: 0,
      frozenMinor: 30_000_000_000n,
    });
    expect(s.available(1, 'USDT')).toBe('70000');
    expect(s.frozen(1, 'USDT')).toBe('30000');
    expect(s.book()).toEqual({ bids: ['60000 × 0.5'], asks: [] });
    expect(s.exchange.openOrders(1)).toEqual([order]);
  });

  it('freezes base when it sells', () => {
    const s = market();
    s.place(s.limitOrder(1, 'sell', '0.5', '60000'));
    expect(s.available(1, 'BTC')).toBe('9.5');
    expect(s.frozen(1, 'BTC')).toBe('0.5');
    expect(s.frozen(1, 'USDT')).toBe('0');
  });

  it('reports freeze, order and depth in this order', () => {
    const s = market();
    s.place(s.limitOrder(1, 'buy', '0.5', '60000'));
    expect(s.events.map(event => event.type)).toEqual(['posted', 'orderChanged', 'depthChanged']);
    expect(s.eventsOf('posted')[0]).toMatchObject({
      reason: 'orderFreeze',
      reference: 'order:1',
      entries: [
        { ownerId: 1, account: 'spot', currencyId: 3, bucket: 'available', amountMinor: -30_000_000_000n },
        { ownerId: 1, account: 'spot', currencyId: 3, bucket: 'frozen', amountMinor: 30_000_000_000n },
      ],
    });
    expect(s.eventsOf('depthChanged')).toEqual([
      { type: 'depthChanged', marketId: BTC_USDT, side: 'buy', priceTicks: 600_000, quantityLots: 50_000 },
    ]);
  });
});

describe('two orders that meet', () => {
  it('trade at the maker’s price; each pays its fee in what it receives', () => {
    const s = market();
    s.place(s.limitOrder(1, 'sell', '0.5', '60000'));
    const taker = s.place(s.limitOrder(2, 'buy', '0.5', '61000'));
    expect(s.trades()).toEqual(['60000 × 0.5']);
    expect(taker).toMatchObject({ status: 'completed', reason: 'filled', frozenMinor: 0n });
    expect(s.available(1, 'USDT')).toBe('129970'); // 30,000 less 0.1 %
    expect(s.available(2, 'BTC')).toBe('10.499'); // 0.5 less 0.2 %
    expect(s.fees('USDT')).toBe('30');
    expect(s.fees('BTC')).toBe('0.001');
  });

  it('return the difference to a buyer whose limit was higher', () => {
    const s = market();
    s.place(s.limitOrder(1, 'sell', '0.5', '60000'));
    s.place(s.limitOrder(2, 'buy', '0.5', '61000'));
    expect(s.available(2, 'USDT')).toBe('70000');
    expect(s.frozen(2, 'USDT')).toBe('0');
  });

  it('are settled by one posting with every leg and both fees', () => {
    const s = market();
    s.place(s.limitOrder(1, 'sell', '0.5', '60000'));
    s.place(s.limitOrder(2, 'buy', '0.5', '61000'));
    const trade = s.eventsOf('posted').filter(posting => posting.reason === 'trade');
    expect(trade).toHaveLength(1);
    expect(trade[0]!.reference).toBe('trade:1');
    expect(trade[0]!.entries.map(e => [e.ownerId, e.account, e.currencyId, e.bucket, e.amountMinor])).toEqual(
      [
        [2, 'spot', 3, 'frozen', -30_500_000_000n],
        [2, 'spot', 3, 'available', 500_000_000n],
        [1, 'spot', 3, 'available', 29_970_000_000n],
        [0, 'fees', 3, 'available', 30_000_000n],
        [1, 'spot', 1, 'frozen', -50_000_000n],
        [2, 'spot', 1, 'available', 49_900_000n],
        [0, 'fees', 1, 'available', 100_000n],
      ],
    );
    expect(s.eventsOf('traded')[0]).toMatchObject({
      takerSide: 'buy',
      takerCustomerId: 2,
      makerCustomerId: 1,
      quoteMinor: 30_000_000_000n,
      takerFeeMinor: 100_000n,
      makerFeeMinor: 30_000_000n,
    });
  });

  it('truncate fees toward zero: less than one minor unit is no fee', () => {
    const s = market();
    s.must({
      type: 'configureMarket',
      market: { ...s.exchange.market(BTC_USDT)!, minNotional: '0' },
    });
    s.place(s.limitOrder(1, 'sell', '0.00001', '0.5'));
    s.place(s.limitOrder(2, 'buy', '0.00001', '0.5'));
    // 5 minor units of USDT and 1000 of BTC are exchanged: fees 0.005 and 2.
    expect(s.eventsOf('traded')[0]).toMatchObject({ quoteMinor: 5n, makerFeeMinor: 0n, takerFeeMinor: 2n });
    expect(s.fees('USDT')).toBe('0');
    expect(s.fees('BTC')).toBe('0.00000002');
    expect(
      s
        .eventsOf('posted')
        .at(-1)!
        .entries.every(entry => entry.amountMinor !== 0n),
    ).toBe(true);
  });

  it('match the best price first, and the oldest order at one price', () => {
    const s = market();
    const late = s.place(s.limitOrder(1, 'sell', '0.1', '60100'));
    const first = s.place(s.limitOrder(1, 'sell', '0.1', '60000'));
    const second = s.place(s.limitOrder(3, 'sell', '0.1', '60000'));
    s.place(s.limitOrder(2, 'buy', '0.25', '60100'));
    expect(s.eventsOf('traded').map(trade => trade.makerOrderId)).toEqual([
      first.orderId,
      second.orderId,
      late.orderId,
    ]);
    expect(s.exchange.order(late.orderId)).toMatchObject({ status: 'waiting', filledLots: 5_000 });
  });

  it('leave the rest of the larger order in the book, frozen to the unit', () => {
    const s = market();
    s.place(s.limitOrder(1, 'sell', '0.2', '60000'));
    const taker = s.place(s.limitOrder(2, 'buy', '0.5', '60500.1'));
    expect(taker).toMatchObject({ status: 'waiting', filledLots: 20_000, filledQuoteMinor: 12_000_000_000n });
    expect(s.frozen(2, 'USDT')).toBe('18150.03'); // 0.3 × 60,500.1
    expect(s.available(2, 'USDT')).toBe('69849.97');
    expect(s.book()).toEqual({ bids: ['60500.1 × 0.3'], asks: [] });
  });

  it('report each order and each level once, however many fills there were', () => {
    const s = market();
    s.place(s.limitOrder(1, 'sell', '0.1', '60000'));
    s.place(s.limitOrder(3, 'sell', '0.1', '60000'));
    s.place(s.limitOrder(2, 'buy', '0.15', '60000'));
    expect(s.eventsOf('traded')).toHaveLength(2);
    expect(
      s
        .eventsOf('orderChanged')
        .map(event => event.order.orderId)
        .toSorted(),
    ).toEqual([1, 2, 3]);
    expect(s.eventsOf('depthChanged')).toEqual([
      { type: 'depthChanged', marketId: BTC_USDT, side: 'sell', priceTicks: 600_000, quantityLots: 5_000 },
    ]);
  });
});

describe('time in force', () => {
  it('IOC fills what it can and unfreezes the rest', () => {
    const s = market();
    s.place(s.limitOrder(1, 'sell', '0.2', '60000'));
    const order = s.place(s.limitOrder(2, 'buy', '0.5', '60000', { timeInForce: 'IOC' }));
    expect(order).toMatchObject({ status: 'cancelled', reason: 'immediateRemainder', filledLots: 20_000 });
    expect(s.available(2, 'USDT')).toBe('88000');
    expect(s.frozen(2, 'USDT')).toBe('0');
    expect(s.book()).toEqual({ bids: [], asks: [] });
    expect(s.exchange.order(order.orderId)).toBeNull();
  });

  it('FOK fills completely or is refused', () => {
    const s = market();
    s.place(s.limitOrder(1, 'sell', '0.2', '60000'));
    s.place(s.limitOrder(3, 'sell', '0.2', '60100'));
    expect(s.refusal(s.limitOrder(2, 'buy', '0.5', '60100', { timeInForce: 'FOK' }))).toBe(
      'fill_or_kill_unfillable',
    );
    expect(s.refusal(s.limitOrder(2, 'buy', '0.4', '60000', { timeInForce: 'FOK' }))).toBe(
      'fill_or_kill_unfillable',
    );
    const order = s.place(s.limitOrder(2, 'buy', '0.4', '60100', { timeInForce: 'FOK' }));
    expect(order).toMatchObject({ status: 'completed', filledLots: 40_000 });
  });

  it('FOK does not count the customer’s own orders as liquidity', () => {
    const s = market();
    s.place(s.limitOrder(1, 'sell', '0.2', '60000'));
    s.place(s.limitOrder(2, 'sell', '0.2', '60000'));
    expect(s.refusal(s.limitOrder(2, 'buy', '0.4', '60000', { timeInForce: 'FOK' }))).toBe(
      'fill_or_kill_unfillable',
    );
  });

  it('post-only never takes', () => {
    const s = market();
    s.place(s.limitOrder(1, 'sell', '0.2', '60000'));
    expect(s.refusal(s.limitOrder(2, 'buy', '0.2', '60000', { postOnly: true }))).toBe(
      'post_only_would_take',
    );
    expect(s.place(s.limitOrder(2, 'buy', '0.2', '59999.9', { postOnly: true })).status).toBe('waiting');
  });
});

describe('self-trade prevention', () => {
  it('expires the taker at its customer’s own order, after filling those before it', () => {
    const s = market();
    s.place(s.limitOrder(1, 'sell', '0.1', '60000'));
    const own = s.place(s.limitOrder(2, 'sell', '0.1', '60000'));
    s.place(s.limitOrder(3, 'sell', '0.1', '60000'));
    const taker = s.place(s.limitOrder(2, 'buy', '0.3', '60000'));
    expect(taker).toMatchObject({
      status: 'cancelled',
      reason: 'selfTrade',
      filledLots: 10_000,
      frozenMinor: 0n,
    });
    expect(s.exchange.order(own.orderId)).toMatchObject({ status: 'waiting', filledLots: 0 });
    expect(s.book()).toEqual({ bids: [], asks: ['60000 × 0.2'] });
    expect(s.available(2, 'USDT')).toBe('94000');
  });

  it('lets a customer quote both sides', () => {
    const s = market();
    s.place(s.limitOrder(1, 'buy', '0.1', '59999.9'));
    expect(s.place(s.limitOrder(1, 'sell', '0.1', '60000')).status).toBe('waiting');
  });
});

describe('the price band', () => {
  it('is measured from the index, else from the last trade, and refuses prices beyond it', () => {
    const s = market();
    expect(s.place(s.limitOrder(1, 'buy', '0.1', '1000')).status).toBe('waiting'); // no reference yet
    s.place(s.limitOrder(1, 'sell', '0.1', '60000'));
    s.place(s.limitOrder(2, 'buy', '0.1', '60000'));
    expect(s.refusal(s.limitOrder(1, 'buy', '0.1', '53999.9'))).toBe('price_out_of_band');
    expect(s.place(s.limitOrder(1, 'buy', '0.1', '54000')).status).toBe('waiting');
    s.index('65000');
    expect(s.exchange.referencePriceTicks(BTC_USDT)).toBe(650_000);
    expect(s.refusal(s.limitOrder(1, 'buy', '0.1', '54000'))).toBe('price_out_of_band');
    expect(s.place(s.limitOrder(1, 'sell', '0.1', '71500')).status).toBe('waiting');
    expect(s.refusal(s.limitOrder(1, 'sell', '0.1', '71500.1'))).toBe('price_out_of_band');
  });

  it('names the allowed prices in the refusal', () => {
    const s = market();
    s.index('65000.05');
    const outcome = s.try(s.limitOrder(1, 'buy', '0.1', '80000'));
    // 58,500.045 and 71,500.055, rounded inward to whole ticks.
    expect(outcome).toMatchObject({
      ok: false,
      refusal: { params: { lowest: '58500.1', highest: '71500' } },
    });
  });
});

describe('limits', () => {
  it('at most 200 waiting orders per customer and market', () => {
    const s = market();
    for (let i = 0; i < 200; i++) s.place(s.limitOrder(1, 'buy', '0.001', '50000'));
    expect(s.refusal(s.limitOrder(1, 'buy', '0.001', '50000'))).toBe('too_many_open_orders');
    expect(s.refusal(s.stopSell(1, '0.001', '40000'))).toBe('too_many_open_orders');
    expect(s.place(s.limitOrder(2, 'buy', '0.001', '50000')).status).toBe('waiting');
    s.must({ type: 'cancelOrder', customerId: 1, orderId: 1 });
    expect(s.place(s.limitOrder(1, 'buy', '0.001', '50000')).status).toBe('waiting');
  });

  it('an order worth less than the minimum is refused, naming the minimum', () => {
    const s = market();
    const outcome = s.try(s.limitOrder(1, 'buy', '0.00009', '50000'));
    expect(outcome).toMatchObject({
      ok: false,
      refusal: { code: 'below_min_notional', field: 'quantity', params: { minimum: '5', currency: 'USDT' } },
    });
    expect(s.place(s.limitOrder(1, 'buy', '0.0001', '50000')).status).toBe('waiting');
  });

  it('nobody spends more than they have, to the unit', () => {
    const s = market();
    s.customer(4, { USDT: '6000.000001', BTC: '0.1' });
    expect(s.refusal(s.limitOrder(4, 'buy', '0.10001', '60000'))).toBe('insufficient_balance');
    expect(s.place(s.limitOrder(4, 'buy', '0.1', '60000')).status).toBe('waiting');
    expect(s.available(4, 'USDT')).toBe('0.000001');
    expect(s.refusal(s.limitOrder(4, 'sell', '0.10001', '60001'))).toBe('insufficient_sellable_balance');
    expect(s.place(s.limitOrder(4, 'sell', '0.1', '60001')).status).toBe('waiting');
    expect(s.available(4, 'BTC')).toBe('0');
  });
});
