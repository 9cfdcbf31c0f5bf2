import { beforeEach, describe, expect, it } from 'vitest';
import { PerpetualScenario, TEST_PERPETUAL } from './testing/perpetual-scenario.ts';

const U = 1_000_000n;

let s: PerpetualScenario;
beforeEach(() => {
  s = new PerpetualScenario();
  for (const customerId of [1, 2, 3]) s.trader(customerId);
});

const effects = () =>
  s.eventsOf('perpetualTraded').map(trade => [trade.priceTicks, trade.quantityLots, trade.takerCause]);

describe('an order that opens an isolated position', () => {
  it('freezes margin and fee while it waits, and keeps the margin frozen once it holds', () => {
    const id = s.ordered(s.limit(1, 'long', 100, '60000'));
    // 0.1 BTC at 60,000: 6,000; margin is a tenth, the maker fee 0.02 %.
    expect(s.position(id)).toMatchObject({
      status: 'pending',
      waitingLots: 100,
      waitingMinor: 601_200_000n,
      marginMinor: 0n,
      liquidationE8: null,
    });
    expect(s.contractFunds(1)).toEqual({ available: 999_398_800_000n, frozen: 601_200_000n });

    const other = s.ordered(s.marketOf(2, 'short', 100));
    expect(s.position(id)).toMatchObject({
      status: 'holding',
      waitingLots: 0,
      waitingMinor: 0n,
      openedLots: 100,
      entryValueMinor: 6_000n * U,
      marginMinor: 600n * U,
      feeMinor: 1_200_000n,
      openingEndReason: 'filled',
    });
    expect(s.position(other)).toMatchObject({ status: 'holding', feeMinor: 3n * U });
    expect(s.contractFunds(1)).toEqual({ available: 999_398_800_000n, frozen: 600n * U });
    expect(s.contractFunds(2)).toEqual({ available: 999_397_000_000n, frozen: 600n * U });
    expect(s.house('fees')).toBe(4_200_000n);
    expect(s.house('perpetualClearing')).toBe(0n);
    expect(s.exchange.perpetual.openInterestLots(1)).toBe(100);
  });

  it('shows its liquidation price: (entry − margin ÷ size) ÷ (1 − rate), mirrored for short', () => {
    const { long, short } = s.open(1, 2, 100, '60000');
    // (60,000 − 6,000) ÷ 0.996 and (60,000 + 6,000) ÷ 1.004
    expect(s.position(long).liquidationE8).toBe(5_421_686_746_987);
    expect(s.position(short).liquidationE8).toBe(6_573_705_179_283);
    expect(s.position(long).bankruptcyE8).toBe(5_400_000_000_000);
  });

  it('filled in part holds that part and waits with the rest; asks below its limit cost a seller more margin', () => {
    s.must(s.limit(2, 'long', 30, '60100'));
    s.must(s.limit(3, 'long', 30, '60050'));
    const id = s.ordered(s.limit(1, 'short', 100, '60000'));
    // Takes 30 × 60.1 + 30 × 60.05, 40 × 60 waits. Margin is a tenth of the sum, the fees are 0.05 % and 0.02 %.
    const taken = 3_604_500_000n;
    expect(s.position(id)).toMatchObject({
      status: 'holding',
      openedLots: 60,
      waitingLots: 40,
      entryValueMinor: taken,
      marginMinor: 360_450_000n,
      waitingMinor: 240_480_000n,
      feeMinor: 1_802_250n,
    });
    s.must({ type: 'cancelPerpetualOrder', customerId: 1, orderId: id });
    expect(s.reported(id)).toMatchObject({
      status: 'holding',
      waitingLots: 0,
      waitingMinor: 0n,
      openingEndReason: 'cancelledByCustomer',
    });
    expect(s.contractFunds(1).frozen).toBe(360_450_000n);
  });

  it('has the margin of the whole, however it was filled', () => {
    const id = s.ordered(s.limit(1, 'long', 3, '60000.1', { multiple: 3 }));
    for (const lots of [1, 2]) s.must(s.marketOf(2, 'short', lots, { multiple: 1 }));
    // 180.0003 ÷ 3. Computed for one lot of 60.0001 alone, a third of a unit would be lost.
    expect(s.position(id)).toMatchObject({ entryValueMinor: 180_000_300n, marginMinor: 60_000_100n });
    expect(s.contractFunds(1).frozen).toBe(60_000_100n);
  });

  it('at market takes what is within its bounds; the rest ends', () => {
    s.must(s.limit(2, 'short', 30, '60100'));
    s.must(s.limit(2, 'short', 30, '60200'));
    const id = s.ordered(s.marketOf(1, 'long', 100, { worstPriceTicks: 601_000 }));
    expect(s.reported(id)).toMatchObject({
      openedLots: 30,
      waitingLots: 0,
      openingEndReason: 'immediateRemainder',
      marginMinor: 180_300_000n,
    });
    expect(s.contractFunds(1).frozen).toBe(180_300_000n);
  });

  it('expires before its customer’s own order', () => {
    s.must(s.limit(2, 'short', 30, '60100'));
    s.must(s.limit(1, 'short', 30, '60150'));
    s.must(s.limit(3, 'short', 30, '60200'));
    const id = s.ordered(s.limit(1, 'long', 100, '60200'));
    expect(s.reported(id)).toMatchObject({ openedLots: 30, waitingLots: 0, openingEndReason: 'selfTrade' });
  });

  it('cancelled before anything opened has status cancelled and unfreezes everything', () => {
    const id = s.ordered(
      s.limit(1, 'long', 100, '60000', { takeProfitTicks: 700_000, stopLossTicks: 590_000 }),
    );
    s.must({ type: 'cancelPerpetualOrder', customerId: 1, orderId: id });
    expect(s.reported(id)).toMatchObject({ status: 'cancelled', waitingMinor: 0n, takeProfitTicks: null });
    expect(s.contractFunds(1)).toEqual({ available: 1_000_000n * U, frozen: 0n });
    expect(s.exchange.perpetual.position(id)).toBeNull();
  });

  it('keeps the fee and the maintenance rate it was accepted with', () => {
    const id = s.ordered(s.limit(1, 'long', 100, '60000'));
    const contract = s.exchange.perpetual.contract(1)!;
    s.must({
      type: 'configurePerpetual',
      perpetual: {
        ...contract,
        makerFeePpm: 900,
        maxCustomerNotional: '4000000',
        tiers: [{ maxNotional: '5000000', maintenancePpm: 20_000, maxMultiple: 10 }],
      },
    });
    s.must(s.marketOf(2, 'short', 100));
    expect(s.position(id)).toMatchObject({ feeMinor: 1_200_000n, maintenancePpm: 4_000 });
    expect(s.position(id + 1).maintenancePpm).toBe(20_000);
  });

  it('is bound by a changed price band at once, at the same mark', () => {
    s.must(s.limit(1, 'long', 1, '58000'));
    const perpetual = { ...TEST_PERPETUAL, priceBandPpm: 10_000 };
    s.must({ type: 'configurePerpetual', perpetual });
    expect(s.refusal(s.limit(1, 'long', 1, '59399.9'))).toBe('price_out_of_band');
    s.must(s.limit(1, 'long', 1, '59400'));
    s.must({ type: 'configurePerpetual', perpetual: TEST_PERPETUAL });
    s.must(s.limit(1, 'long', 1, '57000'));
  });

  it('is in the tier of its customer’s whole exposure in the contract', () => {
    s.open(1, 2, 800, '60000', { short: 1 });
    expect(s.exchange.perpetual.exposureMinor(1, 1)).toBe(48_000n * U);
    const second = s.ordered(s.limit(1, 'short', 100, '60500'));
    expect(s.position(second).maintenancePpm).toBe(10_000);
    expect(s.exchange.perpetual.exposureMinor(1, 1)).toBe(54_050n * U);
    s.must({ type: 'cancelAllPerpetualOrders', customerId: 1, marketId: null });
    expect(s.exchange.perpetual.exposureMinor(1, 1)).toBe(48_000n * U);
  });
});

describe('closing', () => {
  it('settles profit and loss through the clearing account, which ends at zero', () => {
    const { long, short } = s.open(1, 2, 100, '60000');
    s.index('61000');
    s.must(s.limit(3, 'long', 100, '61000'));
    s.must(s.close(1, long));
    // Profit 100, fee 0.05 % of 6,100; customer 3 is now long at 61,000.
    expect(s.reported(long)).toMatchObject({
      status: 'closed',
      closeReason: 'customer',
      realisedMinor: 100n * U,
      feeMinor: 4_250_000n,
      closedValueMinor: 6_100n * U,
    });
    expect(s.contractFunds(1)).toEqual({ available: 1_000_000n * U + 95_750_000n, frozen: 0n });
    expect(s.house('perpetualClearing')).toBe(-100n * U);
    s.must(s.limit(3, 'short', 1, '61500'));
    s.must(s.close(3, s.exchange.perpetual.positionsOf(3)[0]!.positionId, null, '61000'));
    s.must(s.close(2, short));
    expect(s.reported(short)).toMatchObject({ status: 'closed', realisedMinor: -100n * U });
    expect(s.house('perpetualClearing')).toBe(0n);
    expect(s.exchange.perpetual.openInterestLots(1)).toBe(0);
  });

  it('in parts adds up to the whole, to the unit', () => {
    s.must(s.limit(1, 'long', 3, '60000', { multiple: 3 }));
    s.must(s.limit(1, 'long', 4, '60000.1', { multiple: 3 }));
    const short = s.ordered(s.limit(2, 'short', 7, '60000', { multiple: 3 }));
    const { entryValueMinor, marginMinor } = s.position(short);
    expect([entryValueMinor, marginMinor]).toEqual([420_000_400n, 140_000_133n]);
    s.must(s.limit(3, 'short', 7, '60000'));
    for (const lots of [2, 1, 1]) s.must(s.close(2, short, lots));
    expect(s.position(short)).toMatchObject({ openedLots: 7, closedLots: 4 });
    s.must(s.close(2, short));
    // Opened for 420,000,400, closed for 420,000,000: profit 400, however it is divided into parts.
    expect(s.reported(short)).toMatchObject({ realisedMinor: 400n, entryValueMinor: 0n, marginMinor: 0n });
  });

  it('never costs more than the margin: no price beyond bankruptcy, and the fee is at most the rest', () => {
    const { long } = s.open(1, 2, 100, '60000', { long: 50, short: 1 });
    // Bankrupt at 58,800; the mark does not move.
    s.must(s.limit(3, 'long', 40, '58800', { multiple: 1 }));
    s.must(s.limit(3, 'long', 60, '58700', { multiple: 1 }));
    s.must(s.close(1, long));
    expect(effects()).toEqual([[588_000, 40, 'close']]);
    expect(s.position(long)).toMatchObject({ closedLots: 40, marginMinor: 72n * U });
    expect(s.reported(long).feeMinor).toBe(1_200_000n);
    expect(s.refusal(s.close(1, long))).toBe('no_liquidity');
  });

  it('at a limit waits, only reduces, and is replaced by a new limit close', () => {
    const { long } = s.open(1, 2, 100, '60000');
    s.must(s.close(1, long, 60, '61000'));
    s.must(s.close(1, long, 80, '60500'));
    expect(s.reported(long).closing).toMatchObject({ priceTicks: 605_000, lots: 80 });
    expect(s.exchange.perpetual.depth(1, 9).asks).toEqual([[605_000, 80]]);
    // Other closes lower its lots.
    s.must(s.limit(3, 'long', 50, '59900'));
    s.must(s.close(1, long, 50));
    expect(s.position(long).closing).toMatchObject({ lots: 50 });
    s.must(s.marketOf(3, 'long', 20));
    expect(effects()).toEqual([[605_000, 20, 'order']]);
    expect(s.position(long)).toMatchObject({ closedLots: 70, closing: { lots: 30 } });
    s.must({ type: 'cancelPerpetualOrder', customerId: 1, orderId: s.position(long).closing!.orderId });
    expect(s.position(long).closing).toBeNull();
  });

  it('of all lots cancels the position’s waiting order; closing a part keeps it', () => {
    const id = s.ordered(s.limit(1, 'long', 100, '60000'));
    s.must(s.marketOf(2, 'short', 60));
    s.must(s.limit(3, 'long', 60, '59900'));
    // The best bid is its own opening order, which a partial close does not trade with.
    expect(s.refusal(s.close(1, id, 10))).toBe('no_liquidity');
    s.must(s.close(1, id));
    expect(s.reported(id)).toMatchObject({
      status: 'closed',
      waitingLots: 0,
      openingEndReason: 'cancelledByCustomer',
    });
    expect(s.contractFunds(1).frozen).toBe(0n);
  });

  it('closing everything cancels waiting orders and closes what the book takes', () => {
    const { long } = s.open(1, 2, 100, '60000');
    const short = s.open(2, 1, 50, '60000').short;
    s.must(s.limit(1, 'long', 10, '59000'));
    s.must(s.limit(3, 'long', 70, '59900'));
    s.must(s.limit(3, 'short', 70, '60100'));
    s.must({ type: 'closeAllPositions', customerId: 1, marketId: null });
    expect(s.reported(long)).toMatchObject({ status: 'holding', closedLots: 70 });
    expect(s.reported(short)).toMatchObject({ status: 'closed' });
    expect(s.exchange.perpetual.positionsOf(1)).toHaveLength(1);
    // The second call finds nothing to close, which is no error.
    s.must({ type: 'closeAllPositions', customerId: 1, marketId: 1 });
  });

  it('reversing does both halves completely or nothing', () => {
    const { long } = s.open(1, 2, 100, '60000');
    s.must(s.limit(3, 'long', 120, '59990'));
    const reverse = {
      type: 'reversePosition',
      customerId: 1,
      positionId: long,
      worstPriceTicks: null,
    } as const;
    expect(s.refusal(reverse)).toBe('no_liquidity');
    s.must(s.limit(2, 'long', 80, '59980'));
    s.must(reverse);
    const short = s.changes().find(position => position.side === 'short')!;
    expect(s.reported(long)).toMatchObject({ status: 'closed', realisedMinor: -1n * U });
    expect(short).toMatchObject({
      customerId: 1,
      status: 'holding',
      openedLots: 100,
      entryValueMinor: 20n * 59_990_000n + 80n * 59_980_000n,
    });
    expect(short.marginMinor).toBe(short.entryValueMinor / 10n);
  });
});
