import { beforeEach, describe, expect, it } from 'vitest';
import { PerpetualScenario } from './testing/perpetual-scenario.ts';
import { MINUTE_MS } from '../durations.ts';

const U = 1_000_000n;

let s: PerpetualScenario;
beforeEach(() => {
  s = new PerpetualScenario();
  for (const customerId of [1, 2, 3, 4, 5]) s.trader(customerId);
});

/** 0.1 BTC long at 60,000 and ×10: bankrupt at 54,000, liquidated at 54,216.86746987. */
function longOf1(lots = 100) {
  return s.open(1, 2, lots, '60000', { long: 10, short: 1 });
}

function tickE8(priceE8: number): void {
  const sources = [{ name: 'test', priceE8, atMs: s.nowMs }];
  s.must({ type: 'recordIndexTick', marketId: 1, priceE8, sources });
}

function liquidated() {
  return s.eventsOf('positionLiquidated');
}

describe('a liquidation', () => {
  it('happens exactly at the price shown, and not 1e-8 of a dollar before', () => {
    const { long } = longOf1();
    expect(s.position(long).liquidationE8).toBe(5_421_686_746_987);
    tickE8(5_421_686_746_988);
    expect(s.position(long).status).toBe('holding');
    tickE8(5_421_686_746_987);
    expect(s.reported(long)).toMatchObject({ status: 'closed', closeReason: 'liquidation' });
  });

  it('of a short happens when the mark rises to its price', () => {
    const { short } = s.open(1, 2, 100, '60000', { long: 1, short: 10 });
    expect(s.position(short).liquidationE8).toBe(6_573_705_179_283);
    tickE8(6_573_705_179_282);
    expect(s.position(short).status).toBe('holding');
    tickE8(6_573_705_179_283);
    expect(s.reported(short).status).toBe('closed');
  });

  it('sells into the book; of the rest the fund’s fee and the trading fee are taken, the customer gets what is left', () => {
    const { long } = longOf1();
    s.index('57000');
    s.must(s.limit(3, 'long', 100, '54300', { multiple: 1 }));
    const before = { ...s.contractFunds(1), fees: s.house('fees') };
    s.index('54200');
    // Sold for 5,430, bought for 6,000: 30 of the margin of 600 is left; 0.2 % of 5,430 for the fund, 0.05 % fee.
    expect(liquidated()).toEqual([
      {
        type: 'positionLiquidated',
        positionId: long,
        customerId: 1,
        marketId: 1,
        side: 'long',
        multiple: 10,
        mark: { ...s.exchange.perpetual.mark(1)!, markE8: 5_420_000_000_000, indexTick: 3 },
        lots: 100,
        entryValueMinor: 6_000n * U,
        marginMinor: 600n * U,
        maintenancePpm: 4_000,
        equityMinor: 20n * U,
        maintenanceMarginMinor: 21_680_000n,
        liquidationE8: 5_421_686_746_987,
        bankruptcyE8: 5_400_000_000_000,
        bookLots: 100,
        bookValueMinor: 5_430n * U,
        insuredLots: 0,
        insuredValueMinor: 0n,
        insurancePaidMinor: 0n,
        deleveragedLots: 0,
        deleveragedValueMinor: 0n,
        remainingLots: 0,
        liquidationFeePpm: 2_000,
        takerFeePpm: 500,
        liquidationFeeMinor: 10_860_000n,
        feeMinor: 2_715_000n,
        returnedMinor: 16_425_000n,
        atMs: s.nowMs,
      },
    ]);
    expect(s.house('insurance')).toBe(10_860_000n);
    expect(s.house('fees') - before.fees).toBe(2_715_000n + (5_430n * U * 200n) / 1_000_000n);
    expect(s.contractFunds(1)).toEqual({ available: before.available + 16_425_000n, frozen: 0n });
    expect(s.reported(long)).toMatchObject({
      realisedMinor: -570n * U,
      liquidationFeeMinor: 10_860_000n,
      marginMinor: 0n,
    });
  });

  it('uses the gain of better fills for worse ones before the fund pays anything', () => {
    s.fundInsurance('1000');
    longOf1();
    s.index('56000');
    s.must(s.limit(3, 'long', 50, '54300', { multiple: 1 }));
    s.must(s.limit(3, 'long', 50, '53800', { multiple: 1 }));
    s.index('54200');
    // Half is sold 300 above the bankruptcy price, which pays for 200 below it for the other half.
    expect(liquidated()[0]).toMatchObject({
      bookLots: 100,
      bookValueMinor: 5_405n * U,
      insurancePaidMinor: 0n,
      // 5 of the margin is left, all for the fund, whose fee would be 10.81.
      liquidationFeeMinor: 5n * U,
      feeMinor: 0n,
      returnedMinor: 0n,
    });
    expect(s.house('insurance')).toBe(1_005n * U);
  });

  it('beyond bankruptcy the fund pays while it lasts, then the opposing side is deleveraged', () => {
    s.fundInsurance('10');
    const { long, short } = longOf1();
    s.index('55000');
    s.must(s.limit(3, 'long', 60, '53400', { multiple: 1 }));
    s.index('53500');
    // 600 below the bankruptcy price, 0.6 per lot: 10 USDT pays for 16 lots.
    expect(liquidated()[0]).toMatchObject({
      bookLots: 0,
      insuredLots: 16,
      insurancePaidMinor: 9_600_000n,
      deleveragedLots: 84,
      deleveragedValueMinor: 4_536n * U,
      remainingLots: 0,
      returnedMinor: 0n,
    });
    expect(s.house('insurance')).toBe(400_000n);
    // 84 of its lots are closed at 54,000: a profit of 6 for each, and the margin of 60 per lot.
    expect(s.eventsOf('positionDeleveraged')).toEqual([
      {
        type: 'positionDeleveraged',
        positionId: short,
        customerId: 2,
        marketId: 1,
        side: 'short',
        againstPositionId: long,
        lots: 84,
        valueMinor: 4_536n * U,
        realisedMinor: 504n * U,
        returnedMinor: (504n + 5_040n) * U,
        before: { lots: 100, entryValueMinor: 6_000n * U, marginMinor: 6_000n * U },
        // The fund paid for 16 of 100 lots.
        againstBefore: { lots: 84, entryValueMinor: 5_040n * U, marginMinor: 504n * U },
        rankE8: 10_833_333,
        ranked: { lots: 100, entryValueMinor: 6_000n * U },
        place: 1,
        candidates: 1,
        aheadRankE8: null,
        behindRankE8: null,
        multiple: 1,
        mark: { ...s.exchange.perpetual.mark(1)!, markE8: 5_350_000_000_000 },
        atMs: s.nowMs,
      },
    ]);
    expect(s.reported(short)).toMatchObject({ status: 'holding', openedLots: 100, closedLots: 84 });
    expect(s.reported(long)).toMatchObject({ status: 'closed', marginMinor: 0n });
  });

  it('is not helped by the fund further from the mark than the maintenance rate, however much it holds', () => {
    s.fundInsurance('100000');
    longOf1();
    s.index('55000');
    s.must(s.limit(3, 'long', 50, '53883.6', { multiple: 1 }));
    s.must(s.limit(3, 'long', 50, '53883.5', { multiple: 1 }));
    // 99.6 % of 54,100 is 53,883.6.
    s.index('54100');
    expect(liquidated()[0]).toMatchObject({
      insuredLots: 50,
      insurancePaidMinor: 5_820_000n,
      deleveragedLots: 50,
    });
  });

  it('cancels the position’s waiting opening order and limit close', () => {
    const id = s.ordered(s.limit(1, 'long', 100, '60000'));
    s.must(s.marketOf(2, 'short', 60, { multiple: 1 }));
    s.must(s.close(1, id, 10, '62000'));
    expect(s.position(id)).toMatchObject({ waitingLots: 40, closing: { lots: 10 } });
    s.index('54100');
    expect(s.reported(id)).toMatchObject({
      status: 'closed',
      waitingLots: 0,
      waitingMinor: 0n,
      closing: null,
      openingEndReason: 'wouldBeLiquidated',
    });
    expect(s.exchange.perpetual.depth(1, 10)).toEqual({ bids: [], asks: [] });
  });

  it('cancels its customer’s own orders instead of trading with them', () => {
    longOf1();
    s.index('57000');
    const own = s.ordered(s.limit(1, 'long', 50, '54400', { multiple: 1 }));
    s.must(s.limit(3, 'long', 100, '54300', { multiple: 1 }));
    s.index('54200');
    expect(liquidated()[0]).toMatchObject({ bookLots: 100, bookValueMinor: 5_430n * U });
    expect(s.reported(own)).toMatchObject({ status: 'cancelled', openingEndReason: 'selfTrade' });
  });

  it('happens at a new price after margin was added', () => {
    const { long } = longOf1();
    s.must({ type: 'addMargin', customerId: 1, positionId: long, amountMinor: 300n * U });
    // (60,000 − 9,000) ÷ 0.996
    expect(s.position(long).liquidationE8).toBe(5_120_481_927_710);
    tickE8(5_421_686_746_987);
    expect(s.position(long).status).toBe('holding');
    tickE8(5_120_481_927_710);
    expect(s.reported(long).status).toBe('closed');
  });

  it('of many happens in the order in which the mark reaches them, the oldest first at one price', () => {
    const near = s.open(1, 2, 10, '60000', { long: 20, short: 1 }).long;
    const far = s.open(1, 2, 10, '60000', { long: 10, short: 1 }).long;
    const nearToo = s.open(3, 2, 10, '60000', { long: 20, short: 1 }).long;
    s.index('53000');
    expect(liquidated().map(event => event.positionId)).toEqual([near, nearToo, far]);
  });
});

describe('deleveraging', () => {
  it('takes the highest profit × leverage first, then the oldest', () => {
    const weakest = s.open(1, 2, 10, '60000', { long: 20, short: 1 }).short;
    const b = s.open(3, 4, 10, '60000', { long: 1, short: 5 }).short;
    const c = s.open(3, 5, 10, '60000', { long: 1, short: 5 }).short;
    s.must(s.limit(1, 'long', 15, '60000', { multiple: 20 }));
    const d = s.ordered(s.limit(2, 'short', 15, '60000', { multiple: 2 }));
    s.index('56990');
    const reduced = s.eventsOf('positionDeleveraged');
    // At 57,000 both positions of customer 1 are bankrupt; the one of 10 lots is liquidated first, then the one of 15.
    expect(reduced.map(event => [event.positionId, event.lots])).toEqual([
      [b, 10],
      [c, 10],
      [d, 5],
    ]);
    // 5 % and a sixtieth of a percent, times leverage 5, 2 and 1.
    expect(reduced.map(event => event.rankE8)).toEqual([25_083_333, 25_083_333, 10_033_333]);
    expect(reduced.map(event => [event.place, event.candidates])).toEqual([
      [1, 4],
      [2, 4],
      [3, 4],
    ]);
    expect(reduced.map(event => [event.aheadRankE8, event.behindRankE8])).toEqual([
      [null, 25_083_333],
      [25_083_333, 10_033_333],
      [25_083_333, 5_016_666],
    ]);
    expect(s.position(weakest).closedLots).toBe(0);
  });

  it('ends a whole position with its stops and waiting orders', () => {
    s.open(1, 2, 10, '60000', { long: 20, short: 5 });
    const short = s.exchange.perpetual.lastPositionId;
    s.must({
      type: 'setStops',
      customerId: 2,
      positionId: short,
      takeProfitTicks: 500_000,
      stopLossTicks: 610_000,
    });
    s.must(s.close(2, short, 4, '58000'));
    s.index('56000');
    expect(s.reported(short)).toMatchObject({
      status: 'closed',
      closeReason: 'autoDeleverage',
      takeProfitTicks: null,
      stopLossTicks: null,
      closing: null,
    });
    expect(s.house('perpetualClearing')).toBe(0n);
    expect(s.exchange.perpetual.openInterestLots(1)).toBe(0);
  });
});

describe('without a fresh index', () => {
  it('nobody is liquidated until the next fresh tick', () => {
    const { long } = longOf1();
    s.must(s.limit(3, 'long', 1, '59000'));
    s.must(s.limit(4, 'short', 1, '61000'));
    s.passTo(s.nowMs + MINUTE_MS);
    expect(s.exchange.perpetual.isStale(1, s.nowMs)).toBe(true);
    expect(s.position(long).status).toBe('holding');
    s.index('54000');
    expect(s.reported(long).status).toBe('closed');
  });

  it('nothing opens beyond its liquidation price at the last mark', () => {
    const { long } = s.open(2, 4, 10, '60000', { long: 1, short: 1 });
    const id = s.ordered(s.limit(1, 'long', 10, '59900', { multiple: 100 }));
    s.must(s.limit(3, 'long', 10, '58900', { multiple: 10 }));
    s.index('59000');
    expect(s.reported(id)).toMatchObject({ status: 'cancelled', openingEndReason: 'wouldBeLiquidated' });
    // Closing is allowed as long as the counterparty's margin covers it.
    s.nowMs += 10_001;
    s.must(s.close(2, long));
    expect(s.eventsOf('perpetualTraded')).toMatchObject([{ priceTicks: 589_000, makerCustomerId: 3 }]);
  });

  it('a halted contract liquidates nobody until it is open again and the next mark comes', () => {
    const { long } = longOf1();
    s.must({ type: 'setPerpetualStatus', marketId: 1, status: 'halted' });
    s.index('50000');
    expect(s.position(long).status).toBe('holding');
    s.must({ type: 'setPerpetualStatus', marketId: 1, status: 'cancelOnly' });
    s.index('50000');
    expect(s.reported(long).status).toBe('closed');
  });
});
