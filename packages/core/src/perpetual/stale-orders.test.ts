import { beforeEach, describe, expect, it } from 'vitest';
import { MINUTE_MS } from '../durations.ts';
import { Exchange } from '../exchange.ts';
import { BTC_USDT } from '../testing/demo-exchange.ts';
import { PerpetualScenario } from './testing/perpetual-scenario.ts';

const U = 1_000_000n;

/** Lets a minute pass with an unchanged index. */
function minute(s: PerpetualScenario, index: string): void {
  s.passTo((Math.floor(s.nowMs / MINUTE_MS) + 1) * MINUTE_MS - 1);
  s.index(index);
  s.passTo(s.nowMs + 1);
}

function tickE8(s: PerpetualScenario, priceE8: number): void {
  const sources = [{ name: 'test', priceE8, atMs: s.nowMs }];
  s.must({ type: 'recordIndexTick', marketId: BTC_USDT, priceE8, sources });
}

describe('a waiting order that the price moves away from', () => {
  let s: PerpetualScenario;
  let waiting: number;
  beforeEach(() => {
    s = new PerpetualScenario();
    for (const customerId of [1, 2, 3, 4]) s.trader(customerId);
    s.fundInsurance('100000');
    waiting = s.ordered(s.limit(1, 'long', 800, '59900', { multiple: 100 }));
  });

  it('opens no position that is bankrupt at once, at the insurance fund’s cost', () => {
    s.index('58000');
    expect(s.reported(waiting)).toMatchObject({
      status: 'cancelled',
      openingEndReason: 'wouldBeLiquidated',
    });
    expect(s.exchange.perpetual.depth(1, 9)).toEqual({ bids: [], asks: [] });
    // Everything frozen for it is available again.
    expect(s.contractFunds(1)).toEqual({ available: 1_000_000n * U, frozen: 0n });
    // One accomplice bids at the price where the fund would pay, the other sells.
    s.must(s.limit(3, 'long', 800, '57900'));
    s.must(s.marketOf(2, 'short', 800));
    expect(s.eventsOf('perpetualTraded')).toMatchObject([{ priceTicks: 579_000, makerCustomerId: 3 }]);
    expect(s.eventsOf('positionLiquidated')).toEqual([]);
    expect(s.house('insurance')).toBe(100_000n * U);
  });

  it('is cancelled at exactly the price that would liquidate it', () => {
    // (59,900 − 599) ÷ 0.996
    const lapseE8 = 5_953_915_662_650;
    tickE8(s, lapseE8 + 1);
    expect(s.position(waiting).waitingLots).toBe(800);
    tickE8(s, lapseE8);
    expect(s.reported(waiting)).toMatchObject({ openingEndReason: 'wouldBeLiquidated' });
    s.exchange.checkInvariants('all');
  });

  it('is cancelled by the index alone, too, while the mark stays behind', () => {
    s.must({ type: 'cancelAllPerpetualOrders', customerId: 1, marketId: null });
    s.open(2, 3, 10, '60000', { long: 1, short: 1 });
    s.must(s.limit(4, 'long', 400, '60190', { multiple: 1 }));
    s.must(s.limit(4, 'short', 400, '60210', { multiple: 1 }));
    waiting = s.ordered(s.limit(1, 'long', 10, '59900', { multiple: 100 }));
    for (let i = 0; i < 5; i++) minute(s, '60000');
    s.index('59500');
    expect(s.exchange.perpetual.mark(1)?.markE8).toBeGreaterThan(5_953_915_662_650);
    expect(s.reported(waiting)).toMatchObject({ openingEndReason: 'wouldBeLiquidated' });
  });

  it('keeps the filled part, which has a liquidation price of its own', () => {
    s.must(s.marketOf(2, 'short', 100, { multiple: 1 }));
    s.must({ type: 'addMargin', customerId: 1, positionId: waiting, amountMinor: 500n * U });
    s.index('59000');
    expect(s.reported(waiting)).toMatchObject({
      status: 'holding',
      openedLots: 100,
      waitingLots: 0,
      openingEndReason: 'wouldBeLiquidated',
    });
  });

  it('is cancelled as soon as it would wait, if only the taken part survives', () => {
    s.must({ type: 'cancelAllPerpetualOrders', customerId: 1, marketId: null });
    s.must(s.limit(3, 'short', 10, '60010', { multiple: 1 }));
    // Half of it is bought at 60,010. The whole at 62,990 and ×20 would be liquidated at 60,080.
    waiting = s.ordered(s.limit(1, 'long', 20, '62990', { multiple: 20 }));
    expect(s.position(waiting)).toMatchObject({ openedLots: 10, waitingLots: 0 });
    expect(s.position(waiting).openingEndReason).toBe('wouldBeLiquidated');
    expect(s.exchange.perpetual.depth(1, 9)).toEqual({ bids: [], asks: [] });
  });

  it('stays during a halt without being filled, also after a restore', () => {
    s.must({ type: 'setPerpetualStatus', marketId: 1, status: 'halted' });
    s.index('58000');
    s.must({ type: 'setPerpetualStatus', marketId: 1, status: 'open' });
    expect(s.position(waiting).waitingLots).toBe(800);
    const restored = Exchange.restore(s.exchange.snapshot());
    restored.checkInvariants('all');
    const sale = s.marketOf(2, 'short', 10);
    expect(restored.apply(sale, s.nowMs)).toMatchObject({ ok: false, refusal: { code: 'no_liquidity' } });
    s.index('58000');
    expect(s.reported(waiting)).toMatchObject({ openingEndReason: 'wouldBeLiquidated' });
  });

  it('a short one opens no bankrupt position, either', () => {
    s.must({ type: 'cancelAllPerpetualOrders', customerId: 1, marketId: null });
    waiting = s.ordered(s.limit(1, 'short', 800, '60100', { multiple: 100 }));
    s.index('62000');
    expect(s.reported(waiting)).toMatchObject({ openingEndReason: 'wouldBeLiquidated' });
    s.must(s.limit(2, 'long', 10, '62100'));
    expect(s.eventsOf('perpetualTraded')).toEqual([]);
    expect(s.exchange.perpetual.depth(1, 9)).toEqual({ bids: [[621_000, 10]], asks: [] });
  });

  it('is filled as long as it survives', () => {
    s.index('59600');
    s.must(s.marketOf(2, 'short', 800));
    expect(s.eventsOf('perpetualTraded')).toMatchObject([{ priceTicks: 599_000, makerCustomerId: 1 }]);
  });

  it('is skipped by both halves of a reversal', () => {
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

describe('closing while the mark does not follow the index', () => {
  let s: PerpetualScenario;
  let short: number;
  /** Moves the index; the unchanged mid price and last trade hold the mark. */
  function drift(multiple: number, index: string): void {
    s = new PerpetualScenario();
    for (const customerId of [1, 2, 3, 4]) s.trader(customerId);
    ({ short } = s.open(1, 2, 10, '60000', { long: 1, short: multiple }));
    s.must(s.limit(3, 'long', 400, '59990', { multiple: 1 }));
    s.must(s.limit(3, 'short', 400, '60010', { multiple: 1 }));
    for (let i = 0; i < 5; i++) minute(s, '60000');
    // In small steps, because the mean basis covers five minutes.
    for (let price = 60_000; price < Number(index); price += 200) minute(s, String(price));
    for (let i = 0; i < 5; i++) minute(s, index);
    expect(s.exchange.perpetual.mark(1)?.markE8).toBe(6_000_000_000_000);
  }

  it.each(['64000', '66000', '70000'])(
    'a close may be limited anywhere the margin covers: index %s',
    index => {
      drift(50, index);
      s.must(s.close(2, short, null, '60005'));
      s.must(s.marketOf(4, 'long', 1, { multiple: 1 }));
      expect(s.position(short).closing).toMatchObject({ priceTicks: 600_050 });
      // Closes must not move the mark further away, and limits of opening orders stay within their band.
      expect(s.refusal(s.close(2, short, null, '59999.9'))).toBe('price_out_of_band');
      expect(s.refusal(s.limit(4, 'long', 1, '60005', { multiple: 1 }))).toBe('price_out_of_band');
    },
  );

  it('a market order reaches the prices that others may quote', () => {
    drift(1, '70000');
    s.must({ type: 'cancelAllPerpetualOrders', customerId: 3, marketId: null });
    expect(s.refusal(s.limit(4, 'short', 10, '66499.9', { multiple: 1 }))).toBe('price_out_of_band');
    s.must(s.limit(4, 'short', 10, '66500', { multiple: 1 }));
    s.must(s.close(2, short));
    expect(s.eventsOf('perpetualTraded')).toMatchObject([{ priceTicks: 665_000, takerCause: 'close' }]);
  });

  it('a market order pays no more than the index', () => {
    drift(1, '70000');
    s.must({ type: 'cancelAllPerpetualOrders', customerId: 3, marketId: null });
    s.must(s.limit(4, 'short', 10, '70000.1', { multiple: 1 }));
    expect(s.refusal(s.close(2, short))).toBe('no_liquidity');
  });
});
