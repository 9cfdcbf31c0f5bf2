import { describe, expect, it } from 'vitest';
import { BTC_USDT } from '../testing/demo-exchange.ts';
import { Scenario } from '../testing/scenario.ts';

function market(): Scenario {
  const s = new Scenario();
  s.customer(1, { BTC: '10', USDT: '1000000' });
  s.customer(2, { BTC: '10', USDT: '1000000' });
  s.customer(3, { USDT: '10000', BTC: '0.1' });
  return s;
}

describe('a market order by quantity', () => {
  it('walks the book and pays each maker’s price', () => {
    const s = market();
    s.place(s.limitOrder(1, 'sell', '0.1', '60000'));
    s.place(s.limitOrder(1, 'sell', '0.1', '60100'));
    const order = s.place(s.marketOrder(2, 'buy', '0.15'));
    expect(s.trades()).toEqual(['60000 × 0.1', '60100 × 0.05']);
    expect(order).toMatchObject({ status: 'completed', filledQuoteMinor: 9_005_000_000n, frozenMinor: 0n });
    expect(s.available(2, 'USDT')).toBe('990995');
  });

  it('freezes only its real cost, computed before anything changes', () => {
    const s = market();
    s.place(s.limitOrder(1, 'sell', '0.1', '60000'));
    s.place(s.limitOrder(1, 'sell', '0.1', '65000'));
    expect(s.refusal(s.marketOrder(3, 'buy', '0.2'))).toBe('insufficient_balance'); // 12,500
    expect(s.place(s.marketOrder(3, 'buy', '0.16')).status).toBe('completed'); // 9,900
    expect(s.available(3, 'USDT')).toBe('100');
  });

  it('needs the whole quantity as balance, even if the book would take less', () => {
    const s = market();
    s.place(s.limitOrder(1, 'buy', '0.05', '60000'));
    expect(s.refusal(s.marketOrder(3, 'sell', '0.2'))).toBe('insufficient_sellable_balance');
    const order = s.place(s.marketOrder(3, 'sell', '0.1'));
    expect(order).toMatchObject({ status: 'cancelled', reason: 'immediateRemainder', filledLots: 5_000 });
    expect(s.available(3, 'BTC')).toBe('0.05');
  });

  it('stops at the price band of a deep book', () => {
    const s = market();
    s.place(s.limitOrder(1, 'sell', '0.1', '60000'));
    s.place(s.limitOrder(1, 'sell', '0.1', '70000'));
    s.index('60000');
    const order = s.place(s.marketOrder(2, 'buy', '0.2'));
    expect(s.trades()).toEqual(['60000 × 0.1']);
    expect(order).toMatchObject({ status: 'cancelled', reason: 'immediateRemainder' });
    expect(s.refusal(s.marketOrder(2, 'buy', '0.2'))).toBe('no_liquidity');
  });

  it('is refused when the book is empty', () => {
    const s = market();
    expect(s.refusal(s.marketOrder(2, 'buy', '0.2'))).toBe('no_liquidity');
    expect(s.refusal(s.budgetOrder(2, '100'))).toBe('no_liquidity');
  });

  it('expires at its customer’s own order', () => {
    const s = market();
    s.place(s.limitOrder(1, 'sell', '0.1', '60000'));
    s.place(s.limitOrder(2, 'sell', '0.1', '60000'));
    const order = s.place(s.marketOrder(2, 'buy', '0.2'));
    expect(order).toMatchObject({
      status: 'cancelled',
      reason: 'selfTrade',
      filledLots: 10_000,
      frozenMinor: 0n,
    });
    expect(s.place(s.marketOrder(2, 'buy', '0.1'))).toMatchObject({ reason: 'selfTrade', filledLots: 0 });
    expect(s.frozen(2, 'USDT')).toBe('0');
  });

  it('fill-or-kill is refused unless all of it fills', () => {
    const s = market();
    s.place(s.limitOrder(1, 'sell', '0.1', '60000'));
    expect(s.refusal(s.marketOrder(2, 'buy', '0.2', { timeInForce: 'FOK' }))).toBe('fill_or_kill_unfillable');
    expect(s.place(s.marketOrder(2, 'buy', '0.1', { timeInForce: 'FOK' })).status).toBe('completed');
  });

  it('is valued at the reference price for the minimum, not at the book’s prices', () => {
    const s = market();
    s.index('60000');
    s.place(s.limitOrder(1, 'buy', '1', '54000'));
    expect(s.refusal(s.marketOrder(2, 'sell', '0.00008'))).toBe('below_min_notional'); // 4.8
    expect(s.place(s.marketOrder(2, 'sell', '0.00009')).status).toBe('completed'); // 5.4, fetches 4.86
  });
});

describe('a market buy by budget', () => {
  it('buys as many whole lots as the budget pays, and leaves nothing frozen', () => {
    const s = market();
    s.place(s.limitOrder(1, 'sell', '0.1', '60000'));
    s.place(s.limitOrder(1, 'sell', '0.1', '60100'));
    const order = s.place(s.budgetOrder(2, '6601.2'));
    // 6,000 for the first, then 601.2 pays for 1000 lots at 0.601 and leaves 0.2.
    expect(s.trades()).toEqual(['60000 × 0.1', '60100 × 0.01']);
    expect(order).toMatchObject({
      status: 'completed',
      reason: 'filled',
      quantityLots: null,
      budgetMinor: 6_601_200_000n,
      filledLots: 11_000,
      filledQuoteMinor: 6_601_000_000n,
    });
    expect(s.available(2, 'USDT')).toBe('993399');
  });

  it('keeps the part of the budget that found no asks', () => {
    const s = market();
    s.place(s.limitOrder(1, 'sell', '0.1', '60000'));
    expect(s.place(s.budgetOrder(2, '10000'))).toMatchObject({
      status: 'cancelled',
      reason: 'immediateRemainder',
    });
    expect(s.available(2, 'USDT')).toBe('994000');
  });

  it('must be covered by the balance and buy at least one lot', () => {
    const s = market();
    s.place(s.limitOrder(1, 'sell', '0.1', '60000'));
    expect(s.refusal(s.budgetOrder(3, '10000.000001'))).toBe('insufficient_balance');
    expect(s.refusal(s.budgetOrder(3, '4.999999'))).toBe('below_min_notional');
    const dear = s.exchange.market(BTC_USDT)!;
    s.must({ type: 'configureMarket', market: { ...dear, minNotional: '0' } });
    expect(s.try(s.budgetOrder(3, '0.5'))).toMatchObject({
      refusal: { code: 'below_min_notional', field: 'budget', params: { minimum: '0.6' } },
    });
  });
});
