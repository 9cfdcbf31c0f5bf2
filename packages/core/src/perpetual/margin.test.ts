import { beforeEach, describe, expect, it } from 'vitest';
import type { Command } from '../command.ts';
import { Exchange } from '../exchange.ts';
import { BTC_USDT, USDT } from '../testing/demo-exchange.ts';
import { removableMargin, requiredMargin } from './margin-formulas.ts';
import { PerpetualScenario } from './testing/perpetual-scenario.ts';

const U = 1_000_000n;

let s: PerpetualScenario;
beforeEach(() => {
  s = new PerpetualScenario();
  for (const customerId of [1, 2, 3, 4]) s.trader(customerId);
});

const remove = (positionId: number, amountMinor: bigint, customerId = 1): Command => ({
  type: 'removeMargin',
  customerId,
  positionId,
  amountMinor,
});
const leverage = (positionId: number, multiple: number): Command => ({
  type: 'changeLeverage',
  customerId: 1,
  positionId,
  multiple,
});
const topUp = (positionId: number, limitMinor: bigint): Command => ({
  type: 'setTopUp',
  customerId: 1,
  positionId,
  limitMinor,
});
/** 0.1 BTC at 60,000: worth 6,000. */
const longOf1 = (multiple = 10) => s.open(1, 2, 100, '60000', { long: multiple, short: 1 }).long;

describe('leverage', () => {
  it('may be any whole number up to the largest; the margin of one that does not divide is truncated', () => {
    const id = longOf1(7);
    expect(s.position(id)).toMatchObject({ multiple: 7, marginMinor: 857_142_857n });
    expect(s.contractFunds(1).frozen).toBe(857_142_857n);
  });

  it('parts of an order add up to the margin of the whole for a leverage that does not divide', () => {
    s.must(s.limit(1, 'long', 7, '60000.1', { multiple: 13 }));
    const id = s.exchange.perpetual.lastPositionId;
    const whole = s.position(id).waitingMinor;
    for (const lots of [1, 2, 1, 3]) s.must(s.limit(2, 'short', lots, '60000.1'));
    expect(s.position(id).marginMinor).toBe((600_001n * 7n * 100n) / 13n);
    expect(s.position(id).waitingMinor).toBe(0n);
    expect(whole).toBeGreaterThan(s.position(id).marginMinor);
  });

  it('chosen for a contract is that of orders that name none; before, they have the smallest on offer', () => {
    const order = { ...s.limit(1, 'long', 1, '59000'), multiple: null };
    expect(s.position(s.ordered(order)).multiple).toBe(1);
    s.must({ type: 'setLeverage', customerId: 1, marketId: BTC_USDT, multiple: 23 });
    expect(s.exchange.perpetual.choice(1, BTC_USDT)).toEqual({ multiple: 23, topUpLimitMinor: 0n });
    s.nowMs += 1;
    expect(s.position(s.ordered(order)).multiple).toBe(23);
    expect(s.position(s.ordered({ ...order, customerId: 3 })).multiple).toBe(1);
    s.nowMs += 1;
    expect(s.position(s.ordered({ ...order, multiple: 5 })).multiple).toBe(5);
  });

  it('made higher gives back what the new requirement does not need, and the liquidation price follows', () => {
    const id = longOf1(10);
    s.must(leverage(id, 20));
    expect(s.reported(id)).toMatchObject({
      multiple: 20,
      marginMinor: 300n * U,
      adjusted: { removedMarginMinor: 300n * U, topUpLimitMinor: 0n, topUpUsedMinor: 0n },
      maintenancePpm: 4_000,
    });
    expect(s.reported(id).liquidationE8).toBe(Math.floor((57_000 * 100_000_000) / 0.996));
  });

  it('made higher while the position loses gives back only what covers loss and requirement', () => {
    const id = longOf1(10);
    s.index('59000');
    s.must(leverage(id, 20));
    // Loss 100, value 5,900 ÷ 20 = 295.
    expect(s.position(id).marginMinor).toBe(395n * U);
  });

  it('is measured at mark and index, whichever asks for more', () => {
    const contract = s.exchange.perpetual.contract(BTC_USDT)!;
    const held = { side: 'long', lots: 100, entryValueMinor: 6_000n * U, marginMinor: 600n * U } as const;
    const prices = (mark: number, index: number) => ({ markE8: mark * 1e8, indexE8: index * 1e8 });
    // Up 1,000 ×10: 610. Down 1,000: 590 and a loss of 100.
    expect(requiredMargin(contract, held, prices(61_000, 59_000), 10)).toBe(690n * U);
    expect(requiredMargin(contract, held, prices(59_000, 61_000), 10)).toBe(690n * U);
    expect(removableMargin(contract, held, prices(61_000, 59_000), 100)).toBe(441n * U);
  });

  it('made lower takes what the requirement lacks, and added margin counts', () => {
    const id = longOf1(10);
    s.must({ type: 'addMargin', customerId: 1, positionId: id, amountMinor: 100n * U });
    s.must(leverage(id, 5));
    expect(s.position(id)).toMatchObject({
      marginMinor: 1_200n * U,
      addedMarginMinor: 600n * U,
      multiple: 5,
    });
    s.must(leverage(id, 1));
    expect(s.position(id)).toMatchObject({ marginMinor: 6_000n * U, liquidationE8: null });
  });

  it('also changes what the waiting rest of the order has frozen', () => {
    s.must(s.limit(1, 'long', 100, '60000', { multiple: 10 }));
    const id = s.exchange.perpetual.lastPositionId;
    s.must(s.limit(2, 'short', 40, '60000'));
    const fee = s.position(id).waitingMinor - 360n * U;
    s.must(leverage(id, 5));
    expect(s.position(id)).toMatchObject({ marginMinor: 480n * U, waitingMinor: 720n * U + fee });
    s.must(s.limit(2, 'short', 60, '60000'));
    expect(s.position(id)).toMatchObject({ marginMinor: 1_200n * U, waitingMinor: 0n, status: 'holding' });
    s.exchange.checkInvariants('all');
  });
});

describe('removing margin', () => {
  it('stops at the initial requirement: a profit is not removable, a loss counts', () => {
    const id = longOf1(10);
    s.must({ type: 'addMargin', customerId: 1, positionId: id, amountMinor: 500n * U });
    s.index('61000');
    // Value 6,100 ÷ 10 = 610 of 1,100.
    expect(s.refusal(remove(id, 490n * U + 1n))).toBe('margin_below_initial');
    s.must(remove(id, 90n * U));
    s.index('59500');
    // Loss 50, value 5,950 ÷ 10 = 595, margin 1,010.
    expect(s.refusal(remove(id, 365n * U + 1n))).toBe('margin_below_initial');
    const before = s.contractFunds(1).available;
    s.must(remove(id, 365n * U));
    expect(s.contractFunds(1).available).toBe(before + 365n * U);
    expect(s.position(id)).toMatchObject({
      marginMinor: 645n * U,
      adjusted: { removedMarginMinor: 455n * U },
    });
  });

  it('keeps the stop-loss before the liquidation price', () => {
    const id = longOf1(10);
    s.must({ type: 'addMargin', customerId: 1, positionId: id, amountMinor: 500n * U });
    s.must({
      type: 'setStops',
      customerId: 1,
      positionId: id,
      takeProfitTicks: null,
      stopLossTicks: s.ticks('53000'),
    });
    expect(s.refusal(remove(id, 500n * U))).toBe('stop_beyond_liquidation');
    s.must(remove(id, 100n * U));
  });
});

describe('a top-up', () => {
  it('brings the margin back to the initial requirement, again and again up to its limit, and then liquidates', () => {
    const id = longOf1(10);
    s.must(topUp(id, 1_000n * U));
    s.index('54200');
    // Loss 580, value 5,420 ÷ 10 = 542: 1,122 is required.
    expect(s.eventsOf('positionToppedUp')).toEqual([
      {
        type: 'positionToppedUp',
        positionId: id,
        customerId: 1,
        marketId: 1,
        side: 'long',
        multiple: 10,
        step: 1,
        mark: s.exchange.perpetual.mark(BTC_USDT),
        lots: 100,
        entryValueMinor: 6_000n * U,
        marginMinor: 600n * U,
        maintenancePpm: 4_000,
        liquidationE8: 5_421_686_746_987,
        limitMinor: 1_000n * U,
        usedMinor: 0n,
        availableMinor: expect.any(BigInt),
        amountMinor: 522n * U,
        newLiquidationE8: s.position(id).liquidationE8,
        atMs: s.nowMs,
      },
    ]);
    expect(s.position(id)).toMatchObject({ marginMinor: 1_122n * U, adjusted: { topUpUsedMinor: 522n * U } });
    s.index('48900');
    // 478 are left; 489 + 1,110 are required: 477 reach that.
    expect(s.eventsOf('positionToppedUp')).toMatchObject([{ step: 2, amountMinor: 477n * U }]);
    s.index('44000');
    expect(s.eventsOf('positionToppedUp')).toEqual([]);
    expect(s.eventsOf('positionLiquidated')).toHaveLength(1);
    s.exchange.checkInvariants('all');
  });

  it('takes less than a step if that is all there is and enough, and nothing if it is not', () => {
    const id = longOf1(10);
    s.must(topUp(id, 30n * U));
    s.index('54000');
    // Equity 0, maintenance 21.6: 30 keep it.
    expect(s.eventsOf('positionToppedUp')).toMatchObject([{ amountMinor: 30n * U }]);
    expect(s.position(id).status).toBe('holding');

    const other = s.open(3, 4, 100, '54000', { long: 10, short: 1 }).long;
    s.must({ type: 'setTopUp', customerId: 3, positionId: other, limitMinor: 30n * U });
    const before = s.contractFunds(3).available;
    s.index('48000');
    expect(s.eventsOf('positionToppedUp')).toEqual([]);
    expect(s.contractFunds(3).available).toBe(before);
  });

  it('takes no more than the contract account has', () => {
    const id = longOf1(10);
    s.must(topUp(id, 10_000n * U));
    const rest = s.contractFunds(1).available;
    s.must({
      type: 'transfer',
      customerId: 1,
      currencyId: USDT,
      from: 'contract',
      to: 'spot',
      amountMinor: rest - 50n * U,
    });
    s.index('54000');
    expect(s.eventsOf('positionToppedUp')).toMatchObject([{ amountMinor: 50n * U, availableMinor: 50n * U }]);
    s.index('53500');
    expect(s.eventsOf('positionLiquidated')).toHaveLength(1);
  });

  it('is set for later positions by contract, and each keeps its own', () => {
    const first = longOf1(10);
    s.must({ type: 'setTopUpDefault', customerId: 1, marketId: BTC_USDT, limitMinor: 70n * U });
    const second = longOf1(10);
    expect(s.position(first).adjusted).toBe(undefined);
    expect(s.position(second).adjusted?.topUpLimitMinor).toBe(70n * U);
    s.must(topUp(second, 0n));
    expect(s.position(second).adjusted).toBe(undefined);
    expect(s.exchange.perpetual.choice(1, BTC_USDT).topUpLimitMinor).toBe(70n * U);
  });

  it('of one mark visits only those it reached', () => {
    for (let i = 0; i < 20; i++) s.must(topUp(longOf1(5), 1_000n * U));
    const id = longOf1(10);
    s.must(topUp(id, 1_000n * U));
    s.index('54200');
    expect(s.eventsOf('positionToppedUp').map(event => event.positionId)).toEqual([id]);
    expect(s.changes().map(view => view.positionId)).toEqual([id]);
  });
});

it('a snapshot keeps choices and top-ups, and has no part for them where there are none', () => {
  const plain = s.exchange.snapshot();
  const id = longOf1(10);
  const without = s.exchange.snapshot();
  s.must({ type: 'setTopUpDefault', customerId: 1, marketId: BTC_USDT, limitMinor: 70n * U });
  s.must(topUp(id, 1_000n * U));
  s.must(leverage(id, 20));
  s.index('57000');
  expect(s.eventsOf('positionToppedUp')).toHaveLength(1);
  const name = Buffer.from('margins');
  expect([plain, without].map(bytes => Buffer.from(bytes).includes(name))).toEqual([false, false]);
  const bytes = s.exchange.snapshot();
  expect(Buffer.from(bytes).includes(name)).toBe(true);
  const restored = Exchange.restore(bytes);
  expect(restored.snapshot()).toEqual(bytes);
  expect(restored.perpetual.position(id)).toEqual(s.position(id));
  expect(restored.perpetual.choice(1, BTC_USDT)).toEqual({ multiple: null, topUpLimitMinor: 70n * U });
});
