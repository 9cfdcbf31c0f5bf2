import { beforeEach, describe, expect, it } from 'vitest';
import { PerpetualScenario } from './testing/perpetual-scenario.ts';

const U = 1_000_000n;

describe('an order that waits while the price leaves it', () => {
  let s: PerpetualScenario;
  let waiting: number;
  beforeEach(() => {
    s = new PerpetualScenario();
    for (const customerId of [1, 2, 3, 4]) s.trader(customerId);
    s.fundInsurance('100000');
    waiting = s.ordered(s.limit(1, 'long', 800, '59900', { multiple: 100 }));
  });

  it('opens nothing that is bankrupt at once, at the cost of the insurance fund', () => {
    s.index('58000');
    // One accomplice bids where the fund would pay, the other sells to the order that waited.
    s.must(s.limit(3, 'long', 800, '57900'));
    s.must(s.marketOf(2, 'short', 800));
    expect(s.eventsOf('perpetualTraded')).toMatchObject([{ priceTicks: 579_000, makerCustomerId: 3 }]);
    expect(s.eventsOf('positionLiquidated')).toEqual([]);
    expect(s.reported(waiting)).toMatchObject({
      status: 'cancelled',
      openingEndReason: 'wouldBeLiquidated',
    });
    expect(s.house('insurance')).toBe(100_000n * U);
    // All that was frozen for it is back.
    expect(s.contractFunds(1)).toEqual({ available: 1_000_000n * U, frozen: 0n });
  });

  it('nor does a short one', () => {
    s.must({ type: 'cancelAllPerpetualOrders', customerId: 1, marketId: null });
    waiting = s.ordered(s.limit(1, 'short', 800, '60100', { multiple: 100 }));
    s.index('62000');
    s.must(s.limit(2, 'long', 10, '62100'));
    expect(s.eventsOf('perpetualTraded')).toEqual([]);
    expect(s.reported(waiting)).toMatchObject({ openingEndReason: 'wouldBeLiquidated' });
    expect(s.exchange.perpetual.depth(1, 9)).toEqual({ bids: [[621_000, 10]], asks: [] });
  });

  it('is filled as long as it survives', () => {
    s.index('59600');
    s.must(s.marketOf(2, 'short', 800));
    expect(s.eventsOf('perpetualTraded')).toMatchObject([{ priceTicks: 599_000, makerCustomerId: 1 }]);
  });

  it('is reopened by nobody who reverses into it: both halves pass it over', () => {
    s.must({ type: 'cancelAllPerpetualOrders', customerId: 1, marketId: null });
    const { long } = s.open(2, 3, 10, '60000', { long: 5, short: 5 });
    s.must(s.limit(1, 'long', 15, '59900', { multiple: 100 }));
    s.index('58500');
    s.must(s.limit(4, 'long', 30, '58400'));
    s.index('58000');
    s.must({ type: 'reversePosition', customerId: 2, positionId: long, worstPriceTicks: null });
    expect(s.eventsOf('perpetualTraded').map(trade => trade.priceTicks)).toEqual([584_000, 584_000]);
  });
});

const MINUTE_MS = 60_000;

/** A minute passes with the index where it was. */
function minute(s: PerpetualScenario, index: string): void {
  s.passTo((Math.floor(s.nowMs / MINUTE_MS) + 1) * MINUTE_MS - 1);
  s.index(index);
  s.passTo(s.nowMs + 1);
}

describe('closing while the index has gone where the mark does not follow', () => {
  let s: PerpetualScenario;
  let short: number;
  /** Middle of the book and last trade are where they were, and hold the mark there. */
  function drift(multiple: number, index: string): void {
    s = new PerpetualScenario();
    for (const customerId of [1, 2, 3, 4]) s.trader(customerId);
    ({ short } = s.open(1, 2, 10, '60000', { long: 1, short: multiple }));
    s.must(s.limit(3, 'long', 400, '59990', { multiple: 1 }));
    s.must(s.limit(3, 'short', 400, '60010', { multiple: 1 }));
    for (let i = 0; i < 5; i++) minute(s, '60000');
    // Slowly: the mean basis of five minutes follows.
    for (let price = 60_000; price < Number(index); price += 200) minute(s, String(price));
    for (let i = 0; i < 5; i++) minute(s, index);
    expect(s.exchange.perpetual.mark(1)?.markE8).toBe(6_000_000_000_000);
  }

  it.each(['64000', '66000', '70000'])('a limit may be where the margin still covers it: index %s', index => {
    drift(50, index);
    s.must(s.close(2, short, null, '60005'));
    s.must(s.marketOf(4, 'long', 1, { multiple: 1 }));
    expect(s.position(short).closing).toMatchObject({ priceTicks: 600_050 });
    // Not where it would move the mark further away, nor where what opens may not be.
    expect(s.refusal(s.close(2, short, null, '59999.9'))).toBe('price_out_of_band');
    expect(s.refusal(s.limit(4, 'long', 1, '60005', { multiple: 1 }))).toBe('price_out_of_band');
  });

  it('a market order reaches what others may offer', () => {
    drift(1, '70000');
    s.must({ type: 'cancelAllPerpetualOrders', customerId: 3, marketId: null });
    expect(s.refusal(s.limit(4, 'short', 10, '66499.9', { multiple: 1 }))).toBe('price_out_of_band');
    s.must(s.limit(4, 'short', 10, '66500', { multiple: 1 }));
    s.must(s.close(2, short));
    expect(s.eventsOf('perpetualTraded')).toMatchObject([{ priceTicks: 665_000, takerCause: 'close' }]);
  });

  it('but pays no more than the index', () => {
    drift(1, '70000');
    s.must({ type: 'cancelAllPerpetualOrders', customerId: 3, marketId: null });
    s.must(s.limit(4, 'short', 10, '70000.1', { multiple: 1 }));
    expect(s.refusal(s.close(2, short))).toBe('no_liquidity');
  });
});
